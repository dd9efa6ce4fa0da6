"""Fit court line positions with gradients collected over several small batches.

Symptom: none
Culprit: none
Tempts: a question could accuse this: gradients accumulated over four batches on purpose with the loss scaled (twin of
  a missing zero_grad, none of which is in this batch; nearest: seedling_net).
Report: none
"""

import torch

torch.set_num_threads(1)
COLLECT = 4


def samples(n=256, seed=3):
    g = torch.Generator().manual_seed(seed)
    x = torch.randn(n, 5, generator=g)
    true = torch.tensor([[1.5], [-2.0], [0.7], [0.0], [3.1]])
    return x, x @ true + 0.4 + 0.1 * torch.randn(n, 1, generator=g)


class Trainer:
    def __init__(self, rate=0.2):
        self.w = torch.zeros(5, 1, requires_grad=True)
        self.b = torch.zeros(1, requires_grad=True)
        self.rate = rate

    def loss(self, x, y):
        return ((x @ self.w + self.b - y) ** 2).mean()

    def update(self):
        with torch.no_grad():
            for p in (self.w, self.b):
                p -= self.rate * p.grad
                p.grad = None

    def epoch(self, x, y, size=16):
        for k, (xb, yb) in enumerate(zip(x.split(size), y.split(size)), start=1):
            (self.loss(xb, yb) / COLLECT).backward()
            if k % COLLECT == 0:
                self.update()


x, y = samples()
trainer = Trainer()
for epoch in range(8):
    trainer.epoch(x, y)
    if epoch % 2:
        print(f"epoch {epoch + 1}: loss {trainer.loss(x, y).item():.4f}")
print("weights:", [round(v, 2) for v in trainer.w.flatten().tolist()])
print(f"offset: {trainer.b.item():.3f}")
