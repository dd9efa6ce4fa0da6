"""`diff` names a fault of the second run also where its line was left as it was, or came for one that is gone."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compared_programs import named
from tests.recorded_text import recorded_text

import numscope
from numscope.analysis.diff.comparison import Diff, diff

TRAINING = """
    import torch

    def seedlings():
        torch.manual_seed(9)
        x = torch.randn(64, 5)
        return x, x.sum(1, keepdim=True) + 4

    def main():
        x, height = seedlings()
        model = torch.nn.Linear(5, 1)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
        for _ in range(4):
            for start in range(0, 64, 16):
                optimizer.zero_grad()
                loss = torch.nn.functional.mse_loss(model(x[start:start + 16]), height[start:start + 16])
                loss.backward()
                optimizer.step()
        print(model.bias.item())

    main()
"""
IN_PIECES = """
    import torch

    def seedlings():
        torch.manual_seed(9)
        x = torch.randn(64, 5)
        return x, x.sum(1, keepdim=True) + 4

    def train(model, x, height, pieces=4):
        optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
        for _ in range(4):
            for number, start in enumerate(range(0, 64, 4), start=1):
                optimizer.zero_grad()
                predicted = model(x[start:start + 4])
                loss = torch.nn.functional.mse_loss(predicted, height[start:start + 4]) / pieces
                loss.backward()
                if number % pieces == 0:
                    optimizer.step()

    def main():
        x, height = seedlings()
        model = torch.nn.Linear(5, 1)
        train(model, x, height)
        print(f"bias: {model.bias.item():.3f}")

    main()
"""
BEAM = """
    import numpy as np
    from scipy import stats

    def failure(load, strength):
        grid = np.linspace(0.0, 6.0e8, 6001)
        values = load.pdf(grid) * strength.cdf(grid)
        step = grid[1] - grid[0]
        return step * values.sum()

    print(failure(stats.lognorm(0.17, scale=1.85e8), stats.norm(2.6e8, 2.2e7)))
"""
BEAM_AS_CLASS = """
    import numpy as np
    from scipy import integrate, stats

    class Beam:
        load = stats.lognorm(0.17, scale=1.85e8)
        strength = stats.norm(2.6e8, 2.2e7)

        def failure(self):
            value, _ = integrate.quad(lambda x: self.load.pdf(x) * self.strength.cdf(x), 0.0, np.inf)
            return value

    def main():
        beam = Beam()
        chance = beam.failure()
        print(f"failures: {chance:.3e}")

    main()
"""


def _compared(folder: Path, before: str, after: str) -> Diff:
    first = recorded_text(folder / "1", "program.py", before)
    second = recorded_text(folder / "2", "program.py", after)
    return diff(numscope.open(first), numscope.open(second))


def test_a_call_is_named_that_stands_in_another_place(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    assert named(_compared(tmp_path, TRAINING, IN_PIECES)) == "optimizer.zero_grad()"


def test_an_integral_is_named_that_came_for_a_sum(tmp_path: Path) -> None:
    pytest.importorskip("scipy", reason="SciPy is not installed")
    assert named(_compared(tmp_path, BEAM, BEAM_AS_CLASS)).startswith("value, _ = integrate.quad(")
