"""The data flow in a report: edges that the program's own lines say there are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import numscope
from numscope.analysis.report.flow import whole_flow

pytest.importorskip("numscope._core", reason="the native core is not built")


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("recorded") / "flow.numscope"
    start = np.linspace(0.0, 1.0, 5)
    with numscope.record(path):
        doubled = start * 2
        rooted = np.sqrt(doubled)
        np.add(rooted, doubled)
    return path


def test_edges_are_what_flowed(trace: Path) -> None:
    with numscope.open(trace) as opened:
        flow = whole_flow(opened, 100)
        names = {operation.id: operation.name.removeprefix("numpy.") for operation in opened}
    edges = {(names[edge.source], names[edge.target]) for edge in flow.edges if edge.proven}
    assert edges == {("multiply", "sqrt"), ("sqrt", "add"), ("multiply", "add")}
    assert [names[number] for number in flow.unknown] == ["multiply"]
    assert flow.of == len(flow.ids) == 3


def test_a_longer_run_is_cut_and_says_so(trace: Path) -> None:
    with numscope.open(trace) as opened:
        flow = whole_flow(opened, 2)
    assert (len(flow.ids), flow.of, len(flow.edges)) == (2, 3, 1)
