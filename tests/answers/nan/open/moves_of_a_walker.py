"""Teach a walker to keep its balance, by minibatches of what it has tried.

Symptom: the second epoch ends with an error: all weights are nan
Culprit: 65 tries in parts of 16 leave a minibatch of one, and the deviation of one number is nan
Report: sidhantls/ppo_lightning#7
"""

import torch
from torch import nn


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1))
        self.spread = nn.Parameter(torch.zeros(1))

    def log_probability(self, state, move):
        normal = torch.distributions.Normal(self.mean(state).squeeze(1), self.spread.exp())
        return normal.log_prob(move)


def tries(count):
    generator = torch.Generator().manual_seed(20)
    state = torch.randn(count, 4, generator=generator)
    move = torch.randn(count, generator=generator)
    gain = -((move - state[:, 0]) ** 2)
    return state, move, gain


def loss_of(actor, state, move, gain, before):
    advantage = gain - gain.mean()
    advantage = advantage / (gain.std() + 1e-8)  # culprit
    ratio = torch.exp(actor.log_probability(state, move) - before)
    return -torch.min(ratio * advantage, ratio.clamp(0.8, 1.2) * advantage).mean()


def main():
    torch.manual_seed(7)
    actor = Actor()
    optimiser = torch.optim.Adam(actor.parameters(), lr=1e-3)
    state, move, gain = tries(65)
    with torch.no_grad():
        before = actor.log_probability(state, move)
    for epoch in range(2):
        for part in torch.arange(65).split(16):
            loss = loss_of(actor, state[part], move[part], gain[part], before[part])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        print(epoch, loss.item())


main()
