"""Faults planted in compiled functions are found, with their line, and right functions raise no alarm."""

# ruff: noqa: RET504 - assignments nobody reads are what is looked at.

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

numba = pytest.importorskip("numba", reason="numba is not installed")

from numba import guvectorize, njit, prange, vectorize

from numscope.compiled.numba.checking.values import difference, ulps
from numscope.compiled.numba.checking.watch import Checker


def line_of(function, text: str) -> int:
    code = function.py_func.__code__
    lines = Path(code.co_filename).read_text().splitlines()
    return next(n for n in range(code.co_firstlineno, len(lines)) if text in lines[n - 1])


@njit(parallel=True)
def histogram(values, out):
    for turn in prange(values.shape[0]):
        out[values[turn]] += 1


@njit(parallel=True)
def carried(values):
    for turn in prange(1, values.shape[0]):
        values[turn] = values[turn - 1] + 1


@njit(parallel=True)
def scratch(values, out):
    held = np.zeros(1)
    for turn in prange(values.shape[0]):
        held[0] = values[turn]
        out[turn] = held[0] * 2


@njit(parallel=True)
def last_wins(values, out):
    for turn in prange(values.shape[0]):
        if values[turn] > 0:
            out[0] = values[turn]


@njit(parallel=True)
def doubled(values, out):
    for turn in prange(values.shape[0]):
        out[turn] = values[turn] * 2


@njit(parallel=True)
def reduced(values):
    total = 0.0
    for turn in prange(values.shape[0]):
        total += values[turn]
    return total


@njit(parallel=True)
def rows(table, out):
    for row in prange(table.shape[0]):
        line = table[row]
        for column in range(line.shape[0]):
            out[row, column] = line[column] + 1


@njit
def congruential(steps):
    state = 12345
    for _ in range(steps):
        state = state * 6364136223846793005 + 1
    return state


@njit
def narrow(values):
    step = values[0] - values[1]
    return step


@njit
def inverse_power(exponent):
    result = 2**exponent
    return result


@njit
def reader(values, where):
    found = values[where]
    return found


@njit
def half_filled(count):
    out = np.empty(count)
    for place in range(count - 1):
        out[place] = place
    return out


@njit
def steered(values, amount):
    out = np.empty_like(values)
    for place in range(values.shape[0]):
        for again in range(1):
            value = values[place] + amount
            out[place] = min(value, 255) + again
    return out


@njit
def hashed(values):
    state = np.int64(7)
    for place in range(values.shape[0]):
        state = state * 31 + values[place]
    return state


@njit(error_model="numpy")
def divided(one, other):
    return one / other


@njit(parallel=True)
def unlikely(values, out):
    for turn in prange(values.shape[0]):
        if values[turn] > 1e9:
            out[0] = turn


@njit(parallel=True)
def shifted(values):
    for turn in prange(values.shape[0] - 5):
        values[turn] = values[turn + 5]


@njit(parallel=True)
def scattered(values, places, out):
    for turn in prange(values.shape[0]):
        out[places[turn]] = values[turn]


@njit(parallel=True)
def by_chunk(values, sums):
    size = values.shape[0] // sums.shape[0]
    for chunk in prange(sums.shape[0]):
        first = chunk * size
        for place in range(first, first + size):
            sums[chunk] += values[place]


@vectorize(["float64(float64, float64)"])
def longer(one, other):
    return (one * one + other * other) ** 0.5


@vectorize
def brighter(value, amount):
    return value + amount


@guvectorize(["void(float64[:], float64[:])"], "(n)->(n)")
def running(values, out):
    total = 0.0
    for place in range(values.shape[0]):
        total += values[place]
        out[place] = total


@guvectorize(["void(float64[:], float64, float64[:], float64[:])"], "(n),(),(n)->()")
def weighted(values, factor, weights, out):
    total = 0.0
    for place in range(values.shape[0]):
        total += values[place] * weights[place]
    out[0] = total * factor


@guvectorize(["void(float64[:], float64[:])"], "(n)->(n)")
def from_garbage(values, out):
    out[:] = values + 1


@njit(fastmath=True)
def is_missing(value):
    return np.isnan(value)


@njit
def square(value):
    return value * value


@njit
def variance(values):
    mean = values.mean()
    total = 0.0
    for place in range(values.shape[0]):
        total += square(values[place] - mean)
    return total / values.shape[0]


@njit
def in_place(values):
    values[:] = values[::-1].copy()


@njit
def whole_sum(values):
    return values.sum()


@njit
def standardised(values):
    return (values - values.mean()) / values.std()


@njit("float32(float32)")
def third(value):
    return value / 3


@njit
def fowler_noll_vo(values):
    state = np.uint64(14695981039346656037)
    for value in values:
        state = (state ^ np.uint64(value)) * np.uint64(1099511628211)
    return state


@njit(parallel=True)
def last_positive(values):
    last = 0.0
    for turn in prange(values.shape[0]):
        if values[turn] > 0:
            last = values[turn]
    return last


