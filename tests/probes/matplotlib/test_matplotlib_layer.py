"""What a program plots is an operation with the arrays as operands, and a NaN that reaches a plot is reported."""

from __future__ import annotations

import subprocess
import sys

import pytest

from numscope.trace import Operation
from recorded_example import Recorded, coverage_of, record

pytest.importorskip("matplotlib.axes", reason="matplotlib is not installed")

PROGRAM = """\
import sys
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
x = np.linspace(0.0, 1.0, 20)
y = np.log(x - 0.5)
gap = np.where(x > 0.3, x, np.nan)
figure, axes = plt.subplots()
lines = axes.plot(x, y)
axes.set_title("logarithm")
image = axes.imshow(np.outer(x, x))
points = axes.scatter(x, gap)
counts = axes.hist(x)[0]
plt.plot(x, x)
space = plt.figure().add_subplot(projection="3d")
far, near = np.meshgrid(x, x)
surface = space.plot_surface(far, near, np.sqrt(far - 0.25))
figure.savefig(sys.argv[1])
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    folder = tmp_path_factory.mktemp("matplotlib")
    script = folder / "program.py"
    script.write_text(PROGRAM)
    return record(script, folder, str(folder / "recorded.png"))


@pytest.fixture(scope="module")
def calls(program: Recorded) -> list[Operation]:
    """Return matplotlib's operations: of NumPy's inside them there are too many to be read for each test."""
    trace = program.trace()
    ids = trace.sql("select id from operations where name like 'matplotlib.%' and depth = 0 order by id")
    return trace.operations.fetch(ids["id"].to_pylist())


@pytest.mark.parametrize(
    ("text", "name", "shapes"),
    [
        ("lines =", "Axes.plot", [(20,), (20,)]),
        ("image =", "Axes.imshow", [(20, 20)]),
        ("points =", "Axes.scatter", [(20,), (20,)]),
        ("counts =", "Axes.hist", [(20,)]),
        ("plt.plot(x", "pyplot.plot", [(20,), (20,)]),
        ("surface =", "Axes3D.plot_surface", [(20, 20), (20, 20), (20, 20)]),
    ],
)
def test_what_was_plotted_is_an_operand(
    calls: list[Operation], text: str, name: str, shapes: list[tuple[int, ...]]
) -> None:
    line = next(number for number, one in enumerate(PROGRAM.splitlines(), 1) if text in one)
    (call,) = [one for one in calls if one.user_site is not None and one.user_site.line == line]
    assert call.name == f"matplotlib.{name}"
    assert [one.shape for one in call.inputs if one.is_array()] == shapes


def test_what_only_says_how_it_looks_is_no_operation(calls: list[Operation]) -> None:
    assert not [one for one in calls if "title" in one.name]


def test_nan_says_that_a_nan_reached_a_plot(program: Recorded) -> None:
    text = program.ask("nan")
    assert "takes the logarithm of negative numbers" in text
    assert "they reach matplotlib.Axes.plot at" in text
    assert "they reach matplotlib.Axes3D.plot_surface at" in text


def test_gaps_that_the_program_made_on_purpose_are_no_finding(program: Recorded) -> None:
    assert "gap =" not in program.ask("nan")


def test_the_figure_is_that_of_the_plain_run(program: Recorded) -> None:
    plain = program.path.parent / "plain.png"
    subprocess.run([sys.executable, str(program.script), str(plain)], check=True, capture_output=True)
    assert plain.read_bytes() == (program.path.parent / "recorded.png").read_bytes()


def test_what_plots_is_watched() -> None:
    found = coverage_of("matplotlib")
    assert found["computing"] > 90
    assert found["watched"] == found["computing"]
    assert all(one["watched"] or one["reason"] for one in found["entries"])
