"""`nan` blames the line that set a fault up, where another line met it: a start, an optimiser, an object, a picture."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.analysis.nan.answered import blamed, first, report

import numscope
from numscope.analysis.concepts.syntax import parsed
from numscope.analysis.nan.compiled_lines import _divisions
from numscope.analysis.nan.nonfinite import find_nonfinite

pytest.importorskip("numscope._core", reason="the native core is not built")

MODEL = (
    "from scipy.optimize import curve_fit, minimize\n"
    "def model(x, start, rate):\n    return start * np.exp(rate * x)\n"
    "x = np.arange(0.0, 2000.0, 10.0)\ny = model(x, 3.0, 0.002)\n"
)
POISSON = (
    "import statsmodels.api as sm\nways = np.array([2.0, 0.0, 3.0, 4.0])\noffset = np.log(ways)\n"
    "model = sm.GLM(np.arange(4.0), np.ones((4, 1)), family=sm.families.Poisson(), offset=offset)\n"
)


@pytest.mark.filterwarnings("ignore")
def test_a_search_that_starts_where_nothing_is_finite(tmp_path: Path) -> None:
    pytest.importorskip("scipy.optimize", reason="SciPy is not installed")
    found = report(
        tmp_path, f"{MODEL}best, _ = curve_fit(model, x, y)\nr = np.abs(model(x, *best) - y).max()\n"
    )
    assert blamed(found)[0] == 6
    assert found.origins[0].cause is not None
    assert "no `p0` is given, so every parameter is 1" in found.origins[0].cause.sentence


@pytest.mark.filterwarnings("ignore")
def test_another_search_with_a_start_of_its_own(tmp_path: Path) -> None:
    pytest.importorskip("scipy.optimize", reason="SciPy is not installed")
    program = (
        f"{MODEL}def cost(p):\n    return np.square(model(x, *p) - y).sum()\n"
        "best = minimize(cost, x0=[1.0, 5.0])\nr = np.abs(model(x, *best.x) - y).max()\n"
    )
    found = report(tmp_path, program)
    assert blamed(found)[0] == 8
    assert found.origins[0].cause is not None
    assert "no `" not in found.origins[0].cause.sentence


@pytest.mark.filterwarnings("ignore")
def test_a_search_that_gets_away_is_not_blamed(tmp_path: Path) -> None:
    """The line overflows later, far from any search: nothing is wrong with where that started."""
    pytest.importorskip("scipy.optimize", reason="SciPy is not installed")
    program = f"{MODEL}best, _ = curve_fit(model, x, y, p0=[2.0, 0.001])\nr = model(1e6, *best).max()\n"
    assert blamed(report(tmp_path, program)) == [3]


@pytest.mark.filterwarnings("ignore")
def test_an_optimiser_whose_eps_is_lost(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    program = (
        "import torch\nw = torch.nn.Parameter(torch.ones(4, dtype=torch.float16))\n"
        "optimizer = torch.optim.Adam([w], lr=0.1)\nfor _ in range(2):\n    loss = (w[:2] * 1e-3).sum()\n"
        "    optimizer.zero_grad()\n    loss.backward()\n    optimizer.step()\nprint(w.sum().item())\n"
    )
    found = report(tmp_path, program)
    assert blamed(found)[:1] == [3]
    assert found.origins[0].cause is not None
    assert "its step (line 8) divides by zero" in found.origins[0].cause.sentence


@pytest.mark.filterwarnings("ignore")
def test_what_an_object_holds_and_its_library_refuses(tmp_path: Path) -> None:
    pytest.importorskip("statsmodels.api", reason="statsmodels is not installed")
    found = report(tmp_path, f"{POISSON}fit = model.fit()\n", refused=(ValueError,))
    assert blamed(found) == [3]
    assert found.origins[0].end is not None
    assert found.origins[0].end.name.endswith("GLM.fit")


@pytest.mark.filterwarnings("ignore")
def test_what_an_object_holds_and_nobody_refuses(tmp_path: Path) -> None:
    pytest.importorskip("statsmodels.api", reason="statsmodels is not installed")
    assert not report(tmp_path, POISSON).found


def test_what_a_library_tries_and_catches_is_no_refusal(tmp_path: Path) -> None:
    """This loader tries whether all columns are numbers; names are none."""
    pytest.importorskip("statsmodels.api", reason="statsmodels is not installed")
    program = (
        "from statsmodels.datasets import fertility\ndata = fertility.load_pandas().data\n"
        "print(data[['1960', '1961']].dropna().to_numpy().mean())\n"
    )
    assert not report(tmp_path, program).found


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("function", "compiled"), [("sqrt", False), ("sqrt", True), ("square", True)])
def test_a_gradient_where_the_function_has_an_infinite_slope(
    tmp_path: Path, function: str, compiled: bool
) -> None:
    """A square has a finite slope everywhere: then nothing is wrong. Compiled code shows lines in its first call."""
    pytest.importorskip("jax", reason="JAX is not installed")
    program = (
        "import jax, jax.numpy as jnp\ndef length(x):\n"
        f"    long = jnp.{function}((x * x).sum())\n"
        "    return long + jnp.sqrt(jnp.exp(x[0])) / jnp.exp(x[1])\n"
        f"slope = {'jax.jit' if compiled else ''}(lambda x: jax.grad(length)(x))\n"
        "for x in (jnp.ones(3), jnp.zeros(3)):\n    r = np.asarray(slope(x)).sum()\n"
    )
    found = report(tmp_path, program)
    assert blamed(found) == ([3] if function == "sqrt" else [])
    if found.origins:
        assert found.origins[0].cause is not None
        assert "infinite slope" in found.origins[0].cause.sentence


def test_a_gradient_of_a_simulation_that_starts_at_rest(tmp_path: Path) -> None:
    """Of two square roots the one of the speed, which starts as zeros, has no slope; both are compiled before."""
    pytest.importorskip("jax", reason="JAX is not installed")
    program = (
        "import jax, jax.numpy as jnp\ndef drag(v):\n    return -jnp.sqrt(jnp.sum(v * v)) * v\n"
        "def lift(x):\n    return jnp.sqrt(1.0 + jnp.sum(x * x))\n"
        "@jax.jit\ndef fly(k):\n    def step(i, state):\n        x, v = state\n"
        "        return x + 0.1 * v, v + 0.1 * (drag(v) - k * x / lift(x))\n"
        "    x, _ = jax.lax.fori_loop(0, 3, step, (jnp.array([1.0, 2.0]), k * jnp.zeros(2)))\n"
        "    return jnp.sum(x)\nprint(fly(0.5))\nslope = jax.jit(jax.grad(fly))\nprint(np.asarray(slope(0.5)).sum())\n"
    )
    found = report(tmp_path, program)
    assert blamed(found)[0] == 3
    assert found.origins[0].cause is not None
    assert "infinite slope: sqrt" in found.origins[0].cause.sentence


def test_a_gradient_beside_a_square_that_has_a_slope_everywhere(tmp_path: Path) -> None:
    pytest.importorskip("jax", reason="JAX is not installed")
    program = (
        "import jax, jax.numpy as jnp\ndef turn(x):\n    angle = jnp.arctan2(x[0], x[1])\n"
        "    angle = jnp.where((x == 0).all(), 0.0, angle)\n    return angle + jnp.sum(x**2)\n"
        "r = np.asarray(jax.grad(turn)(jnp.zeros(2))).sum()\nprint(r)\n"
    )
    found = report(tmp_path, program)
    assert blamed(found) == [3]


def test_a_gradient_of_states_that_are_never_reached(tmp_path: Path) -> None:
    """The first line that adds up nothing but -inf; the logarithm of constants has no slope to be infinite."""
    pytest.importorskip("jax", reason="JAX is not installed")
    program = (
        "import jax, jax.numpy as jnp\nallowed = np.array([[1, 0], [1, 0]], bool)\ndef chance(moves):\n"
        "    moves = jnp.where(allowed, moves, -jnp.inf)\n    state = jnp.log(jnp.array([0.5, 0.5]))\n"
        "    for _ in range(2):\n        state = jax.nn.logsumexp(state[:, None] + moves, axis=0)\n"
        "    return jax.nn.logsumexp(state)\nprint(np.asarray(jax.grad(chance)(jnp.zeros((2, 2)))).sum())\n"
    )
    found = report(tmp_path, program)
    assert blamed(found) == [7]
    assert found.origins[0].cause is not None
    assert "has no slope where all that `logsumexp` adds up is -inf" in found.origins[0].cause.sentence


@pytest.mark.parametrize("dummies", ["all_of_them", "all_but_one"])
def test_errors_of_a_fit_to_columns_that_depend_on_each_other(tmp_path: Path, dummies: str) -> None:
    pytest.importorskip("statsmodels.api", reason="statsmodels is not installed")
    program = (
        "import statsmodels.api as sm\nrng = np.random.default_rng(3)\nkind = rng.integers(0, 3, 90)\n"
        f"columns = np.eye(3)[kind][:, {'' if dummies == 'all_of_them' else '1'}:]\n"
        "x = sm.add_constant(columns, has_constant='add')\n"
        "model = sm.Logit((rng.random(90) < 0.3 + 0.2 * kind).astype(float), x)\n"
        "fit = model.fit(method='bfgs', maxiter=100, disp=False)\nprint(fit.bse.sum())\n"
    )
    found = report(tmp_path, program)
    assert blamed(found) == ([7] if dummies == "all_of_them" else [])
    if found.origins:
        assert found.origins[0].cause is not None
        assert "4 columns of which 4 depend on each other" in found.origins[0].cause.sentence


def test_infinities_of_what_leaves_nan_out(tmp_path: Path) -> None:
    """Half precision raises no flag in sums."""
    program = "x = np.full((300, 2), 280.0, np.float16)\nx[3, 0] = np.nan\nr = np.nanmean(x, axis=0)\nprint(r.max())"
    assert blamed(report(tmp_path, program))[0] == 3


def test_infinities_that_take_the_place_of_nan_are_not_new(tmp_path: Path) -> None:
    program = "x = np.array([1.0, np.nan])\nr = np.nan_to_num(x, nan=np.inf).max()"
    assert [origin.kind for origin in report(tmp_path, program).origins if origin.kind == "made"] == []


def test_a_table_that_was_read_from_text(tmp_path: Path) -> None:
    """The reader is given an object, so what runs inside it stands for itself: its effect is the reader's."""
    program = (
        "import io\ntext = io.StringIO('1,2cm,3\\n4,5cm,6')\ntable = np.genfromtxt(text, delimiter=',')\n"
        "part = table[:, :2]\nr = np.linalg.norm(part - 1.0, axis=1) < 9\n"
    )
    assert blamed(report(tmp_path, program)) == [3]


