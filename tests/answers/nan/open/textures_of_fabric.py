"""Learn to describe the texture of fabrics by the spread of a filter's answer over each patch.

Symptom: the loss is nan in every epoch but the first, and the filters are nan.
Culprit: a patch of plain fabric gives a constant answer; the gradient of the root of a variance of 0 is inf, times 0.
Report: pytorch/pytorch#4320
"""

import torch
from torch import nn


def patches(number, generator):
    """Return patches with their roughness; a patch of satin is plain."""
    roughness = torch.rand(number, generator=generator)
    roughness[::7] = 0.0
    yarn = torch.randn(number, 1, 12, 12, generator=generator)
    return 0.5 + roughness[:, None, None, None] * yarn, roughness


class Texture(nn.Module):
    def __init__(self, filters=4):
        super().__init__()
        self.filters = nn.Conv2d(1, filters, 3)
        self.scale = nn.Linear(filters, 1)

    def spread(self, patch):
        answer = self.filters(patch).flatten(2)
        return answer.var(dim=2).sqrt()  # culprit

    def forward(self, patch):
        return self.scale(self.spread(patch)).squeeze(1)


def train(model, patch, roughness, epochs):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    history = []
    for _ in range(epochs):
        loss = nn.functional.smooth_l1_loss(model(patch), roughness)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        history.append(loss.item())
    return history


def main():
    torch.manual_seed(37)
    generator = torch.Generator().manual_seed(37)
    patch, roughness = patches(84, generator)
    model = Texture()
    history = train(model, patch, roughness, epochs=40)
    print("loss:", " ".join(f"{loss:.4f}" for loss in history[::8]))
    with torch.inference_mode():
        error = (model(patch) - roughness).abs()
    print(f"mean error {error.mean().item():.4f}, of plain patches {error[::7].mean().item():.4f}")


main()
