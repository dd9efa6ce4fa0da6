"""Jobs of several processes that other people's launchers really start; skipped where these are not installed."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import numscope
from numscope.cli.main import main

_MPI = """
from mpi4py import MPI
import numpy as np, os, signal, sys
world = MPI.COMM_WORLD
rank = world.Get_rank()
mine, total = np.sqrt(np.full(4, rank + 1.0)), np.empty(4)
world.Allreduce(mine, total)
np.multiply(total, 2.0)
if len(sys.argv) > 1 and rank == 2:
    np.exp(mine)
    os.kill(os.getpid(), signal.SIGKILL)
"""
_DASK = """
import numpy as np
def task(n):
    return float(np.sqrt(np.full(3, float(n))).sum())
if __name__ == "__main__":
    from distributed import Client, LocalCluster
    with LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        client.gather(client.map(task, range(12)))
"""
_TASKS = """
import numpy as np
def root(n):
    return np.sqrt(np.full(4, float(n)) - 2)
def total(parts):
    return float(np.sum(parts))
if __name__ == "__main__":
    from distributed import Client, LocalCluster
    with LocalCluster(n_workers=2, threads_per_worker=2, dashboard_address=None) as cluster, Client(cluster) as client:
        parts = [client.submit(root, n, key=f"root-{n}") for n in range(12)]
        client.submit(total, parts, key=("total", 0)).result()
        import dask.array as da
        da.ones((4, 4), chunks=2).sum().compute()