def test_an_object_that_is_called_by_a_name_of_the_program(tmp_path: Path) -> None:
    pytest.importorskip("scipy.interpolate", reason="SciPy is not installed")
    program = (
        "from scipy.interpolate import interp1d\n"
        "depth = interp1d([0.0, 1.0, 2.0], [1.0, 3.0, 2.0], bounds_error=False)\n"
        "r = depth(np.array([-1.0, 0.5, 3.0])).mean()\n"
    )
    found = report(tmp_path, program)
    assert blamed(found) == [2]
    assert found.origins[0].cause is not None
    assert (
        "(`bounds_error=False`): 2 values lie there; line 3 makes NaN of it"
        in found.origins[0].cause.sentence
    )


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("line", "blamed_line"),
    [
        ("np.maximum.accumulate(x)[-1]", 3),
        ("np.cumsum(x)[-1]", 3),
        ("np.fmax.accumulate(x)[-1] + x[1]", 2),
        ("x.mean()", 2),
    ],
)
def test_a_line_that_spreads_a_missing_value(tmp_path: Path, line: str, blamed_line: int) -> None:
    """Where it stays one, the data is to blame."""
    found = report(tmp_path, f"x = np.arange(9.0)\nx[1] = np.nan\nr = {line}\nprint(r + 1.0)\n")
    assert blamed(found)[0] == blamed_line


