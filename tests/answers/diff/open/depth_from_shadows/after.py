"""Estimate the depth of pits from the length of their shadows with a small network.

Symptom: the bias of the head is smaller and the error larger
Culprit: weight decay holds for all parameters, biases included
Report: none
"""

import torch
from torch import nn
from torch.nn import functional

STEPS = 120


def pits(count, seed):
    generator = torch.Generator().manual_seed(seed)
    angle = 0.2 + torch.rand(count, 1, generator=generator)
    depth = 0.5 + 2 * torch.rand(count, 1, generator=generator)
    width = 1 + torch.rand(count, 1, generator=generator)
    shadow = depth / torch.tan(angle) + 0.05 * torch.randn(count, 1, generator=generator)
    return torch.cat([angle, width, shadow], dim=1), depth


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 32), nn.Tanh())
        self.head = nn.Linear(32, 1)

    def forward(self, x):
        return self.head(self.body(x))


def train(network, x, depth):
    optimizer = torch.optim.SGD(  # culprit
        network.parameters(),  # culprit, too
        lr=0.05,
        momentum=0.9,
        weight_decay=0.02,  # culprit, too
    )
    for step in range(STEPS):
        optimizer.zero_grad()
        loss = functional.mse_loss(network(x), depth)
        loss.backward()
        optimizer.step()
        if step % 40 == 0:
            print(f"step {step} loss {loss.item():.5f}")
    return loss.item()


torch.manual_seed(3)
network = Network()
x, depth = pits(200, seed=4)
mean, scale = x.mean(dim=0), x.std(dim=0)
last = train(network, (x - mean) / scale, depth)
x_new, new_depth = pits(50, seed=5)
with torch.no_grad():
    error = (network((x_new - mean) / scale) - new_depth).abs().mean()
print(f"error {error.item():.5f}, last loss {last:.5f}")
print(f"bias of the head {network.head.bias.item():.5f}")
