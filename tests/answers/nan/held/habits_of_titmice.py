"""Learn a few daily habits of titmice at a feeder, each day belonging to one of them.

An encoder gives scores of the habits, a soft choice by Gumbel noise picks one, and a decoder draws the visits of the
day's hours from it. The choice gets harder from epoch to epoch. Hours in which the counter failed are masked.

Symptom: loss and weights are nan in the last epoch, and the printed habits are nan
Culprit: the temperature falls linearly to 0 in the last epoch, where the scores are divided by it: inf in the softmax
Report: none
"""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class Settings:
    """What a training needs to know."""

    habits: int = 3
    hours: int = 16
    epochs: int = 8
    rate: float = 2e-2


class Habits(nn.Module):
    """An encoder of days and a table of habits."""

    def __init__(self, settings):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(settings.hours, 16), nn.Tanh(), nn.Linear(16, settings.habits))
        self.table = nn.Parameter(0.3 * torch.randn(settings.habits, settings.hours))

    def forward(self, days, temperature):
        """Return log rates (days, hours) of visits and the choice (days, habits)."""
        choice = nn.functional.gumbel_softmax(self.encoder(days), tau=temperature)
        return choice @ self.table, choice


def days_at_feeder(count, settings, seed):
    """Return visits (days, hours) and a mask of the hours in which the counter worked."""
    draw = torch.Generator().manual_seed(seed)
    hour = torch.arange(settings.hours)
    shapes = torch.stack([torch.exp(-((hour - peak) ** 2) / 8.0) for peak in (2.0, 8.0, 13.0)])
    habit = torch.randint(0, settings.habits, (count,), generator=draw)
    visits = torch.poisson(0.5 + 7 * shapes[habit], generator=draw)
    works = torch.rand(count, settings.hours, generator=draw) > 0.05
    return torch.where(works, visits, torch.nan), works


def temperature_of(epoch, settings):
    """Return the temperature of the choice, 1 at first and colder later."""
    return 1.0 - epoch / (settings.epochs - 1)  # culprit


def train(visits, works, settings):
    """Return the trained habits."""
    model = Habits(settings)
    optimiser = torch.optim.Adam(model.parameters(), lr=settings.rate)
    inputs = torch.log1p(torch.nan_to_num(visits, nan=0.0))
    targets = torch.nan_to_num(visits, nan=0.0)
    for epoch in range(settings.epochs):
        temperature = temperature_of(epoch, settings)
        total = 0.0
        order = torch.randperm(len(visits))
        for batch in order.split(30):
            log_rates, choice = model(inputs[batch], temperature)
            misfit = nn.functional.poisson_nll_loss(log_rates, targets[batch], reduction="none")
            balance = (choice.mean(0) - 1 / settings.habits).square().sum()
            loss = misfit[works[batch]].mean() + balance
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            total += loss.item() * len(batch)
        print(f"epoch {epoch}: temperature {temperature:.2f}, loss {total / len(visits):.3f}")
    return model


def main():
    """Train and print each habit's busiest hour."""
    settings = Settings()
    torch.manual_seed(2)
    visits, works = days_at_feeder(300, settings, 6)
    print(f"{int((~works).sum())} hours without a count")
    model = train(visits, works, settings)
    for habit in model.table.detach().exp():
        hour = int(habit.argmax()) + 6
        print(f"busiest hour {hour:2d}, {habit.max().item():.1f} visits, {habit.sum().item():.1f} a day")


if __name__ == "__main__":
    main()