@pytest.mark.filterwarnings("ignore")
def test_a_function_that_could_leave_missing_values_out(tmp_path: Path) -> None:
    pytest.importorskip("scipy.stats", reason="SciPy is not installed")
    program = (
        "from scipy import stats\nx = np.arange(9.0)\nx[1] = np.nan\n"
        "t, p = stats.ttest_ind(x, np.arange(3.0, 12.0){})\nprint(t + 1.0)\n"
    )
    found = report(tmp_path, program.format(""))
    assert blamed(found)[0] == 4
    (tmp_path / "omit").mkdir()
    assert not report(tmp_path / "omit", program.format(", nan_policy='omit'")).found


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("statement", "line"),
    [
        ("table[['a']].fillna(0.0, inplace=True)", 3),
        ("table.describe()", 2),
    ],
)
def test_missing_values_that_are_filled_in_a_copy(tmp_path: Path, statement: str, line: int) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    program = (
        "import pandas as pd\ntable = pd.DataFrame({'a': [1.0, np.nan], 'b': [np.nan, np.nan]})\n"
        f"{statement}\nr = table['a'].to_numpy().sum()\n"
    )
    assert blamed(report(tmp_path, program))[0] == line


def test_windows_of_which_none_is_full(tmp_path: Path) -> None:
    """Nothing is left of the numbers; comparisons take that for false."""
    pytest.importorskip("pandas", reason="pandas is not installed")
    program = (
        "import pandas as pd\ns = pd.Series(np.arange(12.0)).mask(np.arange(12) % 3 == 1)\n"
        "smooth = s.rolling({}).mean()\nr = (smooth > 4).sum()\n"
    )
    assert blamed(report(tmp_path, program.format(3))) == [3]
    (tmp_path / "full").mkdir()
    assert not report(tmp_path / "full", program.format("3, min_periods=1")).found


