"""Which of several changes of a PyTorch program diff names."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compared_programs import comparing, named

pytest.importorskip("numscope._core", reason="the native core is not built")
pytest.importorskip("torch", reason="PyTorch is not installed")

PROGRAM = """
    import torch

    torch.manual_seed(4)
    model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.BatchNorm1d(4))

    @torch.{mode}()
    def evaluate(x):
        model.train({training})
        return model(x).square().sum().item()

    print(evaluate(torch.randn(8, 3)))
"""


def test_how_gradients_are_turned_off_changes_no_value(tmp_path: Path) -> None:
    before = PROGRAM.format(mode="no_grad", training=False)
    compare = comparing(
        tmp_path, "evaluated.py", before, PROGRAM.format(mode="inference_mode", training=False)
    )
    assert compare("False", "False").verdict.agree
    assert named(compare("model.train(False)", "model.train(True)")) == "model.train(True)"