@njit(parallel=True)
def largest(values):
    best = 0.0
    for turn in prange(values.shape[0]):
        if values[turn] > best:
            best = values[turn]
    return best


@njit(parallel=True)
def own_scalars(values, out):
    best = 0.0
    product = 1.0
    for turn in prange(values.shape[0]):
        own = values[turn] * 2
        if own > 1:
            own = own + 1
        best = max(best, own)
        product *= own
        out[turn] = own
    own = best + product
    return own


NUMBERS = np.random.default_rng(7)


@pytest.mark.sweep(6)
@pytest.mark.parametrize(
    ("function", "arguments", "kind", "text", "says"),
    [
        (histogram, (np.arange(50) % 3, np.zeros(3, np.int64)), "race", "out[values", "both write element 0 of `out`"),
        (carried, (np.zeros(50),), "race", "values[turn - 1] +", "writes element 1 of `values`, which turn 2"),
        (scratch, (np.arange(50.0), np.zeros(50)), "race", "held[0] = values", "both write element 0 of `held`"),
        (last_wins, (np.arange(50.0), np.zeros(1)), "race", "out[0] = values", "both write element 0 of `out`"),
        (congruential, (30,), "overflow", "state = state *", "`state` is"),
        (narrow, (np.array([1, 200], np.uint8),), "differs", "step =", "in Python"),
        (inverse_power, (-1,), "differs", "result =", "`result` is 0 compiled and 0.5 in Python"),
        (reader, (np.arange(10.0), 10), "out-of-bounds", "found =", "index 10 into `values`, which has 10 items"),
        (half_filled, (5,), "uninitialised", "out = np.empty", "element [4] of the result depends on"),
        (steered, (np.array([252], np.uint8), np.uint8(8)), "differs", "value = ", "`value` is 260 compiled and 4"),
        (hashed, (np.arange(40),), "overflow", "state = state * 31 +", "leaves the range of int64"),
        (divided, (1.0, 0.0), "differs", "return one / other", "Python raises ZeroDivisionError"),
        (unlikely, (np.arange(5.0), np.zeros(1)), "race", "out[0] = turn", "every turn of the prange over `turn`"),
        (shifted, (np.arange(2.0),), "race", "values[turn] = values[turn + 5]", "which another turn writes"),
        (last_positive, (np.arange(9.0),), "race", "last = values[turn]", "`last`, which is read after the loop"),
        (largest, (np.arange(9.0),), "race", "best = values[turn]", "reads `best`, which another turn assigns"),
        (is_missing, (np.nan,), "fastmath", "def is_m", "fastmath changes the result"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)  # fmt: skip
def test_planted_fault_is_found_where_it_is(function, arguments, kind: str, text: str, says: str) -> None:
    with Checker() as checker:
        function(*arguments)
    found = {finding.kind: finding for finding in checker.findings}
    assert kind in found, checker.findings
    assert says in found[kind].sentence
    line = line_of(function, text)
    assert found[kind].line in (line, line - 1)


@pytest.mark.sweep(4)
@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (doubled, (np.arange(50.0), np.zeros(50))),
        (reduced, (NUMBERS.random(200),)),
        (rows, (NUMBERS.random((6, 5)), np.zeros((6, 5)))),
        (variance, (NUMBERS.random(300),)),
        (in_place, (np.arange(7.0),)),
        (by_chunk, (np.arange(12.0), np.zeros(3))),
        (reader, (np.arange(10.0), -1)),
        (whole_sum, (NUMBERS.standard_normal(200_000),)),
        (whole_sum, (np.full(1_000_000, 0.1),)),
        (whole_sum, (NUMBERS.random(20_000).astype("f4"),)),
        (standardised, (NUMBERS.random(20_000),)),
        (third, (0.7,)),
        (own_scalars, (NUMBERS.random(20), np.zeros(20))),
        (fowler_noll_vo, (np.arange(20, dtype=np.uint8),)),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_right_function_raises_no_alarm(function, arguments) -> None:
    with Checker() as checker:
        function(*arguments)
    assert checker.findings == []
    assert checker.checked == 1


def test_write_that_only_the_data_keeps_apart_is_a_note_and_no_alarm(tmp_path: Path) -> None:
    with Checker() as checker:
        scattered(np.arange(5.0), np.arange(5)[::-1].copy(), np.zeros(5))
    (note,) = checker.findings
    assert note.note
    assert note.line == line_of(scattered, "out[places[turn]]")
    assert "`out[places[turn]]`" in note.sentence


def test_finding_shows_its_line_and_what_the_function_was_called_with() -> None:
    with Checker() as checker:
        reader(np.arange(10.0), where=12)
    (finding,) = checker.findings
    shown = str(finding).splitlines()
    assert shown[1].endswith("| " + "    found = values[where]")
    assert shown[2] == "  called as reader(values=float64[10], where=12)"


def test_calls_of_ufuncs_are_made_again_element_by_element() -> None:
    table = np.arange(6.0).reshape(2, 3)
    with Checker() as checker:
        assert longer(table, np.ones(3)).shape == (2, 3)
        running(table)
        weighted(table, 2.0, np.array([1.0, 2.0, 3.0]))
    assert (checker.findings, checker.skipped) == ([], {})
    assert checker.checked == 3
    with Checker() as checker:
        brighter(np.array([1, 250], np.uint8), np.uint8(10))
        from_garbage(table)
    assert [(one.function, one.sentence) for one in checker.findings] == [
        ("brighter", "the results differ: [1] compiled 260, Python 4"),
    ]


def test_program_gets_its_own_result_and_arguments() -> None:
    data = np.arange(5.0)
    with Checker():
        in_place(data)
        assert reader(data, 0) == 4.0
    assert data.tolist() == [4.0, 3.0, 2.0, 1.0, 0.0]


def test_only_the_first_calls_of_a_signature_are_checked() -> None:
    with Checker(calls=2) as checker:
        for value in range(5):
            square(value)
        square(1.5)
    assert checker.checked == 3


def test_ulps_count_representable_numbers() -> None:
    one = np.float64(1.0)
    up = np.nextafter(one, 2)
    assert ulps(np.array([one]), np.array([up]))[0] == 1
    assert ulps(np.array([np.float32(1)]), np.array([np.nextafter(np.float32(1), np.float32(2))]))[0] == 1
    assert difference(float("nan"), float("nan"), 0) is None
    assert difference(1.0, float("nan"), 10) is not None
    assert difference(True, 1, 0) is None
    assert difference((1, 2.0), (1, 3.0), 4) is not None


def test_command_ends_with_one_and_tells_the_line(tmp_path: Path) -> None:
    script = tmp_path / "wild.py"
    script.write_text(
        "import numpy as np\nfrom numba import njit\n\n\n@njit\ndef peek(data, where):\n    return data[where]\n\n\n"
        "print(peek(np.arange(10), 12) is None)\n"
    )
    command = [sys.executable, "-m", "numscope", "numba", "check", "--json", str(script)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1, done.stderr
    document = json.loads(done.stdout)
    assert document["checked"] == 1
    assert [(f["kind"], f["line"]) for f in document["findings"]] == [("out-of-bounds", 7)]
    assert done.stderr == "False\n"


def test_result_that_depends_on_the_number_of_threads_is_found(tmp_path: Path) -> None:
    script = tmp_path / "threads.py"
    lines = [
        "import numba",
        "import numpy as np",
        "from numba import njit, prange",
        "",
        "@njit(parallel=True)",
    ]
    lines += [
        "def used(out):",
        "    for turn in prange(out.shape[0]):",
        "        out[turn] = numba.get_num_threads()",
    ]
    script.write_text(
        "\n".join([*lines, "used(np.zeros(6, np.int64))", "print(numba.get_num_threads())"]) + "\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "numscope", "numba", "check", str(script)],
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == 1
    processors = len(os.sched_getaffinity(0))
    assert done.stdout.splitlines()[0] == str(processors)
    assert "in 5 of 5 runs 2 threads differ from one: `out`: " in done.stdout


def test_sums_that_threads_add_in_another_order_are_right() -> None:
    from numscope.compiled.numba.checking.thread_counts import differs_by_threads

    assert differs_by_threads(reduced, (np.random.default_rng(3).normal(size=100_000),)) is None


def test_a_scalar_race_that_did_not_show_is_a_note() -> None:
    with Checker() as checker:
        last_positive(-np.arange(9.0))
    (finding,) = checker.findings
    assert finding.note
    assert "did not show on these inputs" in finding.sentence


def test_a_cached_function_with_an_older_callee_is_named(tmp_path: Path) -> None:
    callee = tmp_path / "callee.py"
    callee.write_text("from numba import njit\n\n\n@njit\ndef inner(a):\n    return a.sum() * 2\n")
    script = tmp_path / "caller.py"
    script.write_text(
        "import numpy as np\nfrom callee import inner\nfrom numba import njit\n\n\n@njit(cache=True)\ndef outer(a):\n"
        "    return inner(a) + 1\n\n\nprint(outer(np.ones(3)))\n"
    )
    subprocess.run([sys.executable, str(script)], check=True, capture_output=True)
    callee.write_text(callee.read_text().replace("* 2", "* 3"))
    os.utime(callee, (time.time() + 10, time.time() + 10))
    done = subprocess.run(
        [sys.executable, "-m", "numscope", "numba", "check", str(script)],
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == 1, done.stderr
    assert "the results differ: compiled 7.0, Python 10.0" in done.stdout + done.stderr
    assert "comes from Numba's cache, which holds it with an older `inner`" in done.stdout + done.stderr
    assert "caller.outer-6.py" in done.stdout + done.stderr
