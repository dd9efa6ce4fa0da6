"""Recorded calls of compiled functions: replayed out of the program's file, and made into tests that can fail."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="numba is not installed")

from numscope import open as open_trace

PROGRAM = """
import numpy as np
from numba import guvectorize, njit, vectorize

FACTOR = 3


@njit
def inner(value):
    return value * FACTOR


@njit
def split(values, low, high):
    for place in range(values.shape[0]):
        low[place] = values[place] - 1
        high[place] = inner(values[place])


@njit
def mean(values):
    return values.sum() / values.shape[0]


@vectorize(["float64(float64, float64)"])
def longer(one, other):
    return (one * one + other * other) ** 0.5


@guvectorize(["void(float64[:], float64[:])"], "(n)->(n)")
def running(values, out):
    total = 0.0
    for place in range(values.shape[0]):
        total += values[place]
        out[place] = total


@njit
def lucky(count):
    return np.random.random(count)


def made_inside():
    return njit(lambda value: value + FACTOR)


data = np.linspace(0.0, 1.0, 7)
low, high = np.zeros(7), np.zeros(7)
split(data, low, high)
mean(values=data[::2])
longer(data, high)
running(data)
lucky(3)
made_inside()(2.0)
print("the program ran")
"""


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("calls_again")
    (folder / "program.py").write_text(PROGRAM)
    done = numscope(folder, "run", "-o", "run.numscope", "program.py")
    assert done.returncode == 0, done.stderr
    return folder


def numscope(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "numscope", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=240)


def ids(folder: Path, name: str) -> list[str]:
    with open_trace(folder / "run.numscope") as trace:
        return [str(operation.id) for operation in trace if operation.name == f"numba.__main__.{name}"]


def replayed(folder: Path, name: str, *words: str) -> dict[str, object]:
    (number,) = ids(folder, name)
    done = numscope(folder, "replay", "run.numscope", number, "--json", *words)
    answer: dict[str, object] = json.loads(done.stdout)
    assert done.returncode == (1 if answer["differs"] else 0), done.stderr
    return answer


@pytest.mark.sweep(2)
@pytest.mark.parametrize("name", ["split", "mean", "longer", "running"])
def test_call_gives_again_what_it_gave_and_left(recorded: Path, name: str) -> None:
    answer = replayed(recorded, name, "--program", "program.py")
    assert (answer["identical"], answer["differs"], answer["cannot"]) == (1, 0, 0), answer


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("name", "words", "why"),
    [
        ("mean", (), "--program FILE, the file that defines it"),
        ("lucky", ("--program", "program.py"), "it draws random numbers"),
        ("made_inside.<lambda>", ("--program", "program.py"), "defines '<lambda>' at its top"),
        ("mean", ("--program", "other.py"), "no file given with --program defines 'mean'"),
        ("mean", ("--program", "broken.py"), "broken.py can't be loaded: ModuleNotFoundError"),
    ],
)
def test_call_that_cannot_be_made_again_says_why(
    recorded: Path, name: str, words: tuple[str, ...], why: str
) -> None:
    (recorded / "other.py").write_text("import numpy as np\n")
    (recorded / "broken.py").write_text("import no_such_module\n")
    answer = replayed(recorded, name, *words)
    assert answer["cannot"] == 1
    assert why in str(answer["reasons"])


def test_missing_program_is_one_sentence(recorded: Path) -> None:
    done = numscope(recorded, "replay", "run.numscope", "--program", "nowhere.py")
    assert done.returncode == 2
    assert "there is no file nowhere.py" in done.stderr
    assert "Traceback" not in done.stderr


def test_function_that_was_changed_since_gives_something_else(recorded: Path) -> None:
    changed = PROGRAM.replace("values[place] - 1", "values[place] - 2").replace("FACTOR = 3", "FACTOR = 5")
    (recorded / "changed.py").write_text(changed)
    answer = replayed(recorded, "split", "--program", "changed.py")
    assert answer["differs"] == 1
    told = json.dumps(answer["findings"])
    assert "mutated 1" in told
    assert "mutated 2" in told


def test_generated_tests_call_the_program_and_fail_when_it_changes(recorded: Path) -> None:
    (recorded / "mine.py").write_text(PROGRAM)
    done = numscope(
        recorded,
        "testgen",
        "run.numscope",
        "--program",
        "mine.py",
        "--ops",
        "numba.*",
        "-o",
        "made",
        "--json",
    )
    answer = json.loads(done.stdout)
    assert answer["tests"] == 4
    assert "it draws random numbers" in str(answer["left_out"])

    def run() -> str:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "made"]
        ended = subprocess.run(command, cwd=recorded, capture_output=True, text=True, timeout=240)
        assert "the program ran" not in ended.stdout
        return ended.stdout

    assert "4 passed" in run()
    (recorded / "mine.py").write_text(PROGRAM.replace("values[place] - 1", "values[place] - 2"))
    assert "1 failed, 3 passed" in run()
