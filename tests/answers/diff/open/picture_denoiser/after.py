"""Train a small convolutional network to remove noise from pictures.

Symptom: the loss is the same in the first step and larger from the second on.
Culprit: after the loop was split into functions, gradients are set to zero between backward and step.
Report: none
"""

import torch
from torch import nn


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Conv2d(1, 8, 3, padding=1)
        self.norm = nn.BatchNorm2d(8)
        self.last = nn.Conv2d(8, 1, 3, padding=1)

    def forward(self, picture):
        hidden = torch.relu(self.norm(self.first(picture)))
        return picture - self.last(hidden)


def pictures(count):
    clean = torch.zeros(count, 1, 12, 12)
    clean[:, :, 3:9, 4:8] = 1.0
    return clean, clean + 0.3 * torch.randn_like(clean)


def backward(model, clean, noisy):
    loss = nn.functional.mse_loss(model(noisy), clean)
    loss.backward()
    return loss


def update(optimizer):
    optimizer.zero_grad(set_to_none=False)  # culprit
    optimizer.step()


torch.manual_seed(2)
model = Denoiser()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for _ in range(30):
    loss = backward(model, *pictures(8))
    update(optimizer)
model.eval()
with torch.no_grad():
    clean, noisy = pictures(32)
    error = nn.functional.mse_loss(model(noisy), clean)
print(f"last loss {loss.item():.5f}, error {error.item():.5f}")