"""
_KILLED_WORKER = """
import os, signal, sys
import numpy as np
def task(n):
    result = float(np.sqrt(np.full(3, float(n))).sum())
    if n == 5 and not os.path.exists(sys.argv[1]):
        open(sys.argv[1], "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    return result
"""
_DASK_KILLED = (
    _KILLED_WORKER.replace("sys.argv[1]", "MARK")
    + """
MARK = os.path.join(os.environ["HERE"], "killed")
if __name__ == "__main__":
    from distributed import Client, LocalCluster
    with LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        print(sum(client.gather(client.map(task, range(12)))))
"""
)
_RAY_KILLED = (
    _KILLED_WORKER.replace("sys.argv[1]", "MARK")
    + """
import ray
MARK = os.path.join(os.environ["HERE"], "killed")
task = ray.remote(max_retries=2)(task)
ray.init(num_cpus=2, include_dashboard=False)
print(sum(ray.get([task.remote(n) for n in range(12)])))
ray.shutdown()
"""
)
_RAY_TASKS = """
import numpy as np, ray
@ray.remote
def task(n):
    return float(np.sqrt(np.full(3, float(n))).sum())
@ray.remote
class Keeper:
    def add(self, n):
        return np.arange(3) + n
@ray.remote
def outer(n):
    return ray.get(task.remote(n))
ray.init(num_cpus=2, include_dashboard=False)
ray.get([task.remote(n) for n in range(3)])
ray.get(Keeper.remote().add.remote(20))
ray.get(outer.remote(30))
ray.shutdown()
"""


def _needs(package: str, program: str | None = None) -> pytest.MarkDecorator:
    missing = find_spec(package) is None or (program is not None and shutil.which(program) is None)
    return pytest.mark.skipif(
        missing, reason=f"{package}{f' or {program}' if program else ''} is not installed"
    )


def _run(words: list[str], folder: Path) -> int:
    environ = {
        **os.environ,
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "RAY_AUTH_MODE": "disabled",
        "HERE": str(folder),
    }
    return subprocess.run(words, cwd=folder, env=environ, timeout=300, capture_output=True).returncode


def _rows(trace: Path, query: str) -> list[dict[str, Any]]:
    with numscope.open(trace, trust=True) as opened:
        rows: list[dict[str, Any]] = opened.sql(query).to_pylist()
    return rows


def _recorded(program: str, folder: Path) -> Path:
    (folder / "program.py").write_text(program, encoding="utf-8")
    assert _run([sys.executable, "-m", "numscope", "run", "-o", "t.numscope", "program.py"], folder) == 0
    return folder / "t.numscope"


@_needs("mpi4py", "mpirun")
@pytest.mark.parametrize("killed", [False, True])
def test_ranks_of_an_mpi_job_write_one_trace(killed: bool, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(_MPI, encoding="utf-8")
    record = [
        sys.executable,
        "-m",
        "numscope",
        "run",
        "-o",
        "t.numscope",
        "program.py",
        *(["kill"] if killed else []),
    ]
    code = _run(["mpirun", "--oversubscribe", "-n", "4", *record], tmp_path)
    assert bool(code) == killed
    rows = _rows(
        tmp_path / "t.numscope", "select rank, world_size, launcher, job from processes order by rank"
    )
    assert [(row["rank"], row["world_size"]) for row in rows] == [(0, 4), (1, 4), (2, 4), (3, 4)]
    assert {row["launcher"] for row in rows} == {"mpirun (Open MPI)"}
    assert len({row["job"] for row in rows}) == 1
    counted = _rows(
        tmp_path / "t.numscope",
        "select rank, count(*) n from operations join processes on processes.id = process "
        "where name in ('numpy.sqrt', 'numpy.multiply', 'numpy.exp') group by rank order by rank",
    )
    assert {row["rank"]: row["n"] for row in counted} == {0: 2, 1: 2, 2: 3 if killed else 2, 3: 2}


@_needs("distributed")
def test_workers_of_dask_are_known(tmp_path: Path) -> None:
    trace = _recorded(_DASK, tmp_path)
    workers = _rows(trace, "select launcher, worker from processes where worker is not null")
    assert [row["launcher"] for row in workers] == ["dask"] * 3
    assert all(row["worker"].startswith("Dask Worker") for row in workers)
    tasks = _rows(
        trace, "select count(*) n from operations where name = 'numpy.sqrt' and user_function = 'task'"
    )
    assert tasks[0]["n"] == 12


@_needs("distributed")
def test_operations_know_their_task_of_dask(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trace = _recorded(_TASKS, tmp_path)
    rows = _rows(
        trace,
        "select key, integer, real from operations_in_tasks join operations on operation = id "
        "join operands using (operation) where operations.name = 'numpy.full' and place = 1",
    )
    # Truth: the number that the task was given is the one that it filled its array with.
    assert sorted(row["key"] for row in rows) == sorted(f"root-{n}" for n in range(12))
    assert all(float(row["key"].removeprefix("root-")) == row["real"] for row in rows)
    # Truth: the lines of the program, and that each part of the sum was computed for the sum alone.
    lines = _rows(
        trace,
        "select key, name, user_line from tasks left join operations on asked_by = id order by user_line, key",
    )
    assert {row["name"] for row in lines} == {"distributed.submit"}
    line_of = {row["key"]: row["user_line"] for row in lines}
    text = _TASKS.splitlines()
    assert all("client.submit(root" in text[line_of[f"root-{n}"] - 1] for n in range(12))
    assert "client.submit(total" in text[line_of["('total', 0)"] - 1]
    parts = [key for key in line_of if "sum-" in key]
    assert len(parts) >= 4
    assert all("da.ones" in text[line_of[key] - 1] for key in parts)

    assert _rows(
        trace,
        "select key from operations_in_tasks join operations on operation = id "
        "where name = 'numpy.sum' and user_function = 'total'",
    ) == [{"key": "('total', 0)"}]

    assert main(["ls", str(trace), "--all", "--task", "root-7", "--json"]) == 0
    names = [one["name"] for one in json.loads(capsys.readouterr().out)["operations"]]
    own = ("distributed.task", "numpy.full", "numpy.subtract", "numpy.sqrt", "numpy.sum")
    assert [name for name in names if name in own] == list(own[:4])
    assert main(["nan", str(trace)]) == 1
    said = capsys.readouterr().out
    assert "program.py:4 takes the square root of negative numbers" in said
    asked = re.search(
        r"in task root-[01], asked for by distributed.submit #(\d+)  .*program.py:10: parts = ", said
    )
    assert asked
    (made,) = _rows(
        trace,
        f"select operation from operations_in_tasks join operations on operation = id join tasks using (task) "
        f"where name = 'numpy.sqrt' and asked_by = {asked[1]}",
    )
    assert main(["show", str(trace), str(made["operation"])]) == 0
    said = capsys.readouterr().out
    assert f"distributed.submit #{asked[1]}" in said
    assert "client.submit(root" in said
    assert main(["nan", str(trace), "--task", "root-[01]"]) == 1
    assert main(["nan", str(trace), "--task", "root-7", "--task", "root-11"]) == 0
    capsys.readouterr()
    assert main(["top", str(trace), "--task", "leaf-1"]) == 2
    assert "has no task leaf-1: it has ('sum-" in capsys.readouterr().err


@pytest.mark.long
@_needs("ray")
def test_operations_know_their_worker_and_task_of_ray(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = _recorded(_RAY_TASKS, tmp_path)
    rows = _rows(
        trace,
        "select split_part(key, '-', 1) as name, user_line as line from tasks "
        "left join operations on asked_by = operations.id",
    )
    text = _RAY_TASKS.splitlines()
    found = sorted((row["name"], text[row["line"] - 1].strip()) for row in rows)
    assert found == [
        ("Keeper.__init__", "ray.get(Keeper.remote().add.remote(20))"),
        ("Keeper.add", "ray.get(Keeper.remote().add.remote(20))"),
        ("outer", "ray.get(outer.remote(30))"),
        *[("task", "ray.get([task.remote(n) for n in range(3)])")] * 3,
        ("task", "return ray.get(task.remote(n))"),
    ]
    filled = _rows(
        trace,
        "select split_part(key, '-', 1) as name, real from operations_in_tasks join operands using (operation) "
        "join operations on operation = id where operations.name = 'numpy.full' and place = 1 order by real",
    )
    assert [(row["name"], row["real"]) for row in filled] == [*(("task", float(n)) for n in (0, 1, 2, 30))]
    workers = _rows(
        trace,
        "select launcher, worker from processes where id in (select process from operations where name = 'numpy.sqrt')",
    )
    assert {(row["launcher"], row["worker"]) for row in workers} == {("ray", "ray")}
    assert main(["ls", str(trace), "--all", "--task", "outer-*", "--json"]) == 0
    assert [one["name"] for one in json.loads(capsys.readouterr().out)["operations"]] == [
        "ray.task",
        "ray.remote",
    ]


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(_DASK_KILLED, marks=_needs("distributed"), id="dask"),
        pytest.param(_RAY_KILLED, marks=[_needs("ray"), pytest.mark.long], id="ray"),
    ],
)
def test_a_killed_worker_loses_nothing_and_the_others_nothing(program: str, tmp_path: Path) -> None:
    trace = _recorded(program, tmp_path)
    assert (tmp_path / "killed").exists()
    counted = _rows(
        trace,
        "select real, count(*) n, count(distinct process) workers from operations join operands on operation = id "
        "where operations.name = 'numpy.full' and place = 1 and user_function = 'task' group by real order by real",
    )
    # The scheduler computes the killed task again elsewhere, and perhaps others whose results died with the worker.
    assert [row["real"] for row in counted] == [float(n) for n in range(12)]
    assert counted[5]["n"] >= 2
    assert counted[5]["workers"] >= 2
    roots = _rows(
        trace, "select count(*) n from operations where name = 'numpy.sqrt' and user_function = 'task'"
    )
    assert roots[0]["n"] == sum(row["n"] for row in counted)
