"""What a recording could not hold is counted and named: by the last line of the run, the tables and every command."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import numscope

# Thousands of operations with fresh values of 200 kB each.
MANY = (
    "import numpy\na = numpy.arange(25e3)\nfor n in range(600): b = numpy.sqrt(a + n)\nprint(b.max() > 0)\n"
)
DISK = 40 << 20


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount a small file system")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("end", ["", "import os; os._exit(0)"], ids=["ends properly", "dies"])
def test_operations_after_a_full_disk_are_counted(
    small_disk: Path, numscope_command, tmp_path: Path, end: str
) -> None:
    whole = numscope_command("run", "--values", "none", "-o", "whole", "-c", MANY)
    run = numscope_command("run", "-o", "disk/t.numscope", "-c", MANY + end)
    assert (run.stdout.strip() or "True", run.returncode) == ("True", 0)
    count = int(re.search(r"([\d,]+) operations", whole.stderr).group(1).replace(",", ""))
    with numscope.open(small_disk / "t.numscope") as trace:
        (process,) = trace.table("processes").to_pylist()
        recorded = len(trace)
    assert process["stop_reason"] == "disk full"
    assert recorded + process["missing"] == count
    assert process["started_ns"] < process["stopped_ns"]
    assert f"{process['missing']:,} missing since recording stopped at " in run.stderr
    assert "none left out" not in run.stderr
    for command in ("ls", "nan", "top", "check-up"):
        told = numscope_command(command, "disk/t.numscope").stderr
        assert f"the {process['missing']:,} operations that followed are missing" in told, command


def test_the_work_of_children_that_die_is_in_the_cost(numscope_command, tmp_path: Path) -> None:
    code = (
        "import numpy, os, time\n"
        "a = numpy.arange(1e5)\n"
        "if not os.fork():\n"
        "    for n in range(300): a + n\n"
        "    os._exit(0)\n"
        "os.wait()\n"
    )
    told = numscope_command("run", "--values", "stats", "-c", code).stderr
    assert "in 2 processes" in told
    cost = re.search(r"recording took ([\d.]+) (ms|s) of ([\d.]+) (ms|s)", told)
    took, ran = (float(cost[n]) * (1 if cost[n + 1] == "ms" else 1000) for n in (1, 3))
    assert 5 < took < ran  # 300 times 800 kB were hashed, in the child alone


@pytest.mark.parametrize("option", ["-I", "-E", "-Es"])
def test_children_that_ignore_the_environment_are_named(numscope_command, option: str) -> None:
    code = (
        "import numpy, subprocess, sys\n"
        f"subprocess.run([sys.executable, '{option}', '-c', 'import math'], check=True)\n"
        "subprocess.run([sys.executable, '-c', 'import numpy'], check=True)\n"
        "subprocess.run(['true', '-I'], check=True)\n"
    )
    told = numscope_command("run", "-c", code).stderr
    assert told.count("[children-unrecorded]") == 1
    assert (
        f"1 Python process was not recorded, since -E, -I and -S ignore numscope's settings: python {option} -c"
        in (re.sub(r"python[\d.]+", "python", told))
    )


def test_a_deleted_trace_is_reported_as_that(numscope_command, tmp_path: Path) -> None:
    code = "import numpy, shutil; numpy.ones(3) + 1; shutil.rmtree('t.numscope')"
    run = numscope_command("run", "-o", "t.numscope", "-c", code)
    assert run.returncode == 0
    assert "t.numscope was deleted while the program ran" in run.stderr
    assert "Traceback" not in run.stderr
    assert not (tmp_path / "t.numscope").exists()
