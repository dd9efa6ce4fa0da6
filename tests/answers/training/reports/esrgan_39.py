"""Train a generator of small signals against a discriminator.

Symptom: the discriminator does not learn.
Culprit: after the discriminator's loss the generator's optimiser steps again, the discriminator's never.
Report: Lornatang/ESRGAN-PyTorch#39
"""
import torch
from torch import nn

torch.manual_seed(39)
real = torch.sin(torch.linspace(0, 6, 16) + torch.rand(200, 1) * 6)
generator = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 16), nn.Tanh())
judge = nn.Sequential(nn.Linear(16, 32), nn.LeakyReLU(0.2), nn.Linear(32, 1))
g_optimizer = torch.optim.Adam(generator.parameters(), lr=1e-3)
d_optimizer = torch.optim.Adam(judge.parameters(), lr=1e-3)
right = nn.BCEWithLogitsLoss()
for step in range(8):
    batch = real[torch.randint(0, 200, (20,))]
    made = generator(torch.randn(20, 4))
    g_optimizer.zero_grad()
    g_loss = right(judge(made), torch.ones(20, 1))
    g_loss.backward()
    g_optimizer.step()

    d_optimizer.zero_grad()
    d_loss = right(judge(batch), torch.ones(20, 1)) + right(judge(made.detach()), torch.zeros(20, 1))
    d_loss.backward()
    g_optimizer.step()  # culprit
    # healthy: d_optimizer.step()
print(g_loss.item(), d_loss.item())
