"""`nan` blames the line behind an overflow: a step, a coefficient, a function that was given to a library."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.analysis.nan.answered import report

from numscope.analysis.concepts.constants import Constant, Constants
from numscope.analysis.concepts.syntax import parsed
from numscope.analysis.nan.nonfinite import Origin
from numscope.trace import Site

pytest.importorskip("numscope._core", reason="the native core is not built")

# Program, the line to blame, a part of the sentence about it.
BEHIND = {
    "a step of a descent": (
        "RATE = 3.0\nw, x = np.ones(2), np.arange(4.0)\n"
        "for _ in range(2000):\n    w -= RATE * (w * x.sum())\nr = w.sum()",
        1,
        "steps that are too large",
    ),
    "a step of which three means on one line grow": (
        "RATE = 0.001\narea = np.arange(200.0)\nslope = start = 0.0\n"
        "def gradient(slope, start):\n    error = slope * area + start - 2 * area - 30\n"
        "    return np.mean(error**2), 2 * np.mean(error * area), 2 * np.mean(error)\n"
        "for _ in range(400):\n    loss, by_slope, by_start = gradient(slope, start)\n"
        "    slope -= RATE * by_slope\n    start -= RATE * by_start\nr = float(slope)",
        1,
        "steps that are too large",
    ),
    "an exponential that became 0": (
        "cost = np.array([[1.0, 30.0], [2.0, 40.0]])\nkernel = np.exp(-cost / 0.02)\n"
        "shares = kernel / kernel.sum(axis=0)\nr = shares.sum()",
        2,
        "makes 0 of exp of numbers down to -2000: too small for float64; line 3 makes NaN of it",
    ),
    "an exponent of which one summand is nearly all": (
        "seconds = np.array([60.0, 1800.0, 900.0])\nshift = seconds * 1.0\n"
        "linear = np.array([1.5, -2.0, 0.3]) + shift\ncounts = np.exp(linear)\nr = (counts / counts.sum()).max()",
        2,
        "gives 1800 of the exponent 1798, whose exponential is too large; line 4 makes NaN of it",
    ),
    "an exponent of two large summands": (
        "first, second = np.arange(3.0) * 300, np.arange(3.0) * 350\nboth = first + second\n"
        "counts = np.exp(both)\nr = (counts / counts.sum()).max()",
        3,
        "overflows: exp of numbers up to 1300",
    ),
    "a step that is an attribute": (
        "class Walk:\n    def __init__(self, step=0.1):\n        self.step, self.x = None, np.ones(3)\n"
        "        self.step = step\n    def go(self):\n        self.x = self.x - self.step * 4 * self.x\n"
        "walk = Walk(step=2.0)\nfor _ in range(600):\n    walk.go()\nr = walk.x.sum()",
        7,
        "in line 6",
    ),
    "a step that is a default": (
        "def go(x, step=2.5):\n    return x + step * x\nx = np.ones(3)\n"
        "for _ in range(1200):\n    x = go(x)\nr = x.sum()",
        2,  # nothing is updated there: what overflows is to blame
        "overflows",
    ),
    "a range that passes its end by a rounding": (
        "rays = np.arange(0.3, 2.7, 0.1)\nangle = np.arcsin(rays / 2.7)\nr = angle.sum()",
        1,
        "its last number is 2.7000000000000006, the end 2.7; line 2 makes NaN of it",
    ),
    "a range that ends before its end": (
        "rays = np.arange(0.0, 2.7, 0.1)\nangle = np.arcsin(rays / 2.5)\nr = angle.sum()",
        2,
        "takes arcsin of",
    ),
    "a condition that nothing fulfils": (
        "x = np.arange(5.0)\nleft = x[x > 9]\nr = left.mean()",
        2,
        "leaves none of 5 values",
    ),
    "missing values that spread to the means of rows": (
        "x = np.ones((3, 4))\nx[1, 2] = np.nan\nr = x.mean(axis=1)\nprint(r)",
        2,
        "writes 1 NaN",
    ),
    "an overflow that the program lets pass": (
        "x = np.array([1.0, 800.0])\nwith np.errstate(over='ignore'):\n    e = np.exp(x)\n"
        "    r = e / (e + 1)\nprint(r)",
        4,
        "divides infinity by infinity",
    ),
    "an overflow where all warnings are silenced": (
        "x = np.array([1.0, 800.0])\nwith np.errstate(all='ignore'):\n    e = np.exp(x)\n    r = e / (e + 1)\nprint(r)",
        3,
        "overflows",
    ),
    "data that were huge from the start": (
        "x = np.array([1e200, 1.0])\ny = x + 1\nr = y * y\nprint(r)",
        3,
        "overflows",
    ),
    "a product of integers that went round": (
        "x = np.full(24, 1003)\nwhole = np.prod(x)\nr = np.sqrt(whole)\nprint(r)",
        2,
        "leaves the range of its integers",
    ),
    "squares of small integers that went round": (
        "x = np.full(3, 200, np.int16)\nsquares = x * x\nr = np.log(squares[0])\nprint(r)",
        2,
        "40000 became -25536",
    ),
    "integers that went round long before": (
        "x = np.array([200, 1, 1, 1, 1, 1, 1], np.int16)\nsquares = x * x\ntotal = np.zeros(8)\n"
        "for i in range(7):\n    total[i + 1] = total[i] + squares[i]\nr = np.sqrt(total[7])\nprint(r)",
        2,
        "went round in 1 element of 7: 40000 became -25536",
    ),
    "the inverse of a matrix that has none": (
        "m = np.array([[1.0, 2.0], [2.0, 4.0]])\nm[1, 1] -= 1e-15\ninverse = np.linalg.inv(m)\n"
        "v = np.array([1.0, 1.0])\nr = np.sqrt(v @ inverse @ v)\nprint(r)",
        3,
        "inverts a singular matrix",
    ),
    "an inverse of large numbers that is exact": (
        "m = np.diag([1e12, -1e-12])\ninverse = np.linalg.inv(m)\nv = np.array([0.0, 1.0])\n"
        "r = np.sqrt(v @ inverse @ v)\nprint(r)",
        4,
        "square root of negative numbers",
    ),
    "a number that the steps do not depend on": (
        "SIZE = 3\nr = np.exp(np.full(SIZE, 800.0)).sum()",
        2,
        "overflows",
    ),
}


def first_blamed(tmp_path: Path, program: str) -> tuple[Origin, Site]:
    """Return the first origin of the program's NaN, and the line that is blamed for it."""
    first = report(tmp_path, program).origins[0]
    assert first.site is not None
    return first, first.site


