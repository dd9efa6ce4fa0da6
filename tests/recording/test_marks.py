"""`numscope.mark("epoch 3")` names a moment, which every timeline shows as a slice up to the next one."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import numscope
from numscope.cli.main import main

pytest.importorskip("numscope._core", reason="the native core is not built")


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("marked") / "t.numscope"
    numscope.mark("nothing is recorded here")
    with numscope.record(path):
        np.add(1.0, 1.0)
        numscope.mark("epoch 1")
        np.add(2.0, 2.0)
        numscope.mark("纪元" * 20 + "\ud800")
        np.add(3.0, 3.0)
    return path


def test_marks_stand_between_operations(trace: Path) -> None:
    with numscope.open(trace) as opened:
        marks = opened.sql("select * from marks order by time_ns").to_pylist()
        adds = [one.id for one in opened if one.name == "numpy.add"]
        times = dict(zip(*opened.sql("select id, time_ns from operations").to_pydict().values(), strict=True))
    assert [(mark["kind"], mark["number"]) for mark in marks] == [("named", 1), ("named", 2)]
    assert [mark["operation"] for mark in marks] == adds[1:]
    assert marks[0]["text"] == "epoch 1"
    assert marks[1]["text"] == "纪元" * 10 + "纪"  # whole characters of 64 bytes
    assert times[adds[0]] <= marks[0]["time_ns"] <= times[adds[1]] <= marks[1]["time_ns"] <= times[adds[2]]


def test_a_number_is_a_name_too(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "t.numscope"):
        numscope.mark(3)
    with numscope.open(tmp_path / "t.numscope") as opened:
        assert opened.sql("select text from marks")["text"].to_pylist() == ["3"]


def test_timelines_show_them_as_slices(trace: Path, tmp_path: Path) -> None:
    perfetto, speedscope = tmp_path / "t.json", tmp_path / "s.json"
    assert main(["export", str(trace), "--perfetto", str(perfetto), "--speedscope", str(speedscope)]) == 0
    events = json.loads(perfetto.read_text())["traceEvents"]
    [row] = [event for event in events if event["ph"] == "M"]
    assert row["args"]["name"] == "marks"
    marks = [event for event in events if event["tid"] == row["tid"] and event["ph"] == "X"]
    assert [mark["name"] for mark in marks] == ["epoch 1", "纪元" * 10 + "纪"]
    second = [event for event in events if event["name"] == "numpy.add"][1]
    assert marks[0]["ts"] <= second["ts"]
    assert second["ts"] + second["dur"] <= marks[0]["ts"] + marks[0]["dur"]
    document = json.loads(speedscope.read_text())
    [profile] = [one for one in document["profiles"] if one["name"].endswith("marks")]
    frames = [document["shared"]["frames"][event["frame"]]["name"] for event in profile["events"]]
    assert frames[:3] == ["epoch 1", "epoch 1", "纪元" * 10 + "纪"]
