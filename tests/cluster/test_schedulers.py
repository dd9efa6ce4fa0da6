"""Questions in pieces: the answer is the same from this process, from a pool, from a Dask cluster, and while it loses a
worker.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from tests.warm_numscope import numscope_says

import numscope
from numscope.analysis.diff import comparison
from numscope.analysis.replay import selection
from numscope.cli.main import main
from numscope.errors import NumscopeError
from numscope.scheduling.scheduler import Scheduler
from sweeps import shortened

dask = pytest.importorskip("dask", reason="Dask is not installed")
distributed = pytest.importorskip("distributed", reason="distributed (Dask) is not installed")

PROGRAM = """
import multiprocessing, os, sys
import numpy as np

def work(number):
    os.environ["RANK"], os.environ["WORLD_SIZE"] = str(number), "4"
    rows = np.arange(3_000.0) + number
    weight = np.full(5, 1.0)
    for turn in range(6 + number):
        weight = weight * 1.5 + (0.25 if turn > 4 and number == 2 else 0.0)
        copied = rows.copy()
        total = (copied * 2).sum()
    large = np.full(7, 1e9 + number)
    small = np.sqrt(large + float(sys.argv[1])) - np.sqrt(large)
    print(np.log(total - total), small.sum() * 1e9)

if __name__ == "__main__":
    for number in range(4):
        process = multiprocessing.get_context("spawn").Process(target=work, args=(number,))
        process.start()
        process.join()