@pytest.mark.sweep(5)
@pytest.mark.parametrize("case", BEHIND, ids=str)
def test_the_line_behind_is_blamed(tmp_path: Path, case: str) -> None:
    program, line, said = BEHIND[case]
    first, site = first_blamed(tmp_path, program)
    assert first.cause is not None
    assert (site.line, said in first.cause.sentence) == (line, True), first.cause


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("np.log(x)", "takes the logarithm of zero: its input is 0 in 2 of 4 values"),
        ("np.log10(x[1:2])", "takes the logarithm of zero: its input is 0"),
        ("np.log2(x - 1)", "takes the logarithm of negative numbers"),
        ("np.sqrt(x - 1)", "takes the square root of negative numbers"),
    ],
)
def test_statistics_say_why_where_values_were_not_kept(tmp_path: Path, line: str, sentence: str) -> None:
    program = f"x = np.array([2.0, 0.0, 3.0, 0.0])\nr = {line}\nprint(r.sum())"
    found = report(tmp_path, program, values="stats")
    assert [one.cause and one.cause.sentence for one in found.origins] == [sentence]


@pytest.mark.parametrize("called", ["total", "outer"], ids=["the function itself", "one that calls it"])
def test_an_option_that_forbids_nan_is_blamed(tmp_path: Path, called: str) -> None:
    pytest.importorskip("numba", reason="numba is not installed")
    program = (
        "import numba\n@numba.njit(fastmath=True)\ndef total(x):\n    t = 0.0\n    for v in x:\n"
        "        if not np.isnan(v):\n            t += v\n    return t\n"
        "@numba.njit\ndef outer(x):\n    return total(x) + 1.0\n"
        f"x = np.array([1.0, np.nan, 2.0])\nprint(np.float64({called}(x)))"
    )
    _, site = first_blamed(tmp_path, program)
    assert site.line == 2