def test_missing_values_in_a_picture_stay_there(tmp_path: Path) -> None:
    matplotlib = pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    matplotlib.use("Agg")
    program = (
        "import matplotlib.pyplot as plt\nx = np.linspace(1.0, 9.0, 20)\ny = x**2\ny[4:8] = np.nan\n"
        f"figure, axes = plt.subplots()\naxes.semilogy(x, y)\nfigure.savefig({str(tmp_path / 'a.png')!r})\n"
    )
    assert not report(tmp_path, program).found


@pytest.mark.parametrize("plot", ["axes.plot({})", "{}.plot(ax=axes)"])
def test_a_picture_begins_with_a_gap_and_shows_what_was_made(tmp_path: Path, plot: str) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    matplotlib = pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    matplotlib.use("Agg")
    program = (
        "import pandas as pd\nimport matplotlib.pyplot as plt\ns = pd.Series(np.arange(40.0))\n"
        "axes = plt.subplots()[1]\nsmooth = {}\n"
    )
    assert not report(tmp_path, f"{program.format('s.rolling(5).mean()')}{plot.format('smooth')}\n").found
    (tmp_path / "made").mkdir()
    assert blamed(
        report(tmp_path / "made", f"{program.format('np.log(s - 9)')}{plot.format('smooth')}\n")
    ) == [5]


def test_compiled_code_that_makes_many_nan_of_one_is_not_to_blame(tmp_path: Path) -> None:
    """A picture's compiled code moves each corner of an ellipse by a matrix with its height."""
    pytest.importorskip("matplotlib.pyplot", reason="matplotlib is not installed")
    program = (
        "import matplotlib\nmatplotlib.use('Agg')\nimport matplotlib.pyplot as plt\n"
        "from matplotlib.patches import Ellipse\naxes = plt.figure().add_subplot()\n"
        "share = np.array([0.5, 1.5])\nheight = np.sqrt(1 - share)\n"
        "for one in height:\n    axes.add_patch(Ellipse((0, 0), width=1.0, height=one))\n"
    )
    assert blamed(report(tmp_path, program)) == [7]


def test_a_first_row_that_has_none_before_it_may_be_drawn(tmp_path: Path) -> None:
    """How far a point is from those before it in the order of OPTICS: of the first one, infinity."""
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    matplotlib = pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    matplotlib.use("Agg")
    program = (
        "import matplotlib.pyplot as plt\nfrom sklearn.cluster import OPTICS\n"
        "x = np.random.default_rng(0).normal(size=(60, 2))\nclusters = OPTICS(min_samples=5).fit(x)\n"
        "distance = clusters.reachability_[clusters.ordering_]\nplt.subplots()[1].plot(distance)\n"
    )
    assert not report(tmp_path, program).found


