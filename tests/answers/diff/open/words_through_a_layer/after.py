"""Guess the next tone of a folk song: embeddings, a normalised layer, one step of training after another.

Symptom: the loss of every step differs in the third digit.
Culprit: the layer of its own divides by the deviation with n - 1 in place of n.
Report: pytorch/pytorch#1959
"""

import torch
from torch import nn


class Norm(nn.Module):
    def __init__(self, features, eps=1e-5):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(features))
        self.offset = nn.Parameter(torch.zeros(features))
        self.eps = eps

    def forward(self, x):
        centred = x - x.mean(dim=-1, keepdim=True)
        spread = torch.sqrt(x.var(dim=-1, keepdim=True) + self.eps)  # culprit
        return self.gain * centred / spread + self.offset


class NextTone(nn.Module):
    def __init__(self, tones=12, width=10, before=8):
        super().__init__()
        self.embed = nn.Embedding(tones, width)
        self.norm = Norm(width * before)
        self.head = nn.Linear(width * before, tones)

    def forward(self, tones):
        return self.head(torch.tanh(self.norm(self.embed(tones).flatten(1))))


def train(model, tones, following, steps=12):
    optimiser = torch.optim.SGD(model.parameters(), lr=0.2)
    for step in range(steps):
        loss = nn.functional.cross_entropy(model(tones), following)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % 3 == 2:
            print(f"step {step}: {loss.item():.5f}")


torch.manual_seed(31)
tones = torch.randint(0, 12, (24, 8))
following = (tones[:, -1] + tones[:, -2]) % 12
train(NextTone(), tones, following)
