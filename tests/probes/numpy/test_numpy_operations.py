"""What people write leaves the operations it is made of in the trace."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy_cases
import pytest
from numpy_cases import CASES, Case

import numscope

Names = dict[str, set[str]]
# The outer names of functions written in Python, where the interpreter lets them be watched.
OF_PYTHON_FUNCTIONS = {
    "np.ones(3)": "numpy.ones",
    "np.full(3, 1.5)": "numpy.full",
    "np.eye(3)": "numpy.eye",
    "np.load(path)": "numpy.load",
    "w.mean()": "numpy.ma.MaskedArray.mean",
    "w.filled(0)": "numpy.ma.MaskedArray.filled",
    "w + 1": "numpy.ma.MaskedArray.__add__",
    "x2 * x2": "numpy.matrix.__mul__",
    "np.vectorize(lambda x: x + 1.0)(a)": "numpy.vectorize.__call__",
    "np.polynomial.Polynomial([1, 2])(a)": "numpy.polynomial._polybase.ABCPolyBase.__call__",
    "np.polynomial.chebyshev.chebval(a, [1, 2, 3])": "numpy.polynomial.chebyshev.chebval",
}


def names_of(trace: numscope.Trace, boundaries: dict[str, list[int]]) -> Names:
    names = trace.sql("select name from operations order by id")["name"].to_pylist()
    return {statement: set(names[begin:end]) for statement, (begin, end) in boundaries.items()}


@pytest.fixture(scope="module")
def attached(tmp_path_factory: pytest.TempPathFactory) -> Names:
    """Recorded by a block in a process in which NumPy had long been at work."""
    with numscope.record(tmp_path_factory.mktemp("cases") / "attached.numscope", values="none") as recording:
        boundaries = numpy_cases.run_all()
    return names_of(recording.open(), {name: list(ends) for name, ends in boundaries.items()})


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Names:
    """Recorded from the start, by `numscope run`."""
    folder: Path = tmp_path_factory.mktemp("cases")
    words = ["run", "--values", "none", "--output", str(folder / "run.numscope")]
    script = [numpy_cases.__file__, str(folder / "boundaries.json")]
    subprocess.run(
        [sys.executable, "-m", "numscope", *words, *script], check=True, capture_output=True, text=True
    )
    boundaries = json.loads((folder / "boundaries.json").read_text())
    return names_of(numscope.open(folder / "run.numscope"), boundaries)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.statement)
@pytest.mark.parametrize("how", ["attached", "run"])
def test_the_statement_leaves_its_operations(how: str, case: Case, request: pytest.FixtureRequest) -> None:
    if not case.can_run:
        pytest.skip(f"{case.needs} is not installed")
    seen = request.getfixturevalue(how)[case.statement]
    assert set(case.names) <= seen


@pytest.mark.parametrize("statement", OF_PYTHON_FUNCTIONS)
def test_python_functions_are_seen_by_their_own_name(statement: str, run: Names) -> None:
    assert OF_PYTHON_FUNCTIONS[statement] in run[statement]


def test_there_are_enough_cases() -> None:
    assert len(CASES) > 150
    assert len({case.statement for case in CASES}) == len(CASES)
