"""Each process's rank, host, launcher and worker: from what launchers set, kept when the trace is sealed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import numscope
from numscope.recording.launchers import find_place

pytest.importorskip("numscope._core", reason="the native core is not built")

# What the launchers' own documentation says that they set, for the sixth of eight, on the second host.
ENVIRONMENTS: dict[str, tuple[dict[str, str], dict[str, Any]]] = {
    "torchrun": (
        {
            "RANK": "5",
            "WORLD_SIZE": "8",
            "LOCAL_RANK": "1",
            "GROUP_RANK": "1",
            "TORCHELASTIC_RUN_ID": "job-7",
        },
        {"launcher": "torchrun", "rank": 5, "world_size": 8, "local_rank": 1, "group": 1, "job": "job-7"},
    ),
    "Open MPI": (
        {
            "OMPI_COMM_WORLD_RANK": "5",
            "OMPI_COMM_WORLD_SIZE": "8",
            "OMPI_COMM_WORLD_LOCAL_RANK": "1",
            "PMIX_NAMESPACE": "prterun-1",
        },
        {"launcher": "mpirun (Open MPI)", "rank": 5, "world_size": 8, "local_rank": 1, "job": "prterun-1"},
    ),
    "MPICH": (
        {"PMI_RANK": "5", "PMI_SIZE": "8", "MPI_LOCALRANKID": "1"},
        {"launcher": "mpirun (MPICH, PMI)", "rank": 5, "world_size": 8, "local_rank": 1},
    ),
    "srun": (
        {
            "SLURM_PROCID": "5",
            "SLURM_NTASKS": "8",
            "SLURM_LOCALID": "1",
            "SLURM_NODEID": "1",
            "SLURM_JOB_ID": "4711",
            "SLURM_ARRAY_TASK_ID": "3",
        },
        {
            "launcher": "Slurm",
            "rank": 5,
            "world_size": 8,
            "local_rank": 1,
            "group": 1,
            "job": "4711",
            "task": "3",
        },
    ),
    "torchrun under Slurm": (
        {
            "RANK": "5",
            "WORLD_SIZE": "8",
            "TORCHELASTIC_RUN_ID": "none",
            "SLURM_PROCID": "1",
            "SLURM_NTASKS": "2",
            "SLURM_NODEID": "1",
            "SLURM_ARRAY_TASK_ID": "3",
        },
        {"launcher": "torchrun", "rank": 5, "world_size": 8, "group": 1, "job": "none", "task": "3"},
    ),
    "a script of one's own": (
        {"RANK": "5", "WORLD_SIZE": "8"},
        {"launcher": "environment", "rank": 5, "world_size": 8},
    ),
    "no launcher": ({"LOCAL_RANK": "1", "HOME": "/"}, {}),
    "no number": ({"RANK": "main", "WORLD_SIZE": "-1"}, {"launcher": "environment"}),
}


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_what_a_launcher_sets_is_understood(name: str) -> None:
    environment, expected = ENVIRONMENTS[name]
    known = find_place(environment, ["python", "train.py"]).known()
    assert known.pop("host") == os.uname().nodename
    assert known == expected


POOLS = """
import multiprocessing, numpy
def work(n):
    return float((numpy.ones(n) + 1).sum())
if __name__ == "__main__":
    for way in ("fork", "spawn"):
        with multiprocessing.get_context(way).Pool(1) as pool:
            pool.map(work, [2, 3]); pool.close(); pool.join()
"""


def run_recorded(trace: Path, program: Path, *words: str, **variables: str) -> int:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMSCOPE")}
    return subprocess.run(
        [sys.executable, "-m", "numscope", "run", "-o", str(trace), str(program), *words],
        env={**environment, **variables},
        capture_output=True,
        timeout=60,
        check=False,
    ).returncode


def processes(trace: Path) -> list[dict[str, Any]]:
    with numscope.open(trace) as opened:
        rows: list[dict[str, Any]] = opened.sql(
            "select rank, world_size, launcher, worker, operations from processes order by id"
        ).to_pylist()
        return rows


def test_workers_of_pools_are_named(tmp_path: Path) -> None:
    program = tmp_path / "pools.py"
    program.write_text(POOLS)
    run_recorded(tmp_path / "t.numscope", program, RANK="3", WORLD_SIZE="4")
    main, *workers = processes(tmp_path / "t.numscope")
    assert (main["rank"], main["launcher"], main["worker"]) == (3, "environment", None)
    working = [row for row in workers if row["operations"]]
    assert [row["worker"] for row in working] == ["ForkPoolWorker-1", "SpawnPoolWorker-2"]
    # They help that rank.
    assert {(row["rank"], row["world_size"], row["launcher"]) for row in working} == {
        (3, 4, "multiprocessing")
    }


def test_joblib_workers_are_named(tmp_path: Path) -> None:
    pytest.importorskip("joblib")
    program = tmp_path / "jobs.py"
    program.write_text(
        "import numpy\nfrom joblib import Parallel, delayed\n"
        "def work(n):\n    return float((numpy.ones(n) + 1).sum())\n"
        "if __name__ == '__main__':\n    Parallel(n_jobs=2)(delayed(work)(n) for n in range(4))\n"
    )
    run_recorded(tmp_path / "t.numscope", program)
    rows = [row for row in processes(tmp_path / "t.numscope") if row["operations"]]
    assert rows
    assert all(row["launcher"] == "joblib" and row["worker"].startswith("LokyProcess") for row in rows)


def test_the_rank_of_a_killed_process_is_known(tmp_path: Path) -> None:
    program = tmp_path / "killed.py"
    program.write_text("import numpy, os\nnumpy.ones(3) + 1\nos.kill(os.getpid(), 9)\n")
    code = run_recorded(tmp_path / "t.numscope", program, SLURM_PROCID="6", SLURM_NTASKS="8")
    assert code in (-signal.SIGKILL, 128 + signal.SIGKILL)
    (row,) = processes(tmp_path / "t.numscope")
    assert (row["rank"], row["world_size"], row["launcher"]) == (6, 8, "Slurm")
    with numscope.open(tmp_path / "t.numscope") as trace:
        assert trace[-1].name == "numpy.add"  # the last before the kill