TWO = (
    "def slope(start, end):\n    return (end[1] - start[1]) / (end[0] - start[0])\n"
    "def scan(corners, beams):\n    total = 0.0\n    for i in range(beams):\n"
    "        total += slope(corners[i], corners[(i + 1) % len(corners)]) / beams\n    return total\n"
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(a, b):\n    return b / a\n", (2, "f")),
        ("def f(a, b):\n    return b / 2\n", None),
        (
            "def f(a, b):\n    w = b / a\n    return 1 / (w - a)\n",
            (2, "f"),
        ),  # what follows divides by its result
        ("def f(a, b):\n    w = b / a\n    return 1 / (b - a)\n", None),  # either may be zero
        (TWO.replace("scan", "f"), (2, "slope")),  # `beams` is a number, and no zero
        ("def g(a):\n    return 1 / a\ndef g(a):\n    return 2 / a\ndef f(a, b):\n    return g(a)\n", None),
    ],
)
def test_the_line_of_compiled_functions_that_divides(text: str, found: tuple[int, str] | None) -> None:
    """The second argument is a number other than zero."""
    assert _divisions(parsed(text), "f", frozenset({1})) == found


@pytest.mark.filterwarnings("ignore")
def test_an_object_that_was_made_to_answer_nan_outside_its_data(tmp_path: Path) -> None:
    pytest.importorskip("sklearn.isotonic", reason="scikit-learn is not installed")
    made = "from sklearn.isotonic import IsotonicRegression\nmodel = IsotonicRegression({})\n"
    used = (
        "model.fit(np.arange(5.0), np.arange(5.0) ** 2)\nfirst = model.predict(np.arange(3.0)).sum()\n"
        "second = model.predict(np.array([1.0, 7.0, -2.0])).sum()\nprint(first, second)\n"
    )
    found = report(tmp_path, made.format("") + used)
    assert blamed(found) == [2]
    assert found.origins[0].cause is not None
    assert (
        "(`out_of_bounds='nan'`, the default): 2 values lie there; line 5" in found.origins[0].cause.sentence
    )
    two = f"{made.format('')}other = IsotonicRegression(y_min=0.0)\n{used}"
    (tmp_path / "two").mkdir()
    assert blamed(report(tmp_path / "two", two)) == [6], "either may be meant"


@pytest.mark.filterwarnings("ignore")
def test_interpolators_that_were_made_to_answer_nan_outside_their_points(tmp_path: Path) -> None:
    pytest.importorskip("scipy.interpolate", reason="SciPy is not installed")
    program = (
        "from scipy.interpolate import CubicSpline, interp1d\nfrom scipy.ndimage import uniform_filter1d\n"
        "x = np.arange(5.0)\nasked = np.array([1.0, 7.0])\n"
        "whole = CubicSpline(x, x**2)\nspline = CubicSpline(x, x**2, extrapolate=False)\n"
        "lines = interp1d(x, x**2, bounds_error=False)\n"
        "smooth = uniform_filter1d(lines(np.linspace(0.0, 9.0, 40)), 5)\n"
        "print(whole(asked).sum(), spline(asked).sum(), smooth.sum())\n"
    )
    assert sorted(blamed(report(tmp_path, program))) == [6, 7]


@pytest.mark.filterwarnings("ignore")
def test_a_fill_that_has_nothing_to_go_by_is_not_blamed(tmp_path: Path) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    program = (
        "import pandas as pd\nends = pd.date_range('2024-01-31', periods=6, freq='ME')\n"
        "rows = pd.Series(np.arange(6.0), ends)\ncalendar = rows.asfreq('MS')\n"
        "full = calendar.interpolate(limit_area='inside')\nprint(float(full.to_numpy() @ full.to_numpy()))\n"
    )
    assert blamed(report(tmp_path, program))[0] == 4


