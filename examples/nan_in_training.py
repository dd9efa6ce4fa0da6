"""A training that turns to NaN at step 12: the logarithm of a softmax that has come down to zero.

    numscope run -o nan.numscope examples/nan_in_training.py
    numscope nan nan.numscope

The printed loss only says that something broke. The trace says which layer, which step and which line made the first
infinity, and from what. The cure is `torch.log_softmax`, which never goes through the probabilities.
"""

import torch
from torch import nn

STEPS = 15
BAD_STEP = 12


class LogProbabilities(nn.Module):
    """A layer with a flaw that shows only when a logit is far above the others."""

    def __init__(self, features: int, classes: int) -> None:
        super().__init__()
        self.logits = nn.Linear(features, classes)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        probabilities = torch.softmax(self.logits(x), dim=1)
        return torch.log(probabilities)


class Classifier(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(2, 8), nn.ReLU())
        self.head = LogProbabilities(8, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.body(x))


def batch(step: int) -> tuple[torch.Tensor, torch.Tensor]:
    x = torch.randn(16, 2)
    labels = (x[:, 0] > 0).long() + (x[:, 1] > 0).long()
    if step == BAD_STEP:
        x[5] *= 10_000  # one row that nobody scaled
    return x, labels


def main() -> None:
    torch.manual_seed(0)
    model = Classifier()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(STEPS):
        x, labels = batch(step)
        optimizer.zero_grad()
        loss = nn.functional.nll_loss(model(x), labels)
        loss.backward()
        optimizer.step()
        print(f"step {step}: loss {loss.item():.3g}")


if __name__ == "__main__":
    main()
