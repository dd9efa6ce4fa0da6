"""Which task of a scheduler an operation ran in: the last one that had begun on its thread."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import numscope
from numscope.trace.database import Database
from numscope.trace.running_tasks import RunningTasks


def test_the_last_task_that_had_begun_on_the_thread_is_found() -> None:
    numbers = random.Random(0)
    found = 0
    for _ in range(500):
        begun = [
            (numbers.randrange(3), numbers.randrange(3), begin)
            for begin in numbers.sample(range(40), numbers.randrange(12))
        ]
        process, thread, operation = numbers.randrange(3), numbers.randrange(3), numbers.randrange(45)
        rows = [
            {"process": of, "thread": on, "task": begin, "key": f"t-{begin}", "asked_by": None}
            for of, on, begin in begun
        ]
        task = RunningTasks(rows).at(process, thread, operation)
        before = [begin for of, on, begin in begun if (of, on) == (process, thread) and begin <= operation]
        assert (None if task is None else task.key) == (f"t-{max(before)}" if before else None)
        found += task is not None
    assert found > 50


def test_a_trace_without_tasks_is_not_looked_through_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Of 100 million operations this took ten seconds.
    path = tmp_path / "t.numscope"
    with numscope.record(path):
        np.sqrt(np.ones(3))
    asked: list[str] = []
    whole = Database.query

    def query(self: Database, text: str, *others: object) -> object:
        asked.append(text)
        return whole(self, text, *others)

    monkeypatch.setattr(Database, "query", query)
    with numscope.open(path) as trace:
        assert trace[-1].task is None
    assert asked
    assert not any("from tasks" in text for text in asked)
