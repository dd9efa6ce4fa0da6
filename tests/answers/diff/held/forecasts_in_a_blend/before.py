"""Blends five weather forecasts of a pass into one, with weights that fit the last days."""

import torch

torch.set_num_threads(1)
torch.manual_seed(9)

DAYS, MODELS = 60, 5
truth = 4.0 + 5.0 * torch.sin(torch.arange(DAYS) / 9.0) + torch.randn(DAYS) * 0.5
bias = torch.tensor([0.2, -0.9, 1.6, -0.3, 2.4])
skill = torch.tensor([0.5, 0.8, 1.1, 1.9, 0.4])
forecasts = truth[:, None] + bias + torch.randn(DAYS, MODELS) * skill


def recent_errors(forecasts, truth, days):
    """The mean squared error of each forecast over the days before, from day `days` on."""
    squared = (forecasts - truth[:, None]) ** 2
    rows = []
    for day in range(days, len(truth)):
        rows.append(squared[day - days : day].mean(dim=0))
    return torch.stack(rows)


def weights_of(errors, sharpness):
    """The weights of each day: the smaller the error, the greater; they sum to 1."""
    rows = []
    for row in errors:
        raised = torch.exp(-sharpness * row)
        rows.append(raised / raised.sum())
    return torch.stack(rows)


def blend(forecasts, weights, days):
    values = []
    for day, weight in enumerate(weights):
        values.append((forecasts[day + days] * weight).sum())
    return torch.stack(values)


errors = recent_errors(forecasts, truth, 7)
weights = weights_of(errors, 0.8)
blended = blend(forecasts, weights, 7)
off = blended - truth[7:]
print("days", len(blended))
print("mean error", round(off.abs().mean().item(), 4))
print("root mean square", round(off.square().mean().sqrt().item(), 4))
print("last", round(blended[-1].item(), 4))