# What a compiled function does, with the line that makes NaN.
COMPILED = {
    "a square root": ("r[i] = np.sqrt(x[i])", 6),
    "nothing by nothing": ("r[i] = (x[i] + 1.0) / (x[i] + 1.0)", 6),
    "two lines that may": ("r[i] = np.sqrt(x[i])\n        r[i] += np.log(x[i] + 9.0)", 6),
    "the second of two lines that may": ("r[i] = np.sqrt(x[i] + 1.0)\n        r[i] += np.log(x[i])", 7),
}


@pytest.mark.sweep(2)
@pytest.mark.parametrize("case", COMPILED, ids=str)
def test_the_one_line_of_a_compiled_function_that_may_have_no_result(tmp_path: Path, case: str) -> None:
    pytest.importorskip("numba", reason="numba is not installed")
    body, line = COMPILED[case]
    program = (
        "import numba\n@numba.njit(error_model='numpy')\ndef roots(x):\n    r = np.empty(x.size)\n"
        f"    for i in range(x.size):\n        {body}\n    return r\nx = np.array([4.0, -1.0])\nprint(roots(x).sum())"
    )
    _, site = first_blamed(tmp_path, program)
    assert site.line == line


# What a compiled function does with an array filled with NaN, the line, and whether a remainder is what it leaves.
BLOCKS = {
    "whole blocks": (
        "blocks = x.size // width\n    for k in range(blocks):\n        r[k * width : (k + 1) * width] = x[k]",
        5,
        True,
    ),
    "half windows at both ends": (
        "h = width // 2\n    for i in range(h, x.size - h):\n        r[i] = x[i]",
        9,
        False,
    ),
}


@pytest.mark.parametrize("case", BLOCKS, ids=str)
def test_a_remainder_that_a_compiled_function_drops(tmp_path: Path, case: str) -> None:
    pytest.importorskip("numba", reason="numba is not installed")
    body, line, drops = BLOCKS[case]
    program = (
        f"import numba\n@numba.njit\ndef ones(x, width):\n    r = np.full(x.size, np.nan)\n    {body}\n    return r\n"
        "print(ones(np.arange(50.0), 8).sum())"
    )
    origin, site = first_blamed(tmp_path, program)
    assert site.line == line
    said = "" if origin.cause is None else origin.cause.sentence
    assert ("drops the remainder: 6 whole blocks of 8" in said) == drops


@pytest.mark.parametrize("formula", ["arccos(jnp.dot(v, star))", "linalg.norm(v - star)"])
def test_an_infinite_slope_inside_a_compiled_function(tmp_path: Path, formula: str) -> None:
    pytest.importorskip("jax.numpy", reason="JAX is not installed")
    program = (
        "import jax\nimport jax.numpy as jnp\nstar = jnp.array([1.0, 0.0])\n"
        f"def miss(v):\n    return jnp.{formula}\n"
        "@jax.jit\ndef step(v):\n    return v - 0.1 * jax.grad(miss)(v)\nprint(float(step(star)[1]))"
    )
    _, site = first_blamed(tmp_path, program)
    assert site.line == 5


KEPT = (
    "import polars as pl\n"
    "t = pl.DataFrame({'g': [1, 1, 2, 2], 'x': [1.0, 1.0, 2.0, 5.0], 'y': [1.0, 2.0, 3.0, 4.0]})\n"
    "found = t.group_by('g').agg(pl.corr('x', 'y').alias('skill'))\n"
    "found = found.drop_nulls('skill')\n"
    "for row in found.select(pl.col('skill').mean()).iter_rows():\n    print(row)"
)


