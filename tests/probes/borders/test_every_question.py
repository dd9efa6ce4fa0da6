"""Each question about a program of each library is answered across layers, of one recording a program."""

from __future__ import annotations

import importlib.util
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from numscope.cli.main import main
from recorded_example import EXAMPLES, Recorded, record


@dataclass(frozen=True)
class Program:
    """A program, the libraries that it needs, calls of its layer, and what `nan` says first."""

    script: Path
    libraries: tuple[str, ...]
    calls: tuple[str, ...]
    nan: str


PROGRAMS = {
    "table and model": Program(
        EXAMPLES / "orchard.py",
        ("pandas", "sklearn"),
        ("pandas.Series.__truediv__", "sklearn.pipeline.Pipeline.fit"),
        "orchard.py:28 divides 0 by 0",
    ),
    "signal": Program(
        EXAMPLES / "hum.py", ("scipy",), ("scipy.signal.filtfilt",), "hum.py:24 divides 0 by 0"
    ),
    "equations": Program(
        EXAMPLES / "harvest.py",
        ("scipy",),
        ("scipy.integrate.solve_ivp",),
        "harvest.py:29 takes the logarithm of negative numbers",
    ),
    "climate": Program(
        EXAMPLES / "warm_months.py",
        ("xarray",),
        ("xarray.DataArrayGroupBy.mean",),
        "warm_months.py:23 `where` leaves 400 of 2,190 elements empty",
    ),
    "network": Program(
        EXAMPLES.parent / "keras_fit.py", ("keras", "jax"), ("keras.Sequential.fit",), "no NaN or infinity"
    ),
    "optimisation": Program(
        EXAMPLES.parent / "jax_fit.py", ("jax",), ("jax.jit.__main__.step",), "no NaN or infinity"
    ),
}


@pytest.fixture(scope="module", params=list(PROGRAMS))
def example(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Program, Recorded]]:
    program = PROGRAMS[request.param]
    for library in program.libraries:
        if importlib.util.find_spec(library) is None:
            pytest.skip(f"{library} is not installed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(os.environ, "KERAS_BACKEND", "jax")
        yield program, record(program.script, tmp_path_factory.mktemp("example"))


def ask(capsys: pytest.CaptureFixture[str], recorded: Recorded, command: str, *words: str) -> str:
    """Return what a command prints, asked in this process; it must not be refused."""
    assert main([command, str(recorded.path), *words]) in (0, 1)
    return capsys.readouterr().out


@pytest.mark.sweep(2)
def test_each_question_is_answered(
    example: tuple[Program, Recorded], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    program, recorded = example
    listed = json.loads(ask(capsys, recorded, "ls", "--limit", "100", "--json"))["operations"]
    # The user's layer comes first: calls of the program's own lines, and what ran inside of them is not between.
    assert all(Path(call["site"]["file"]) == program.script and call["parent"] is None for call in listed)
    graph = ask(capsys, recorded, "graph", "--collapse", "call")
    for call in program.calls:
        assert call in {one["name"] for one in listed}
        assert call in graph
    assert "numpy." in graph
    assert program.nan in ask(capsys, recorded, "nan").splitlines()[0]
    assert ask(capsys, recorded, "diff", str(recorded.path))
    assert "floating-point operations measured" in ask(capsys, recorded, "precision")
    steps = ask(capsys, recorded, "explain", "--output", str(tmp_path / "explain.html"))
    assert " 0 steps" not in f" {steps}"
    assert "operations in" in ask(capsys, recorded, "report", "--output", str(tmp_path / "report.html"))
    assert all((tmp_path / f"{page}.html").stat().st_size > 10_000 for page in ("explain", "report"))
    # Tests are made of calls that give here what they gave then.
    assert " 0 tests" not in f" {ask(capsys, recorded, 'testgen', '--output', str(tmp_path / 'tests'))}"


@pytest.mark.sweep(2)
def test_nothing_that_is_replayed_differs(
    example: tuple[Program, Recorded], capsys: pytest.CaptureFixture[str]
) -> None:
    answer = json.loads(ask(capsys, example[1], "replay", "--json"))
    assert answer["identical"] > 0
    assert answer["differs"] == 0
