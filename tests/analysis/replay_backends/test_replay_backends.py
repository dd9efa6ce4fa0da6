"""The same operations in PyTorch, through the array API."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import numscope
from numscope.analysis.replay.replay import Target, replay

pytest.importorskip("numscope._core", reason="the native core is not built")
pytest.importorskip("torch", reason="PyTorch is not installed")
pytest.importorskip("array_api_compat", reason="array-api-compat is not installed")


def test_torch_gives_the_same_within_rounding(tmp_path: Path) -> None:
    a = np.linspace(0.1, 2, 60).reshape(12, 5)
    with numscope.record(tmp_path / "t.numscope"):
        np.exp(a) + 1
        np.add.reduce(a, axis=1)
        a.mean(axis=0)
        a.T @ a
        np.concatenate([a, a], axis=1)
        np.sum(a, axis=1, keepdims=True)
        np.linalg.inv(a.T @ a + np.eye(5))
        np.fft.rfft(a[:, 0])
        np.where(a > 1, a, 0.0)
        np.hypot(2.0, a)
        a.std(axis=0, ddof=1)
        np.histogram(a)
    with numscope.open(tmp_path / "t.numscope") as trace:
        answer = replay(trace, target=Target(backend="torch"), limit=100)
        done = {operation.name for operation in trace if not operation.depth}
    assert not answer.differs, answer.findings
    assert answer.identical + answer.close >= 12
    assert "numpy.histogram" in done
    assert any("no such operation" in reason.text for reason in answer.reasons)
    assert not answer.found
