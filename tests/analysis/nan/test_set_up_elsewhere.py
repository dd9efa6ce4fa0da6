"""`nan` blames the line that set a fault up, where another line met it: a start, an optimiser, an object, a picture."""

from __future__ import annotations

import contextlib
from pathlib import Path

import numpy as np
import pytest

import numscope
from numscope.analysis.nan.compiled_lines import _divisions
from numscope.analysis.nan.nonfinite import NonfiniteReport, find_nonfinite

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


def report(folder: Path, program: str) -> NonfiniteReport:
    file, trace = folder / "program.py", folder / "program.numscope"
    file.write_text(program)
    names = {"np": np, "print": lambda *_: None}
    # A library that refuses what it is given ends the program.
    with np.errstate(all="ignore"), numscope.record(trace), contextlib.suppress(ValueError):
        exec(compile(program, str(file), "exec"), names)
    with numscope.open(trace) as opened:
        return find_nonfinite(opened)


def blamed(found: NonfiniteReport) -> list[int]:
    return [origin.site.line for origin in found.origins if origin.site is not None]


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
    found = report(tmp_path, f"{POISSON}fit = model.fit()\n")
    assert blamed(found) == [3]
    assert found.origins[0].end is not None
    assert found.origins[0].end.name.endswith("GLM.fit")


@pytest.mark.filterwarnings("ignore")
def test_what_an_object_holds_and_nobody_refuses(tmp_path: Path) -> None:
    pytest.importorskip("statsmodels.api", reason="statsmodels is not installed")
    assert not report(tmp_path, POISSON).found


@pytest.mark.parametrize(("function", "line"), [("sqrt", 3), ("square", 3)])
def test_a_gradient_where_the_function_has_an_infinite_slope(
    tmp_path: Path, function: str, line: int
) -> None:
    """A square has a finite slope everywhere: then nothing is wrong."""
    pytest.importorskip("jax", reason="JAX is not installed")
    program = (
        "import jax, jax.numpy as jnp\ndef length(x):\n"
        f"    return jnp.{function}((x * x).sum())\nr = np.asarray(jax.grad(length)(jnp.zeros(3))).sum()\n"
    )
    found = report(tmp_path, program)
    assert blamed(found) == ([line] if function == "sqrt" else [])
    if found.origins:
        assert found.origins[0].cause is not None
        assert "infinite slope: sqrt" in found.origins[0].cause.sentence


def test_infinities_of_what_leaves_nan_out(tmp_path: Path) -> None:
    """Half precision raises no flag in sums."""
    program = "x = np.full((300, 2), 280.0, np.float16)\nx[3, 0] = np.nan\nr = np.nanmean(x, axis=0)\nprint(r.max())"
    assert blamed(report(tmp_path, program))[0] == 3


def test_infinities_that_take_the_place_of_nan_are_not_new(tmp_path: Path) -> None:
    program = "x = np.array([1.0, np.nan])\nr = np.nan_to_num(x, nan=np.inf).min()"
    assert not report(tmp_path, program).found


def test_a_table_that_was_read_from_text(tmp_path: Path) -> None:
    """The reader is given an object, so what runs inside it stands for itself: its effect is the reader's."""
    program = (
        "import io\ntext = io.StringIO('1,2cm,3\\n4,5cm,6')\ntable = np.genfromtxt(text, delimiter=',')\n"
        "part = table[:, :2]\nr = np.linalg.norm(part - 1.0, axis=1) < 9\n"
    )
    assert blamed(report(tmp_path, program)) == [3]


def test_missing_values_in_a_picture_stay_there(tmp_path: Path) -> None:
    matplotlib = pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    matplotlib.use("Agg")
    program = (
        "import matplotlib.pyplot as plt\nx = np.linspace(1.0, 9.0, 20)\ny = x**2\ny[4:8] = np.nan\n"
        f"figure, axes = plt.subplots()\naxes.semilogy(x, y)\nfigure.savefig({str(tmp_path / 'a.png')!r})\n"
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
    assert _divisions(text, "f", frozenset({1})) == found
