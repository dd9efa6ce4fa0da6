"""Smooth the weights of beehives from scales that fail now and then, and learn how weight follows the weather.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the readings that scales did not give, which are filled with the mean of the other hives.
Report: none (a question asked often: a loss over data with gaps)
"""

import torch

HIVES, DAYS = 9, 90


def weigh(generator):
    """Return warmth of each day and weights of each hive in kg; nan where a scale failed."""
    warmth = torch.sin(torch.arange(DAYS) / 9) + 0.2 * torch.randn(DAYS, generator=generator)
    gain = 0.2 * warmth + 0.05 * torch.randn(HIVES, DAYS, generator=generator)
    weight = 30 + torch.randn(HIVES, 1, generator=generator) + gain.cumsum(dim=1)
    failed = torch.rand(HIVES, DAYS, generator=generator) < 0.08
    return warmth, weight.masked_fill(failed, float("nan"))


class Apiary:
    """Hives and the gaps in their weights."""

    def __init__(self, weight):
        self.gaps = weight.isnan()
        offset = weight.nanmean(dim=1, keepdim=True)
        day = (weight - offset).nanmean(dim=0)
        self.weight = torch.where(self.gaps, day + offset, weight)

    def gains(self):
        """Return by how much each hive grew a day, and where both days were weighed."""
        known = ~(self.gaps[:, 1:] | self.gaps[:, :-1])
        return self.weight.diff(dim=1), known


def fit(warmth, gains, known, steps=200):
    line = torch.zeros(2, requires_grad=True)
    optimizer = torch.optim.Adam([line], lr=0.02)
    for _ in range(steps):
        error = gains - (line[0] + line[1] * warmth[1:])
        loss = (error**2 * known).sum() / known.sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return line.detach(), loss.item()


warmth, weight = weigh(torch.Generator().manual_seed(10))
apiary = Apiary(weight)
line, loss = fit(warmth, *apiary.gains())
print(f"gaps: {int(apiary.gaps.sum())} of {weight.numel()}, left: {int(apiary.weight.isnan().sum())}")
print(f"gain {line[0].item():.4f} + {line[1].item():.4f} * warmth, loss {loss:.6f}")
print("last weights:", [round(value, 2) for value in apiary.weight[:, -1].tolist()])
