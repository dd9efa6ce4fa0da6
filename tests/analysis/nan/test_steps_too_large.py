"""`nan` blames the size of steps that are so large that a training overflows after a few of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import first

pytest.importorskip("numscope._core", reason="the native core is not built")

SETTINGS = (
    "from dataclasses import dataclass\nimport torch\ntorch.manual_seed(1)\n@dataclass\nclass Settings:\n"
    "    width: int = 16\n    rate: float = {rate}\nsettings = Settings()\n"
    "x = torch.rand(64, 3)\ny = x.sum(1, keepdim=True) * 4\n{spoil}\n"
    "model = torch.nn.Sequential(torch.nn.Linear(3, settings.width), torch.nn.LeakyReLU(),\n"
    "    torch.nn.Linear(settings.width, settings.width), torch.nn.LeakyReLU(), torch.nn.Linear(settings.width, 1))\n"
    "optimizer = torch.optim.SGD(model.parameters(), lr=settings.rate, momentum=0.9)\n"
    "for k in range(8):\n    optimizer.zero_grad()\n    part = slice(8 * k, 8 * k + 8)\n"
    "    loss = torch.nn.functional.mse_loss(model(x[part]), y[part])\n    loss.backward()\n    optimizer.step()\n"
    "    print(loss.item())\n"
)


@pytest.mark.filterwarnings("ignore")
def test_a_rate_of_which_the_loss_overflows_within_four_steps(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    line, said = first(tmp_path, SETTINGS.format(rate=1.0, spoil=""))
    assert line == 7
    assert "makes steps that are too large" in said
    assert "`lr=settings.rate`" in said


@pytest.mark.filterwarnings("ignore")
def test_a_batch_of_other_size_is_not_the_rates_fault(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    line, said = first(tmp_path, SETTINGS.format(rate=1e-3, spoil="y[30] = 1e25"))
    assert line != 7
    assert "too large: results grow" not in said


@pytest.mark.filterwarnings("ignore")
def test_large_features_are_not_the_rates_fault(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    line, said = first(tmp_path, SETTINGS.format(rate=1e-2, spoil="x = x * 50"))
    assert line != 7
    assert "steps that are too large" not in said
