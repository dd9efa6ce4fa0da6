"""What the commands answer, a trace answers in Python."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import numscope

pytest.importorskip("numscope._core", reason="the native core is not built")


def test_a_trace_answers_every_question(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "t.numscope") as recording, np.errstate(all="ignore"):
        a = np.arange(4.0)
        b = np.log(a)
        np.sqrt(b)
    trace = numscope.open(tmp_path / "t.numscope")
    assert isinstance(trace, numscope.Trace)
    assert isinstance(trace, numscope.trace.Trace)
    assert {cost.group for cost in trace.top().costs} >= {"numpy.log", "numpy.sqrt"}
    assert [origin.operation.name for origin in trace.nan().origins] == ["numpy.log"]
    assert trace.nan(allow=("log",)).found == 0
    assert [(link.source, link.target) for link in trace.graph().links] == [(0, 1), (1, 2)]
    assert [node.label for node in trace.graph(of=1).nodes if node.asked] == ["numpy.log"]
    assert trace.diff(trace).found == 0
    assert recording.nan().found == 1
