"""Timelines of torch have a row of layers beside each thread's operations."""

from __future__ import annotations

from pathlib import Path

import pytest

import numscope
from numscope.analysis.export.timeline import slices

torch = pytest.importorskip("torch", reason="PyTorch is not installed")


def test_calls_of_layers_are_slices_around_their_operations(tmp_path: Path) -> None:
    model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.Sequential(torch.nn.ReLU()))
    with numscope.record(tmp_path / "t.numscope"):
        model(torch.ones(2, 4))
    with numscope.open(tmp_path / "t.numscope") as trace:
        found = {one.name: one for one in slices(trace) if one.row.startswith("layers of thread")}
        relu = trace.sql(
            "select time_ns - (select min(time_ns) from recorded_operations) as start, duration_ns "
            "from operations where name = 'aten::relu'"
        ).to_pylist()[0]
    assert list(found) == ["Sequential", "0", "1", "1.0"]
    for name in ("Sequential", "1", "1.0"):
        assert found[name].start_ns <= relu["start"]
        assert relu["start"] + relu["duration_ns"] <= found[name].end_ns
    assert found["0"].end_ns <= found["1"].start_ns
