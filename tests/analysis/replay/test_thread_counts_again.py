"""Sums shared out among threads: replay puts the program's number of threads back, or says that it was another."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import numscope
from numscope.analysis.replay.answers import Replay
from numscope.analysis.replay.replay import replay
from numscope.analysis.replay.replay_worker.results import DIFFERS, Comparison
from numscope.analysis.replay.replay_worker.threads import Threads
from numscope.views.replay import replay_view

pytest.importorskip("numscope._core", reason="the native core is not built")


@pytest.fixture
def limits() -> Any:
    module = pytest.importorskip(
        "threadpoolctl", reason="threadpoolctl is not installed: threads can't be set"
    )
    return module.threadpool_limits


def compute() -> None:
    rng = np.random.default_rng(0)
    a = np.maximum(rng.standard_normal((200, 150)).astype("f4"), 0)
    b = rng.standard_normal((300, 301))
    a @ a.T
    b @ b.T
    np.dot(b[:, 0], b)
    np.linalg.solve(b[:, :300], b[:, 0])
    np.linalg.svd(b[:100, :100])


def replayed(path: Path) -> Replay:
    with numscope.open(path) as trace:
        return replay(trace, jobs=1)


@pytest.mark.parametrize(("count", "environ"), [(1, ""), (5, "2"), (3, "1")])
def test_as_many_threads_as_the_program_had_are_put_back(
    count: int, environ: str, limits: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        monkeypatch.setenv(name, environ) if environ else monkeypatch.delenv(name, raising=False)
    with limits(count), numscope.record(tmp_path / "t.numscope", values="full"):
        compute()
    answer = replayed(tmp_path / "t.numscope")
    assert (answer.found, answer.close, answer.threads) == (False, 0, 0), answer
    assert answer.identical >= 9


def test_one_thread_for_a_part_of_the_program_is_found(
    limits: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "2")
    with limits(2), numscope.record(tmp_path / "t.numscope", values="full"), limits(1):
        compute()
    answer = replayed(tmp_path / "t.numscope")
    assert (answer.found, answer.close, answer.threads) == (False, 0, 0), answer


@pytest.mark.parametrize(
    "threads",
    [None, {}, {"libscipy_openblas64_": 10**9}, {"libscipy_openblas64_": "2", "3": []}, [2], {"libmkl": 2}],
)
def test_where_the_number_is_not_known_rounding_is_no_difference(
    threads: object, limits: Any, tmp_path: Path
) -> None:
    with limits(5), numscope.record(tmp_path / "t.numscope", values="full"):
        compute()
    path = next((tmp_path / "t.numscope").glob("processes/*/process.json"))
    facts = json.loads(path.read_text())
    facts["threads"] = facts["surroundings"]["threads"] = threads
    path.write_text(json.dumps(facts))
    answer = replayed(tmp_path / "t.numscope")
    assert (answer.differs, answer.close, answer.found) == (0, 0, False), answer
    # How many depend on the number of threads is a matter of the processor.
    text = str(replay_view(answer).renderables[1])
    assert ("equal within rounding: another number of threads" in text) == (answer.threads > 0)


LIBRARY = """
from contextlib import contextmanager
now = [1]
most = 64

def thread_counts(own):
    return {"library": now[0]}

@contextmanager
def with_thread_counts(counts, own):
    before = now[0]
    now[0] = min(counts.get("library", before), most)
    try:
        yield now[0] == counts.get("library")
    finally:
        now[0] = before
"""


class Operation:
    """Gives another result with each number of threads if `depends`; the program had `recorded`."""

    def __init__(self, threads: Threads, depends: bool, recorded: int) -> None:
        self.threads, self.depends, self.recorded = threads, depends, recorded
        self.memory, self.calls = np.zeros(1), 0

    def __call__(self) -> list[Comparison]:
        self.calls += 1
        self.memory[0] = self.threads._module.now[0] if self.depends else 1
        return [] if self.memory[0] == self.recorded else [Comparison(0, DIFFERS, "", self.memory)]


@pytest.mark.parametrize(
    ("depends", "recorded", "states", "most", "differs", "explained"),
    [
        (True, 1, [], 64, False, False),
        (True, 4, [{"library": 4}], 64, False, False),
        (True, 4, [{"library": 2}, {"library": 4}], 64, False, False),
        (True, 4, [], 64, True, True),  # not known
        (True, 4, [{"library": 4}], 3, True, True),  # can't be put back
        (True, 4, [{"library": 3}, {"library": 2}], 64, True, True),  # changed while it ran
        (True, 4, [{"library": 2}], 64, True, False),  # put back, and still another result
        (False, 4, [], 64, True, False),  # threads don't change it
        (False, 4, [{"library": 4}], 3, True, False),
    ],
)
def test_only_what_depends_on_an_unknown_number_is_explained_by_it(
    depends: bool, recorded: int, states: Any, most: int, differs: bool, explained: bool, tmp_path: Path
) -> None:
    module = tmp_path / "library.py"
    module.write_text(LIBRARY)
    threads = Threads(str(module), states, {})
    threads._module.most = most
    operation = Operation(threads, depends, recorded)
    found = threads.attempt("a.sum", operation)
    assert bool(found) == differs
    assert [comparison.threads for comparison in found] == [explained] * differs
    assert [comparison.now[0] for comparison in found] == [1.0] * differs
    assert threads._module.now[0] == 1


def test_what_helped_once_is_tried_first(tmp_path: Path) -> None:
    module = tmp_path / "library.py"
    module.write_text(LIBRARY)
    threads = Threads(str(module), [{"library": 4}], {})
    operation = Operation(threads, True, 4)
    assert threads.attempt("a.sum", operation) == []
    assert operation.calls == 2
    for _ in range(3):
        assert threads.attempt("a.sum", operation) == []
    assert operation.calls == 5
