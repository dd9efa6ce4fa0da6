"""Ctrl-C while `with numscope.record(...)` begins or ends leaves the process as if it had never been recorded."""

from __future__ import annotations

import gc
import os
import shutil
from pathlib import Path

import numpy as np
import pytest

import numscope
from interrupts import Interrupts
from numscope import _core
from numscope.recording.record import RecordedBlock

FILES = ("numscope/recording/", "numscope/probes/numpy/probe.py", "numscope/probes/numpy/watch.py")


def record_something(path: Path) -> int:
    with numscope.record(path) as recording:
        np.ones(3).sum()
    assert recording.counters is not None
    return recording.counters["operations"]


def interrupted_at(point: int, path: Path) -> Interrupts:
    found = Interrupts(point, FILES, RecordedBlock.__exit__.__code__)
    try:
        with found:
            record_something(path)
    except KeyboardInterrupt:
        pass
    gc.collect()
    return found


def left_behind(environ: dict[str, str]) -> list[str]:
    return [
        what
        for what, there in {
            "recording": _core.recording(),
            "hooks": _core.unwatch_all() != 0,
            "environment": dict(os.environ) != environ,
        }.items()
        if there
    ]


@pytest.mark.parametrize("share", [20, pytest.param(150, marks=pytest.mark.long)])
def test_an_interrupt_at_any_point_leaves_nothing(tmp_path: Path, share: int) -> None:
    environ = dict(os.environ)
    operations = record_something(tmp_path / "first")
    points = interrupted_at(0, tmp_path / "whole").points
    assert points > 1000
    wrong = []
    for point in range(1, points + 1, points // share):
        found = interrupted_at(point, tmp_path / "cut")
        if left := left_behind(environ):
            wrong.append((point, found.where, *left))
        shutil.rmtree(tmp_path / "cut", ignore_errors=True)
        assert record_something(tmp_path / "after") == operations, found.where
        shutil.rmtree(tmp_path / "after")
    assert wrong == []
