"""Learn how people like ciders from eight measurements, in steps of several small batches.

Symptom: other losses from the second step on
Culprit: the loss of each of the four batches is not divided by four any more
Report: karpathy/nanoGPT#206
"""

import torch
from torch import nn


class Trainer:
    """Train a model in batches, and step once after several of them."""

    def __init__(self, model, lr=0.05, batch=16, together=4):
        self.model = model
        self.batch = batch
        self.together = together
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)
        self.criterion = nn.MSELoss()

    def batches(self, rows):
        order = torch.randperm(rows)
        for start in range(0, rows, self.batch):
            yield order[start : start + self.batch]

    def epoch(self, measured, liked):
        total = 0.0
        for number, rows in enumerate(self.batches(len(measured)), 1):
            loss = self.criterion(self.model(measured[rows]), liked[rows])
            loss.backward()  # culprit
            total += loss.item() * len(rows)
            if number % self.together == 0:
                self.optimizer.step()
                self.optimizer.zero_grad()
        return total / len(measured)

    @torch.no_grad()
    def error(self, measured, liked):
        return self.criterion(self.model(measured), liked).item()


def main():
    torch.manual_seed(3)
    measured = torch.randn(256, 8)
    liked = (measured[:, :3].sum(1) + 0.3 * torch.randn(256)).unsqueeze(1)
    model = nn.Sequential(nn.Linear(8, 12), nn.Tanh(), nn.Linear(12, 1))
    trainer = Trainer(model)
    history = [trainer.epoch(measured, liked) for _ in range(4)]
    print("loss by epoch", [round(one, 5) for one in history])
    print(f"error at the end {trainer.error(measured, liked):.6f}")


main()
