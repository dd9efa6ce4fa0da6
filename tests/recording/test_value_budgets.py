"""`--values auto`: bytes up to a budget a step and a process, statistics and hashes of all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import numscope
from numscope.cli.main import main
from numscope.recording.policy import AUTO_STEP_BYTES

_LARGE = 7_000_000 // 8
_STEPS = 3


_TRAINING = f"""
import numpy as np, numscope
given = np.random.default_rng(0).normal(size={_LARGE}) ** 2
with numscope.record("t.numscope"):
    for step in range({_STEPS}):
        drawn = np.add(given, step)
        np.square(np.sqrt(drawn))
        np.negative(drawn[:100])
        np.cbrt(drawn[:20], out=np.empty(20))
        numscope.step()
"""
_RUNS = f"""
import numpy as np, numscope
from numscope.recording import session
session.AUTO_RUN_BYTES = {AUTO_STEP_BYTES}
given = np.random.default_rng(0).normal(size={_LARGE}) ** 2
for values in ("auto", "full"):
    with numscope.record(values + ".numscope", values=values) as recording:
        for number in range(3):
            np.add(given, number + 0.5)
    print(recording.counters["values_over_budget"])
"""


def _run(program: str, folder: Path) -> str:
    """Run a program in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Steps that make three arrays of 7 MB and one of 800 bytes each."""
    folder = tmp_path_factory.mktemp("budget")
    _run(_TRAINING, folder)
    return folder / "t.numscope"


def test_a_step_behind_the_first_keeps_what_its_budget_has_room_for(trained: Path) -> None:
    for place, name in enumerate(("numpy.add", "numpy.sqrt", "numpy.square")):
        with numscope.open(trained) as trace:
            results = [operation.outputs[0] for operation in trace if operation.name == name]
            kept = [one.hash in trace.values for one in results]
        assert kept == [True, place < 2, place < 2]
        assert all(one.statistics is not None and one.statistics.maximum > 0 for one in results)


def test_small_values_are_kept_when_the_budget_is_spent(trained: Path) -> None:
    with numscope.open(trained) as trace:
        small = [operation.outputs[0] for operation in trace if operation.name == "numpy.negative"]
        assert len(small) == _STEPS
        assert all(one.hash in trace.values for one in small)


def test_unwritten_memory_is_kept_nowhere(trained: Path) -> None:
    with numscope.open(trained) as trace:
        kept = trace.sql(
            "select bool_or(kept) as kept, count(*) as n from operands join operations on operation = operations.id "
            "where operations.name = 'numpy.empty' and role = 'output'"
        )
    assert kept.to_pylist() == [{"kept": False, "n": _STEPS}]


def test_commands_that_read_values_say_how_many_are_missing(
    trained: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["replay", str(trained), "--jobs", "1"])
    assert f"the bytes of {_STEPS - 1} values are not in the trace" in capsys.readouterr().err
    main(["top", str(trained)])
    assert "not in the trace" not in capsys.readouterr().err


def test_a_run_keeps_no_more_than_its_own_budget(tmp_path: Path) -> None:
    assert _run(_RUNS, tmp_path).split() == ["2", "0"]  # what is given has been kept before