def test_windows_that_are_never_full(tmp_path: Path) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    program = (
        "import pandas as pd\nweeks = pd.Series(np.arange(9.0), pd.date_range('2024-01-07', periods=9, freq='W'))\n"
        "weeks.iloc[4] = {}\nwindows = weeks.rolling(window=3, closed='neither')\nmeans = windows.mean()\n"
        "print(float(means.to_numpy() @ means.to_numpy()))\n"
    )
    found = report(tmp_path, program.format(4.0))
    assert blamed(found)[0] == 4
    assert found.origins[0].cause is not None
    assert (
        "`rolling(window=3, closed='neither')`: all 9 windows hold fewer" in found.origins[0].cause.sentence
    )
    (tmp_path / "missing").mkdir()
    assert 4 not in blamed(report(tmp_path / "missing", program.format("np.nan"))), "a missing value is why"


@pytest.mark.filterwarnings("ignore")
def test_zeros_that_an_activation_made_of_negative_numbers(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    program = (
        "import torch\nheads = torch.linspace(-1.0, 1.0, 5)\nspread = torch.{}(heads)\n"
        "loss = (torch.log(2 * spread) + 1.0 / spread).sum()\nprint(float(loss - loss))\n"
    )
    assert blamed(report(tmp_path, program.format("relu")))[0] == 3
    (tmp_path / "other").mkdir()
    assert blamed(report(tmp_path / "other", program.format("round")))[0] == 4
    (tmp_path / "more").mkdir()
    more_zeros = (
        "import torch\nheads = torch.linspace(-1.0, 1.0, 5)\nspread = torch.relu(heads)\n"
        "loss = (spread / (spread - spread)).sum()\nprint(float(loss))\n"
    )
    assert blamed(report(tmp_path / "more", more_zeros)) == [4]


@pytest.mark.filterwarnings("ignore")
def test_a_limit_that_is_infinite_is_not_to_blame_for_nan_that_it_meets(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    program = (
        "import torch\nfor values in ([1.0, 2.0], [-1.0, 2.0]):\n    steps = torch.log(torch.tensor(values))\n"
        "    scale = torch.clamp(float('inf') / torch.linalg.vector_norm(steps), max=1.0)\n"
        "    print(float((steps * scale).sum()))\n"
    )
    assert blamed(report(tmp_path, program)) == [3]


@pytest.mark.filterwarnings("ignore")
def test_what_a_library_computes_of_an_empty_table(tmp_path: Path) -> None:
    pytest.importorskip("xarray", reason="xarray is not installed")
    program = (
        "import xarray as xr\nnorth = np.arange(50.0, 40.0, -1.0)\n"
        "field = xr.DataArray(np.ones((2, 10)), {'time': [0, 1], 'north': north}, ('time', 'north'))\n"
        "part = field.sel(north=slice(42.0, 46.0))\nmeans = part.weighted(part.north).mean('north')\n"
        "print(float((means - means).mean(skipna=False)))\n"
    )
    assert blamed(report(tmp_path, program))[0] == 4


@pytest.mark.filterwarnings("ignore")
def test_numbers_that_a_function_is_never_defined_for_are_not_the_starts_fault(tmp_path: Path) -> None:
    pytest.importorskip("scipy.optimize", reason="SciPy is not installed")
    program = (
        "from scipy.optimize import curve_fit\nfrom numpy import power\ndef flow(level, scale, exponent):\n"
        "    return scale * power(level - 1.0, exponent)\nlevel = np.array([0.5, 1.5, 2.0, 3.0])\n"
        "found, _ = curve_fit(flow, level, level**2, p0=[2.0, 1.5])\nprint(flow(level, *found).sum())\n"
    )
    assert blamed(report(tmp_path, program))[0] == 4


@pytest.mark.filterwarnings("ignore")
def test_an_overflow_behind_a_cosine_is_not_one_of_degrees(tmp_path: Path) -> None:
    program = (
        "start = np.radians(40.0)\nturn = np.cos(np.linspace(0.0, 30.0, 50) - start)\n"
        "grown = np.exp(900.0 * turn)\nprint((grown / grown).sum())\n"
    )
    assert blamed(report(tmp_path, program))[0] == 3


@pytest.mark.filterwarnings("ignore")
def test_a_table_without_labels_that_is_pivoted(tmp_path: Path) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    program = (
        "import pandas as pd\nz = np.array([2.0, 3.0, 4.0])\n"
        "rows = pd.DataFrame({'x': ['a', 'a', 'b'], 'y': [1, 2, 1], 'z': z})\n"
        "table = rows.pivot(index='x', columns='y', values='z')\nprint(float(table.to_numpy().sum()))\n"
    )
    assert blamed(report(tmp_path, program))[0] == 4


@pytest.mark.filterwarnings("ignore")
def test_a_number_that_stands_for_a_missing_value_and_was_read_as_one(tmp_path: Path) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    program = (
        "import io\nimport pandas as pd\ntable = pd.read_csv(io.StringIO('flow\\n2.5\\n{}\\n3.5\\n'))\n"
        "logs = np.log(table['flow'].to_numpy())\nprint(logs.sum())\n"
    )
    assert blamed(report(tmp_path, program.format(-999)))[0] == 3
    (tmp_path / "other").mkdir()
    assert blamed(report(tmp_path / "other", program.format(-3))) == [4], "a reading like any other"


def test_masks_that_are_lost_where_arrays_are_made_one(tmp_path: Path) -> None:
    program = (
        "days = np.ma.masked_invalid(np.array([[1.0, np.nan], [2.0, 3.0]]))\nboth = np.array([days, days + 1.0])\n"
        "print(float(both.mean() - 1.0))\n"
    )
    assert blamed(report(tmp_path, program))[0] == 2


def test_nan_that_a_filter_spread_and_a_later_line_puts_back(tmp_path: Path) -> None:
    pytest.importorskip("scipy.ndimage", reason="SciPy is not installed")
    program = (
        "from scipy import ndimage\nheights = np.where(np.hypot(*np.mgrid[:20, :20]) < 9.0, 5.0, np.nan)\n"
        "smooth = ndimage.gaussian_filter(heights, {})\nrise = np.diff(smooth, axis=0, append=0.0)\n"
        "slope = np.where(np.isnan(smooth), np.nan, rise)\nprint(float(slope[:6, :6].sum()))\n"
    )
    assert blamed(report(tmp_path, program.format(1.5)))[0] == 3


@pytest.mark.filterwarnings("ignore")
def test_integers_that_went_round_before_a_mean(tmp_path: Path) -> None:
    program = (
        "samples = np.full((3, 50), 20, np.int16)\nsamples[1] = 190\npower = np.mean(samples**2, axis=1)\n"
        "level = 10 * np.log10(power / 100.0)\nprint(float(level.sum()))\n"
    )
    found = report(tmp_path, program)
    assert blamed(found)[0] == 3
    assert found.origins[0].cause is not None
    assert "36100 became -29436 (50 such)" in found.origins[0].cause.sentence


@pytest.mark.filterwarnings("ignore")
def test_weights_that_make_a_state_grow(tmp_path: Path) -> None:
    program = (
        "keep = np.eye(4) * {}\nkeep[0, 1] = 1.0\nstate = np.ones(4)\nfor turn in range(900):\n"
        "    state = state @ keep\nprint(float((state - state).sum()))\n"
    )
    found = report(tmp_path, program.format(3.0))
    assert blamed(found)[0] == 2, "where they were last written"
    assert found.origins[0].cause is not None
    assert "numbers grow 3-fold in each turn until line 5 overflows" in found.origins[0].cause.sentence


@pytest.mark.filterwarnings("ignore")
def test_what_grows_within_the_first_step_is_not_the_optimisers(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    program = (
        "import torch\ntorch.manual_seed(0)\nkeep = torch.nn.Parameter(torch.empty(8, 8))\n"
        "torch.nn.init.normal_(keep, std=9.0)\noptimizer = torch.optim.Adam([keep], lr=0.01)\n"
        "for step in range(2):\n    state = torch.ones(2, 8)\n    for turn in range(60):\n"
        "        state = torch.matmul(state, keep)\n    loss = (state - state).sum()\n"
        "    optimizer.zero_grad()\n    loss.backward()\n    optimizer.step()\nprint(loss.item())\n"
    )
    assert blamed(report(tmp_path, program))[0] == 4


RESPONSE = (
    "import statsmodels.api as sm\nage = np.arange(18.0, 78.0)\n"
    "paid, back = 300.0 + age, np.where(age % 7 == 0, {}, 20.0)\n"
    "cost = paid - back\nlog = sm.families.links.Log()\n"
    "fitted = sm.GLM(cost, sm.add_constant(age), family=sm.families.Gamma(log)).fit()\n"
    "print(fitted.llf, np.log(back - 21.0 + {}).sum())"
)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("back", "more", "line"), [(900.0, 9.0, 4), (60.0, 0.0, 7)])
def test_a_response_that_the_family_does_not_take(
    tmp_path: Path, back: float, more: float, line: int
) -> None:
    pytest.importorskip("statsmodels.api", reason="statsmodels is not installed")
    place, sentence = first(tmp_path, RESPONSE.format(back, more))
    assert place == line, sentence
    assert sentence.startswith("gives a response of -") == (line == 4)


def test_a_numpy_scalar_that_no_operation_made(tmp_path: Path) -> None:
    """Its own arithmetic is not recorded here, so that no library is said to have made it."""
    program = "x, track = np.float64(1e200), np.zeros(3)\ntrack[1] = x * x\nprint(track.sum())"
    file, trace = tmp_path / "program.py", tmp_path / "program.numscope"
    file.write_text(program)
    with np.errstate(all="ignore"), numscope.record(trace, scalars=False):
        exec(compile(program, str(file), "exec"), {"np": np})
    with numscope.open(trace) as opened:
        (origin,) = find_nonfinite(opened).origins
    assert origin.cause is not None
    assert origin.cause.sentence == "gets 1 infinity in a NumPy scalar that no recorded operation made"
    assert "--scalars" in origin.cause.advice


def test_an_overflow_inside_a_loss_that_the_backward_pass_reads(tmp_path: Path) -> None:
    """The exponential runs inside of the loss, and its gradient reads the result: no library gave it."""
    pytest.importorskip("torch", reason="PyTorch is not installed")
    program = (
        "import torch\nw = torch.zeros(3, requires_grad=True)\ndays = torch.tensor([30.0, 400.0, 900.0])\n"
        "offset = days.clone()\noptimizer = torch.optim.SGD([w], lr=0.1)\n"
        "loss = torch.nn.functional.poisson_nll_loss(w + offset, torch.ones(3))\nloss.backward()\n"
        "optimizer.step()\nprint((w - w).sum().item())\n"
    )
    place, sentence = first(tmp_path, program)
    assert place == 4, sentence
    assert sentence == "gives 900 of the exponent 900, whose exponential is too large; line 6 makes NaN of it"


@pytest.mark.parametrize(
    ("made", "asked", "shown"),
    [
        (
            "stats.gamma(2.0, scale=share)",
            "waits.pdf(x)",
            "scipy.stats.gamma of parameters for which it has no values (0: 2, scale: -0.2)",
        ),
        (
            "stats.gamma(share)",
            "waits.ppf(x / 4)",
            "scipy.stats.gamma of parameters for which it has no values (0: -0.2)",
        ),
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_a_distribution_of_parameters_that_it_is_not_defined_for(
    tmp_path: Path, made: str, asked: str, shown: str
) -> None:
    program = (
        "from scipy import stats\nx = np.linspace(0.1, 3, 20)\nother = stats.gamma(2.0, scale=1.5)\n"
        f"share = 0.3 - 0.5\nwaits = {made}\nlast = stats.gamma(3.0)\n"
        f"p = {asked}\nprint(p.sum(), other.pdf(x).sum(), last.pdf(x).sum())\n"
    )
    line, said = first(tmp_path, program)
    assert (line, shown in said) == (5, True), said


def test_a_distribution_that_is_asked_outside_of_its_domain_is_not_to_blame(tmp_path: Path) -> None:
    program = (
        "from scipy import stats\nwaits = stats.gamma(2.0, scale=1.5)\n"
        "share = np.array([1.2, 1.5, 3.0])\np = waits.ppf(share)\nprint(p.sum())\n"
    )
    assert first(tmp_path, program)[0] == 4
