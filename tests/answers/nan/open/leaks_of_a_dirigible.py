"""Fit where a dirigible leaks gas from pressure sensors, with an optimiser of our own.

The optimiser keeps running means of gradients and of their squares and corrects both for the start at zero. Sensors
that froze at night have no value and weigh nothing. The result is the rate of each seam in litres an hour.

Symptom: the rates of all seams and the misfit print nan, only the first misfit is a number
Culprit: the steps are counted from 0, so the correction 1 - 0.9**0 is 0 and the first step is 0 / 0 or inf
Report: none
"""

from __future__ import annotations

import math

import torch

SEAMS, SENSORS, HOURS = 5, 14, 30


class Adaptive:
    """An optimiser with a step size for each parameter."""

    def __init__(
        self, parameters: list[torch.Tensor], rate: float, decays: tuple[float, float] = (0.9, 0.99)
    ) -> None:
        self.parameters = parameters
        self.rate = rate
        self.decays = decays
        self.means = [torch.zeros_like(parameter) for parameter in parameters]
        self.squares = [torch.zeros_like(parameter) for parameter in parameters]

    @torch.no_grad()
    def step(self, number: int) -> None:
        """Move each parameter against its gradient; number is how many steps were made, this one included."""
        first, second = (1.0 - decay**number for decay in self.decays)
        for parameter, mean, square in zip(self.parameters, self.means, self.squares, strict=True):
            slope = parameter.grad
            mean.lerp_(slope, 1 - self.decays[0])
            square.lerp_(slope * slope, 1 - self.decays[1])
            parameter -= self.rate * (mean / first) / ((square / second).sqrt() + 1e-8)
            parameter.grad = None


def measured(seed: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return nearness (sensors, seams), pressure losses (sensors, hours) and which of them were measured."""
    draw = torch.Generator().manual_seed(seed)
    nearness = torch.rand(SENSORS, SEAMS, generator=draw) ** 3
    rates = torch.tensor([0.0, 3.5, 0.4, 0.0, 1.8])
    wind = 1 + 0.3 * torch.sin(torch.arange(HOURS) / 24 * 2 * math.pi)
    losses = (nearness @ rates)[:, None] * wind + 0.05 * torch.randn(SENSORS, HOURS, generator=draw)
    frozen = torch.rand(SENSORS, HOURS, generator=draw) < 0.08
    return nearness, losses.masked_fill(frozen, torch.nan), ~frozen


def misfit(
    raw: torch.Tensor, wind: torch.Tensor, nearness: torch.Tensor, losses: torch.Tensor
) -> torch.Tensor:
    """Return the mean square of what rates and wind leave unexplained, over known values."""
    rates = torch.nn.functional.softplus(raw)
    expected = (nearness @ rates)[:, None] * wind.exp()
    return torch.where(losses.isnan(), 0.0, expected - losses.nan_to_num()).square().mean()


def main() -> None:
    """Fit and print the rates."""
    nearness, losses, known = measured(23)
    print(f"{int((~known).sum())} of {known.numel()} values froze")
    raw = torch.zeros(SEAMS, requires_grad=True)
    wind = torch.zeros(HOURS, requires_grad=True)
    optimiser = Adaptive([raw, wind], rate=0.05)
    for number in range(400):  # culprit
        loss = misfit(raw, wind, nearness, losses) + 1e-3 * wind.square().sum()
        loss.backward()
        optimiser.step(number)
        if number % 100 == 0:
            print(f"step {number:3d}: misfit {loss.item():.4f}")
    for seam, rate in enumerate(torch.nn.functional.softplus(raw).tolist(), start=1):
        print(f"seam {seam}: {rate:.2f} litres an hour")
    print(f"strongest wind factor {wind.exp().max().item():.2f}")


if __name__ == "__main__":
    main()