"""
QUESTIONS = {
    "top": ("top", "T"),
    "nan": ("nan", "T"),
    "check-up": ("check-up", "T"),
    "replay": ("replay", "T"),
    "precision": ("precision", "T"),
    "testgen": ("testgen", "T", "-o", "TESTS"),
    "diff": ("diff", "T", "OTHER", "--rtol", "1e-12"),
    "top of a rank": ("top", "T", "--by", "operation", "--process", "2,3"),
    "ranks": ("ranks", "T"),
    "replay in float32": ("replay", "T", "--dtype", "float32"),
    "replay of processes": ("replay", "T", "--process", "2,4"),
}
# What is measured anew each time, or names a folder of this test's.
_VARYING = ("bandwidth", "output", "seconds")


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("scheduled")
    (folder / "pool.py").write_text(PROGRAM)
    paths = [folder / f"{name}.numscope" for name in ("first", "second")]
    for path, shift in zip(paths, ("0.001", "0.0010000001"), strict=True):
        numscope_says("run", "--values", "full", "-o", str(path), str(folder / "pool.py"), shift, cwd=folder)
    return paths


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    # This long after a worker's death LocalCluster looks for its name, and closes it for good if it is not back: a
    # second death of the same worker at that moment is taken for the first, and the cluster stays at two workers.
    with (
        dask.config.set({"distributed.deploy.lost-worker-timeout": "1 hour"}),
        distributed.LocalCluster(
            n_workers=3, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as cluster,
    ):
        yield cluster


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "_MOST_OPERATIONS", 40)
    monkeypatch.setattr(comparison, "_FETCHED_AT_ONCE", 16)


class Says:
    """Asks a question by the command line, in this process."""

    def __init__(self, traces: list[Path], folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._places = {"T": str(traces[0]), "OTHER": str(traces[1])}
        self._folder, self._capsys, self._asked = folder, capsys, 0

    def __call__(self, question: str, *options: str) -> Any:
        self._asked += 1
        places = {**self._places, "TESTS": str(self._folder / f"tests{self._asked}")}
        words = [places.get(word, word) for word in QUESTIONS[question]]
        code = main([*words, *options, "--json"])
        output = self._capsys.readouterr()
        assert code in (0, 1), output.err
        answer = json.loads(output.out)
        text = json.dumps({key: value for key, value in answer.items() if key not in _VARYING})
        return json.loads(text.replace(places["TESTS"], "TESTS"))


@pytest.fixture
def says(traces: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Says:
    return Says(traces, tmp_path, capsys)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("question", shortened(QUESTIONS, 7))
def test_a_cluster_answers_as_this_process_does(question: str, says: Says, cluster: Any) -> None:
    alone = says(question)
    assert says(question, "--scheduler", cluster.scheduler_address) == alone
    if "found" in alone:
        assert alone["found"]


def test_values_of_a_selected_process_are_its_own(says: Says) -> None:
    answer = says("replay of processes")
    assert answer["operations"] == answer["identical"]


def test_a_pool_answers_as_this_process_does(says: Says) -> None:
    assert says("replay", "--scheduler", "processes:2") == says("replay")


class KilledOnce(distributed.WorkerPlugin):
    """Ends one worker by SIGKILL as it begins to compute: the file says that it has been done."""

    def __init__(self, file: str) -> None:
        self.file = file

    def setup(self, worker: Any) -> None:
        pass

    def transition(self, key: Any, start: str, finish: str, **more: Any) -> None:
        if finish == "executing" and not os.path.exists(self.file):
            os.close(os.open(self.file, os.O_CREAT))
            os.kill(os.getpid(), signal.SIGKILL)


# A query over operations, a question over ranks, and work with values.
@pytest.mark.sweep(1)
@pytest.mark.parametrize("question", ["nan", "ranks", "replay", "diff"])
def test_a_worker_that_is_killed_changes_no_answer(
    question: str, says: Says, cluster: Any, tmp_path: Path
) -> None:
    import cloudpickle

    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    alone, killed = says(question), tmp_path / "killed"
    with distributed.Client(cluster, set_as_default=False) as client:
        client.register_plugin(KilledOnce(str(killed)), name="killed-once")
        try:
            # The scheduler's own questions to workers, such as their version, are no tasks.
            assert says(question, "--scheduler", cluster.scheduler_address) == alone
        finally:
            client.unregister_worker_plugin("killed-once")
        assert killed.exists()
        client.wait_for_workers(3, timeout=60)


def test_workers_that_see_another_disk_are_found_out(traces: list[Path], tmp_path: Path) -> None:
    """An executor stands for the other machine: what is at the path changes before it computes."""
    path = tmp_path / "t.numscope"
    shutil.copytree(traces[0], path)

    class Late:
        def submit(self, function: Any, /, *arguments: Any) -> Future[Any]:
            future: Future[Any] = Future()
            shutil.rmtree(path, ignore_errors=True)
            if self.other is not None:
                shutil.copytree(self.other, path)
            try:
                future.set_result(function(*arguments))
            except Exception as error:  # noqa: BLE001 - as executors do
                future.set_exception(error)
            return future

        other: Path | None = None

    late = Late()
    for other, said in ((traces[1], "another trace"), (None, "Workers need it on a file system")):
        shutil.rmtree(path, ignore_errors=True)
        shutil.copytree(traces[0], path)
        late.other = other
        with numscope.open(path, trust=True) as trace:
            trace.scheduler = Scheduler(late, 2)
            with pytest.raises(NumscopeError, match=said):
                trace.top()


@pytest.mark.parametrize(
    ("scheduler", "said"),
    [
        ("tcp://127.0.0.1:9", "no scheduler of Dask answers at tcp://127.0.0.1:9"),
        ("threads", "is no scheduler"),
        ("processes:none", "is no number of processes"),
    ],
)
def test_a_scheduler_that_is_none_is_refused(
    scheduler: str, said: str, traces: list[Path], capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    monkeypatch.setattr("numscope.scheduling.dask_cluster._CONNECT", "1s")
    assert main(["nan", str(traces[0]), "--scheduler", scheduler]) == 2
    assert said in capsys.readouterr().err


def test_a_program_that_still_runs_is_asked_here(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trace = tmp_path / "t.numscope"
    script = "import numpy as np, sys, time\nnp.sqrt(np.ones(3))\nprint(1, flush=True)\ntime.sleep(60)\n"
    words = [sys.executable, "-m", "numscope", "run", "-o", str(trace), "-c", script]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as program:
        try:
            assert program.stdout is not None
            program.stdout.readline()
            time.sleep(0.3)
            assert main(["nan", str(trace), "--scheduler", "processes"]) == 2
            assert "Ask without --scheduler" in capsys.readouterr().err
        finally:
            program.terminate()
