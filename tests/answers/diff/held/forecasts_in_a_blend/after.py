"""Blends five weather forecasts of a pass into one, with weights that fit the last days.

Symptom: the blend misses by degrees: its weights no longer sum to 1
Culprit: softmax runs over the 53 days (dim 0) in place of the five forecasts of one day
Report: none
"""

import torch
from torch import nn

torch.set_num_threads(1)
torch.manual_seed(9)

DAYS, MODELS = 60, 5
truth = 4.0 + 5.0 * torch.sin(torch.arange(DAYS) / 9.0) + torch.randn(DAYS) * 0.5
bias = torch.tensor([0.2, -0.9, 1.6, -0.3, 2.4])
skill = torch.tensor([0.5, 0.8, 1.1, 1.9, 0.4])
forecasts = truth[:, None] + bias + torch.randn(DAYS, MODELS) * skill


class Blend(nn.Module):
    """Weights forecasts by their errors over the days before."""

    def __init__(self, window: int, sharpness: float) -> None:
        super().__init__()
        self.window = window
        self.register_buffer("sharpness", torch.tensor(sharpness))

    def recent_errors(self, forecasts, truth):
        squared = (forecasts - truth.unsqueeze(1)).square()
        return squared.unfold(0, self.window, 1)[:-1].mean(dim=-1)

    def weights(self, errors):
        scores = -self.sharpness * errors
        return torch.softmax(scores, dim=0)  # culprit

    def forward(self, forecasts, truth):
        weights = self.weights(self.recent_errors(forecasts, truth))
        return torch.einsum("dm,dm->d", forecasts[self.window :], weights)


model = Blend(window=7, sharpness=0.8)
with torch.no_grad():
    blended = model(forecasts, truth)
off = blended - truth[7:]
print("days", len(blended))
print("mean error", round(off.abs().mean().item(), 4))
print("root mean square", round(off.square().mean().sqrt().item(), 4))
print("last", round(blended[-1].item(), 4))
