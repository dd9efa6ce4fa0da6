"""Tell songs of thrushes apart, with a rate of learning that falls from epoch to epoch.

Symptom: the loss hardly falls after the first epoch
Culprit: the rate falls after each batch
Report: none
"""

import torch
from torch import nn


class Training:
    def __init__(self, model, rate=0.3):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=rate)
        self.schedule = torch.optim.lr_scheduler.StepLR(self.optimizer, step_size=2, gamma=0.5)

    def step(self, songs, kinds):
        self.optimizer.zero_grad()
        loss = nn.functional.cross_entropy(self.model(songs), kinds)
        loss.backward()
        self.optimizer.step()
        self.schedule.step()  # culprit
        return loss.item()

    def epoch(self, songs, kinds, size):
        parts = zip(songs.split(size), kinds.split(size))
        losses = [self.step(*part) for part in parts]
        return sum(losses) / len(losses)

    @property
    def rate(self):
        return self.optimizer.param_groups[0]["lr"]


@torch.no_grad()
def right(model, songs, kinds):
    return (model(songs).argmax(1) == kinds).float().mean().item()


def main():
    torch.manual_seed(12)
    songs = torch.randn(96, 10)
    kinds = (songs[:, 0] + songs[:, 1] * songs[:, 2] > 0).long()
    model = nn.Sequential(nn.Linear(10, 16), nn.ReLU(), nn.Linear(16, 2))
    training = Training(model)
    losses = [training.epoch(songs, kinds, 24) for _ in range(6)]
    print("losses", [round(one, 5) for one in losses])
    print(f"right {right(model, songs, kinds):.4f}, rate {training.rate:.6f}")


main()
