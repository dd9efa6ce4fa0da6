"""Loops that do the same again and again, and what is only NaN: all is counted, and read in few queries."""

from __future__ import annotations

import io
from contextlib import redirect_stderr
from pathlib import Path

import numpy as np
import pytest

import numscope
from numscope.analysis.check_up import check_up
from numscope.analysis.check_up.evidence import Evidence
from numscope.trace.database import Database

pytest.importorskip("numscope._core", reason="the native core is not built")
_TIMES = 300


def _asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    asked: list[str] = []
    query = Database.query

    def counted(self: Database, text: str, parameters: list[object] | None = None) -> object:
        asked.append(text)
        return query(self, text, parameters)

    monkeypatch.setattr(Database, "query", counted)
    return asked


def test_each_time_a_loop_wraps_around_is_counted_and_none_asked_for_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One query for each took 137 seconds for a program of 250,000 operations."""
    path = tmp_path / "loop.numscope"
    with redirect_stderr(io.StringIO()), numscope.record(path):
        steps = np.array([100, 3, 90], np.int8)
        for number in range(_TIMES):
            steps + np.int8(60 + number % 7)
            for _ in range(64):  # neighbours are read together
                np.zeros(1)
    with numscope.open(path) as trace:
        asked = _asked(monkeypatch)
        first = check_up(trace).findings[0]
    assert (first.kind, first.calls) == ("wrap-around", _TIMES)
    assert len(asked) < _TIMES


def test_what_is_nothing_but_nan_has_lost_no_digits(tmp_path: Path) -> None:
    path = tmp_path / "gaps.numscope"
    with redirect_stderr(io.StringIO()), numscope.record(path):
        gaps = np.sqrt(np.full(4, np.nan))
        apart = np.sqrt(gaps) - np.exp(gaps)
        1.0 / apart
    with numscope.open(path) as trace:
        assert "cancellation" not in {one.kind for one in check_up(trace).findings}


def test_of_too_many_results_each_call_keeps_its_share(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lists of the results of 10 million operations took more memory than a query may have: there was no answer."""
    monkeypatch.setattr("numscope.analysis.check_up.iterations.loop_results._MOST_RESULTS", 400)
    path = tmp_path / "long.numscope"
    with redirect_stderr(io.StringIO()), numscope.record(path):
        state = np.ones(4)
        for _ in range(1000):
            state = state * 1.5
            state + 1.0
        for _ in range(20):
            state - 1.0
    with numscope.open(path) as trace:
        results = Evidence(trace).loop_results
        kinds = {finding.kind for finding in check_up(trace).findings}
    assert [len(one.columns["ids"]) for one in results][2:] == [20]
    assert all(50 < len(one.columns["ids"]) < 250 for one in results[:2])
    assert "growth" in kinds
