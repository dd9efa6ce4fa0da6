"""`nan` names what was made beside missing data and reached a result; it is silent about what was dealt with."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.analysis.nan.answered import blamed, report

import numscope
from numscope.analysis.nan.ends import end_text
from numscope.analysis.nan.nonfinite import find_nonfinite

pytest.importorskip("numscope._core", reason="the native core is not built")

X = "x = np.array([1.0, 2.0, -1.0, np.nan])"
# Program, its line to blame, a part of the sentence about it.
MADE = {
    "printed by its name, and only compared otherwise": (
        "x = np.full(9, 6e4, np.float16)\nnoise = x.sum()\nprint('noise:', noise)\nr = x[x > noise]",
        2,
        "overflows",
    ),
    "divided beside a missing value": (
        f"{X}\nw = np.array([0.0, 2.0, 0.0, 1.0])\nr = x / w",
        3,
        "divides by zero: `w`",
    ),
    "root beside a missing value": (f"{X}\nr = np.sqrt(x)", 2, "`x` is negative in 1 of 4 values"),
    "logarithm beside an infinity": (
        "room = np.array([np.inf, 0.0, 2.0])\nr = np.log(room)",
        2,
        "logarithm of zero",
    ),
    "a copy that the standard library keeps": (
        "import copy\nx = np.array([1.0, -1.0])\nbest = copy.deepcopy(np.log(x))",
        3,
        "logarithm of negative",
    ),
    "infinity that became NaN beside one that did not": (
        "a = np.array([800.0])\nw = np.exp(a)\nr = np.exp(a * 2)\ns = r - r",
        3,
        "overflows",
    ),
    "infinity less infinity": (
        "a = np.array([np.inf, 1.0, -np.inf])\nr = a - np.array([np.inf, np.inf, 1.0])",
        2,
        "subtracts infinity from infinity (1 of 3 values)",
    ),
    "a softmax by hand of a row that is masked as a whole": (
        "s = np.where(np.array([[True, False], [False, False]]), 1.5, -np.inf)\n"
        "e = np.exp(s - s.max(axis=1, keepdims=True))\nprint((e / e.sum(axis=1, keepdims=True)).sum())",
        2,
        "1 of 2 rows is masked as a whole",
    ),
    "nothing times infinity": (
        "a = np.array([np.inf, 1.0])\nr = a * np.zeros(2)",
        2,
        "multiplies 0 by infinity",
    ),
    "infinity by infinity": ("a = np.array([np.inf, 1.0])\nr = a / a", 2, "divides infinity by infinity"),
    "mean of infinities": ("a = np.array([np.inf, -np.inf])\nr = a.mean()", 2, ""),
    "product of infinities": ("a = np.full((2, 2), np.inf)\nr = a @ np.zeros((2, 2))", 2, ""),
    "a column of a reduction": (
        "a = np.array([[np.nan, np.inf, 1.0], [1.0, -np.inf, 1.0]])\nr = a.sum(axis=0)",
        2,
        "",
    ),
    "mean of nothing": (f"{X}\nr = np.nanmean(x[x > 5])\ns = r + np.ones(2)", 2, "no values"),
    "an arc of more than one": (
        "c = np.array([1.0000000000000002, 0.5])\nr = np.arccos(c)",
        2,
        "1.0000000000000002",
    ),
    "an exponential": ("e = np.array([800.0, 1.0])\nr = np.exp(e)", 2, "overflows: exp of numbers up to 800"),
    "a fraction of a power": (
        "d = np.array([-8.0, np.nan])\nr = d ** (1 / 3)",
        2,
        "negative numbers to a fraction",
    ),
    "rows of a large array": (
        "x = np.full((20, 9000), -1.0)\ny = np.log(x)\nfor row in range(20):\n    r = y[row].sum()",
        2,
        "logarithm",
    ),
    "one of five": (
        "for i in range(5):\n    r = np.log(np.array([3.0 - i, 9.0]))\n    s = r.sum()",
        2,
        "logarithm",
    ),
}
# Programs that deal with what they make, or that only hold it.
HANDLED = {
    "replaced": f"{X}\nwith np.errstate(all='ignore'):\n    r = np.where(x > 0, np.log(x), 0.0)\ns = r.sum()",
    "dropped": f"{X}\nm = x[~np.isnan(x)].mean()",
    "imputed": f"{X}\nx[np.isnan(x)] = 0.0\nm = x.mean()",
    "skipped": f"{X}\nm = np.nanmean(x) + np.ones(2)",
    "the best loss": "best = np.inf\nfor loss in np.array([3.0, 2.0]):\n    best = np.minimum(best, loss)",
    "bounds": "low = np.full(3, -np.inf)\nr = np.clip(np.arange(3.0), low, np.inf)",
    "initial": "r = np.min(np.arange(3.0), initial=np.inf)",
    "a mask": "s = np.where([True, False], 1.0, -np.inf)\nr = np.exp(s).sum()",
    # From the ninth slice on the recorder looks at a large array now and then only.
    "rows of a large array": "x = np.ones((20, 9000))\nx[:, 0] = np.nan\nfor row in range(20):\n    np.nansum(x[row])",
    "masked values": (
        "x = np.arange(12.0)\nx[3] = np.nan\nm = np.ma.array(np.clip(x, 0, 9), mask=np.arange(12) == 3).reshape(3, 4)\n"
        "print(m.max())"
    ),
    "two equal views of which one chooses from the other": (
        "hours = np.array([[0.0, 1.5, np.inf], [1.5, 0.0, np.inf]])\nbest = np.minimum(hours, 9.5 + hours)\n"
        "print(best[0][np.isfinite(best[0])].max())"
    ),
    "memory that nobody wrote": "e = np.empty(4)\ne[:] = 1.0\nr = e.sum()",
}


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("name", MADE)
def test_what_is_made_is_named_first_with_its_cause(name: str, tmp_path: Path) -> None:
    program, line, sentence = MADE[name]
    first = report(tmp_path, program).origins[0]
    assert first.site is not None
    assert first.cause is not None
    assert (first.kind, first.site.line) == ("made", line)
    assert sentence in first.cause.sentence


@pytest.mark.parametrize("name", HANDLED)
def test_what_is_dealt_with_is_no_finding(name: str, tmp_path: Path) -> None:
    found = report(tmp_path, HANDLED[name])
    assert [origin.cause for origin in found.origins] == []


def test_new_values_are_counted_without_those_that_were_there(tmp_path: Path) -> None:
    first = report(tmp_path, MADE["divided beside a missing value"][0]).origins[0]
    assert (first.nans, first.infinities) == (0, 2)
    assert [element.inputs for element in first.elements[:2]] == [("1", "0"), ("-1", "0")]


def test_a_line_is_judged_over_all_its_calls(tmp_path: Path) -> None:
    first = report(tmp_path, MADE["one of five"][0]).origins[0]
    assert first.occurrences is not None
    assert (first.occurrences.calls, first.occurrences.bad, first.occurrences.first) == (5, 2, 4)


def test_statistics_alone_show_what_is_new(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "t.numscope", values="stats"), np.errstate(all="ignore"):
        x = np.full(1000, -1.0)
        x[0] = np.nan
        np.sqrt(x)
    with numscope.open(tmp_path / "t.numscope") as trace:
        first = find_nonfinite(trace).origins[0]
    assert (first.operation.name, first.kind, first.nans) == ("numpy.sqrt", "made", 999)


@pytest.mark.parametrize(
    "program",
    ["np.sqrt(x)", "x / np.array([0.0, 2.0, 0.0, 1.0]) * 0", "np.array([np.inf]) - np.array([np.inf])"],
)
def test_stop_on_nan_halts_beside_missing_values(program: str, tmp_path: Path) -> None:
    code = compile(f"{X}\n{program}", "program.py", "exec")
    with (
        pytest.raises(SystemExit),
        numscope.record(tmp_path / "t.numscope", stop_on="nan"),
        np.errstate(all="ignore"),
    ):
        exec(code, {"np": np})


TESTED = (
    "grads = [np.array([1.0, 0.0]), np.array([2.0, 0.0])]\nfor turn in range(2):\n"
    "    made = [6.0 / (grad + turn) for grad in grads]\n"
    "    if {test}:\n        made = None\n        continue\n    print([float(one.sum()) for one in made])"
)


@pytest.mark.parametrize(
    ("test", "lines"), [("not all(np.isfinite(one).all() for one in made)", []), ("turn == 0", [3])]
)
def test_a_test_that_ends_at_the_first_bad_array(tmp_path: Path, test: str, lines: list[int]) -> None:
    """Those behind it are thrown away unread."""
    assert blamed(report(tmp_path, TESTED.format(test=test))) == lines


def test_of_two_equal_infinities_either_may_have_become_nan(tmp_path: Path) -> None:
    """The logarithm of 0 is infinite, and so is 1 / 0: only the first meets a 0 where both are used."""
    program = (
        "effects, variances = [], []\nfor cases in (np.array([4.0, 2.0]), np.array([3.0, 0.0])):\n"
        "    effects.append(np.log(cases[0]) - np.log(cases[1]))\n    variances.append(np.sum(1.0 / cases))\n"
        "weights = 1.0 / np.array(variances)\nprint(np.sum(weights * np.array(effects)))"
    )
    assert blamed(report(tmp_path, program))[0] == 3


@pytest.mark.parametrize(
    ("program", "advice"),
    [
        ("a = np.zeros(2)\nb = a / a\nprint(b)", "np.where(a != 0, a / a, 0)"),
        (
            "sold, kg = np.ones(2), np.zeros(2)\nprint(3 * sold / (kg + kg))",
            "np.where((kg + kg) != 0, (3 * sold) / (kg + kg), 0)",
        ),
        ("a = np.zeros(2)\nprint(1 / a + 2 / a)", "np.where(divisor != 0, dividend / divisor, 0)"),
    ],
)
def test_advice_has_the_names_of_the_program(tmp_path: Path, program: str, advice: str) -> None:
    cause = report(tmp_path, program).origins[0].cause
    assert cause is not None
    assert cause.advice.endswith(f": {advice}.")


WORDS = {
    "an array that is printed": ("x = np.log(np.array([1.0, -1.0]))\nprint(x, 2)", "they are printed"),
    "a number that is computed": (
        "x = np.log(np.array([1.0, -1.0]))\nm = x.mean()",
        "numpy.ndarray.mean gives nan",
    ),
    "a number that is printed as Python's": (
        "x = np.log(np.array([1.0, 0.0]))\ny = x * 2\nprint(y.min().item())",
        "-inf is printed",
    ),
    "a number that Python goes on with": (
        "x = np.log(np.array([1.0, -1.0]))\ny = x * 2\nz = y.sum().item() + 1",
        "Python gets nan",
    ),
    "an array that an operation has last": (
        "x = np.log(np.array([1.0, -1.0]))\ny = x * 2",
        "they reach numpy.multiply",
    ),
}


@pytest.mark.parametrize("case", WORDS)
def test_what_became_of_the_values_is_said_in_plain_words(tmp_path: Path, case: str) -> None:
    program, words = WORDS[case]
    (origin,) = report(tmp_path, program).origins
    assert end_text(origin) == words


@pytest.mark.parametrize("handed", ["to_dict()", "to_json()", "to_csv()"])
def test_a_column_that_is_handed_on_is_a_result(tmp_path: Path, handed: str) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    program = (
        "import pandas as pd\nt = pd.DataFrame({'won': [3, 0], 'played': [5, 0]}, index=['a', 'b'])\n"
        f"t['rate'] = t['won'] / t['played']\nrates = t['rate'].{handed}"
    )
    assert blamed(report(tmp_path, program)) == [3]