def test_nan_that_dropping_nulls_leaves(tmp_path: Path) -> None:
    pytest.importorskip("polars", reason="polars is not installed")
    first, site = first_blamed(tmp_path, KEPT)
    assert first.cause is not None
    assert (site.line, first.cause.sentence) == (
        4,
        "leaves 1 NaN: `drop_nulls` takes only null for missing; line 3 makes NaN of it",
    )
    assert not report(tmp_path / "..", KEPT.replace("drop_nulls", "drop_nans")).found


def test_a_function_given_to_a_library_is_blamed(tmp_path: Path) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    program = (
        "import pandas as pd\ntable = pd.DataFrame({'a': [1.0, 0.0, 4.0]})\nchange = np.log\n"
        "r = table['a'].apply(change).sum()"
    )
    first, site = first_blamed(tmp_path, program)
    assert first.cause is not None
    assert site.line == 3
    assert first.cause.sentence.startswith("gives `log` to pandas, which takes the logarithm of zero")


def test_coefficients_of_a_recursion_are_blamed(tmp_path: Path) -> None:
    pytest.importorskip("scipy.signal", reason="SciPy is not installed")
    program = (
        "from scipy.signal import lfilter\nweights = np.array([1.0, -2.5])\n"
        "r = lfilter([1.0], weights, np.ones(1200)).mean()"
    )
    first, site = first_blamed(tmp_path, program)
    assert first.cause is not None
    assert site.line == 2
    assert "1 of 1 poles lie outside the unit circle (up to 2.5)" in first.cause.sentence


def test_labels_without_a_partner_beside_missing_values(tmp_path: Path) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    program = (
        "import pandas as pd\ntable = pd.DataFrame(\n {'zone': [1.0, 2.0, 3.0], 'moved': [None, 3.0, 1.0]}\n)\n"
        "rows = table['moved'].notna()\n"
        "table.loc[rows, ['zone']] = table.loc[rows, ['moved']]\n"
        "print(table['zone'].to_numpy().sum())"
    )
    first, site = first_blamed(tmp_path, program)
    assert (site.line, first.nans) == (6, 2)


@pytest.mark.sweep(2)
@pytest.mark.parametrize("stored", ["np.nan", "table['b']", "table['b'].to_numpy()[1:]", "1.0"])
def test_missing_values_that_are_stored_are_not_new(tmp_path: Path, stored: str) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    program = (
        "import pandas as pd\ntable = pd.DataFrame({'a': [1.0, 2.0, 3.0], 'b': [np.nan, 3.0, 1.0]})\n"
        f"table.loc[table['b'] > 0, 'a'] = {stored}\nprint(table['b'].to_numpy().sum())"
    )
    found = report(tmp_path, program)
    assert [one.site and one.site.line for one in found.origins] == [2]


def test_missing_categories_are_missing_values(tmp_path: Path) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    program = (
        "import pandas as pd\nclasses = pd.cut(pd.Series([0.0, 1.0, 2.0]), [0, 1, 2], labels=['a', 'b'])\n"
        "prices = classes.map({'a': 1.5, 'b': 2.5}).astype(float)\nr = prices.to_numpy().sum()"
    )
    found = report(tmp_path, program)
    assert [(one.site and one.site.line, one.nans) for one in found.origins] == [(2, 1)]


def test_missing_categories_that_are_dropped_are_no_finding(tmp_path: Path) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    program = (
        "import pandas as pd\nclasses = pd.cut(pd.Series([0.0, 1.0, 2.0]), [0, 1, 2], labels=['a', 'b'])\n"
        "r = classes.dropna().value_counts()"
    )
    assert not report(tmp_path, program).found


def test_numbers_in_a_named_tuple_are_followed(tmp_path: Path) -> None:
    stats = pytest.importorskip("scipy.stats", reason="SciPy is not installed")
    assert np.isnan(stats.ttest_ind([1.0], [2.0]).pvalue)
    program = (
        "from scipy import stats\nfound = stats.ttest_ind(np.ones(1), np.zeros(1))\n"
        "values = [0.5, float(found.pvalue)]\nr = np.log(values).sum()"
    )
    _, site = first_blamed(tmp_path, program)
    assert site.line == 2


