"""`numscope check-determinism` on programs that do, and do not, do the same each time."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from sweeps import shortened

pytest.importorskip("numscope._core", reason="the native core is not built")
Run = Callable[..., "subprocess.CompletedProcess[str]"]

UNSEEDED = """
import numpy as np
rng = np.random.default_rng()
print((rng.normal(size=10) * 2).sum())
"""
GLOBAL_GENERATOR = """
import numpy as np
print(np.random.rand(10).sum())
"""
SET_ORDER = """
import numpy as np
names = {"hill", "valley", "river", "harbour", "airfield"}
weights = np.array([len(name) + 0.1 for name in names])
print(np.cumsum(weights))
"""
CLOCK = """
import time
import numpy as np
now = time.time_ns()
np.ones(3) * now
"""
THREAD_ORDER = """
import pathlib, time
import numpy as np
from concurrent.futures import ThreadPoolExecutor, as_completed

marker = pathlib.Path("been_here")
order = [3, 1, 0, 2] if marker.exists() else [0, 1, 2, 3]
marker.touch()

def part(number):
    time.sleep(0.1 * order[number])
    return np.sqrt(np.ones(5)) * [1e16, 1.0, -1e16, 1.0][number]  # their sum depends on the order

total = np.zeros(5)
with ThreadPoolExecutor(4) as pool:
    for done in as_completed([pool.submit(part, number) for number in range(4)]):
        total = total + done.result()
np.sum(total)
"""
EMPTY_IS_READ = """
import os
import numpy as np
junk = bytearray(os.urandom(160_000))
del junk
parts = np.empty(20_000)
parts[:1900] = 1
with np.errstate(all="ignore"):
    np.sum(parts)
"""
DATED = """
from datetime import datetime
import numpy as np
print("Time:", datetime.now().time(), "Mean:", np.arange(5.0).mean())
"""
SEEDED = """
import numpy as np
rng = np.random.default_rng(0)
parts = np.empty(50)
for number in range(50):
    parts[number] = rng.normal()
print(np.sum(parts @ parts))
"""
THREADS_THAT_SHARE_WORK = """
import random, time
import numpy as np
from concurrent.futures import ThreadPoolExecutor

def part(number):
    time.sleep(random.random() / 50)
    root = np.sqrt(np.arange(5.0) + number)
    time.sleep(random.random() / 50)
    return root * 2

with ThreadPoolExecutor(4) as pool:
    print(np.sum(sum(pool.map(part, range(8)))))
"""

# Healthy: the frame's memory holds anything until its columns are filled.
FILLED_BEFORE_READ = """
import os
import numpy as np
junk = bytearray(os.urandom(160_000))
del junk
room = np.empty(20_000)
half = room[:10_000]
half[:] = np.arange(10_000.0)
print(half.sum())
"""


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("program", "reason", "operation"),
    [
        (GLOBAL_GENERATOR, "random", "numpy.random.rand"),
        (SET_ORDER, "set order", "numpy.array"),
        pytest.param(CLOCK, "outside", "numpy.multiply", marks=pytest.mark.long),
        # A tenth of a second between its threads decides which is first.
        pytest.param(THREAD_ORDER, "threads", "numpy.add", marks=pytest.mark.serial),
        (EMPTY_IS_READ, "uninitialised", "numpy.sum"),
    ],
    ids=["global generator", "set order", "clock", "thread order", "empty"],
)
def test_what_differs_is_named_with_its_reason(
    numscope_command: Run, tmp_path: Path, program: str, reason: str, operation: str
) -> None:
    (tmp_path / "program.py").write_text(program)
    ended = numscope_command("check-determinism", "--json", "program.py")
    assert ended.returncode == 1, ended.stderr
    answer = json.loads(ended.stdout)
    finding = answer["findings"][0]
    assert (finding["reason"], finding["change"]["second"]["name"]) == (reason, operation)
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".numscope"] == []


@pytest.mark.parametrize(
    "program",
    [*shortened([FILLED_BEFORE_READ, THREADS_THAT_SHARE_WORK, SEEDED], 2), DATED],
    ids=["filled before it is read", "threads share work", "seeded", "dated"],
)
def test_what_does_the_same_passes(numscope_command: Run, tmp_path: Path, program: str) -> None:
    (tmp_path / "program.py").write_text(program)
    ended = numscope_command("check-determinism", "program.py")
    assert (ended.returncode, ended.stdout.startswith("the same each time: 2 runs of")) == (0, True), (
        ended.stdout
    )


def test_what_is_told_in_the_terminal(numscope_command: Run, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(UNSEEDED)
    ended = numscope_command("check-determinism", "--keep", "traces", "program.py")
    assert ended.returncode == 1
    assert "numpy.random.Generator.normal" in ended.stdout
    assert "a random draw: seed the generator" in ended.stdout
    assert "without a seed: numpy.random.default_rng() at" in ended.stdout
    assert "program.py:3" in ended.stdout
    assert "what the runs print differs from line 1 on" in ended.stdout
    assert {"run-1.numscope", "run-2.numscope"} <= {path.name for path in (tmp_path / "traces").iterdir()}


def test_arguments_reach_the_program_and_its_exit_code_is_compared(
    numscope_command: Run, tmp_path: Path
) -> None:
    (tmp_path / "program.py").write_text(
        "import pathlib, sys\nimport numpy as np\nnp.ones(int(sys.argv[1]))\nmarker = pathlib.Path('been_here')\n"
        "there = marker.exists()\nmarker.touch()\nsys.exit(3 if there else 0)\n"
    )
    ended = numscope_command("check-determinism", "program.py", "5")
    assert ended.returncode == 1
    assert "exit codes differ: 0, 3" in ended.stdout


def test_wrong_use_is_one_sentence(numscope_command: Run) -> None:
    for words in (["missing.py"], ["--times", "1", "-c", "pass"], []):
        ended = numscope_command("check-determinism", *words)
        assert ended.returncode == 2
        assert "Traceback" not in ended.stderr
