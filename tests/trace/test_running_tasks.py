"""Which task of a scheduler an operation ran in: the last one that had begun on its thread."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import numscope
from numscope.trace.database import Database
from numscope.trace.running_tasks import RunningTasks

_BEGUN = st.lists(
    st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 40)), unique_by=lambda one: one[2]
)


@settings(deadline=None)
@given(begun=_BEGUN, process=st.integers(0, 2), thread=st.integers(0, 2), operation=st.integers(0, 45))
def test_the_last_task_that_had_begun_on_the_thread_is_found(
    begun: list[tuple[int, int, int]], process: int, thread: int, operation: int
) -> None:
    rows = [
        {"process": of, "thread": on, "task": begin, "key": f"t-{begin}", "asked_by": None}
        for of, on, begin in begun
    ]
    found = RunningTasks(rows).at(process, thread, operation)
    before = [begin for of, on, begin in begun if (of, on) == (process, thread) and begin <= operation]
    assert (None if found is None else found.key) == (f"t-{max(before)}" if before else None)


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