CONSTANTS = """
RATE = -0.5
def fit(data, rate=RATE, rounds=3):
    step = rate
    return step
class Model:
    width: float = 2.0
    def __init__(self, depth):
        self.depth = depth
fit([1])
a = fit([1], 0.25)
b = Model(depth=7)
c = Model(1) if a else None
"""


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("RATE", Constant(2, -0.5, "RATE")),
        ("self.width", Constant(7, 2.0, "width")),
        ("self.depth", None),  # 7 or 1
        ("rounds", None),  # no name of the module
        ("3.5", Constant(1, 3.5, "")),
        ("1 + 2", None),
    ],
)
def test_the_number_behind_an_expression(expression: str, found: Constant | None) -> None:
    import ast

    node = ast.parse(expression, mode="eval").body
    assert Constants(parsed(CONSTANTS)).behind(node) == found


def test_the_number_behind_a_parameter_is_what_calls_give() -> None:
    import ast

    text = CONSTANTS.replace("fit([1])\n", "")
    name = next(
        node.value
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Return) and node.value is not None
    )
    assert Constants(parsed(text)).behind(name) == Constant(10, 0.25, "rate")


LOST = {
    "text that was made of floats": (
        "t = pd.DataFrame({'room': [1.0, 2.0, 3.0], 'size': [4.0, 5.0, 6.0]})\n"
        "t['room'] = t['room'].astype(str)\n"
        "found = t['room'].map({'1': 3.5, '2': 4.5, '3': 5.5})\nr = (found * t['size']).to_numpy().sum()\nprint(r)",
        2,
        "makes text of floats: 1 becomes '1.0'",
    ),
    "an index that is made anew": (
        "t = pd.DataFrame({'a': [1.0, 2.0, 3.0]}, index=[7, 2, 9])\nguess = pd.Series(t['a'].to_numpy() * 2)\n"
        "r = (guess - t['a']).to_numpy().mean()\nprint(r)",
        2,
        "numbers its 3 rows anew from 0",
    ),
    "a column that is put into a table with new labels": (
        "t = pd.DataFrame({'a': [1.0, 2.0, 3.0]}, index=[7, 2, 9])\nr = pd.DataFrame({'g': t['a'].to_numpy() * 2})\n"
        "r['b'] = t['a']\nprint(r['b'].to_numpy().mean())",
        3,
        "aligns by label with 3 rows that line 2 numbers from 0",
    ),
    "masks that are left behind": (
        "x = np.array([1.0, np.nan, 3.0])\nmasked = np.ma.masked_invalid(x)\n"
        "both = np.concatenate([masked, masked])\nr = both.mean()\nprint(r)",
        3,
        "loses the masks of 2 masked arrays",
    ),
}


@pytest.mark.sweep(2)
@pytest.mark.parametrize("case", LOST, ids=str)
def test_the_line_that_lost_what_belongs_to_the_data(tmp_path: Path, case: str) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    program, line, said = LOST[case]
    first, site = first_blamed(tmp_path, f"import pandas as pd; {program}")
    assert first.cause is not None
    assert (site.line, said in first.cause.sentence) == (line, True), first.cause


def test_coordinates_of_two_precisions(tmp_path: Path) -> None:
    pytest.importorskip("xarray", reason="xarray is not installed")
    program = (
        "import xarray as xr\nlat = np.array([0.1, 0.2, 0.5, 0.7])\n"
        "rate = xr.DataArray([1.0, 2.0, 3.0, 4.0], coords={'lat': lat}, dims='lat').where(lambda one: one > 3.5)\n"
        "rate = rate.reindex(lat=[0.1, 0.2, 0.5, 0.8])\n"
        "area = xr.DataArray(np.ones(4), coords={'lat': rate.lat.values.astype(np.float32)}, dims='lat')\n"
        "weighted = rate * area\nr = float(weighted.sum(skipna=False))\nprint(r)"
    )
    first, site = first_blamed(tmp_path, program)
    assert first.cause is not None
    assert (site.line, first.cause.sentence) == (
        6,
        "aligns both sides by label and keeps 1 of 4 on an axis: `lat` is float32 and float64",
    )
