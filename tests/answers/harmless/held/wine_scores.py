"""Held-out log loss of a wine grape classifier, summed over uneven batches.

Symptom: none
Culprit: none
Tempts: a question could accuse this: summed loss divided by the data set size, uneven last batch (twin of
  seedling_net).
Report: none
"""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.set_num_threads(1)


def wines(n, seed):
    g = torch.Generator().manual_seed(seed)
    grape = torch.randint(0, 3, (n,), generator=g)
    centre = torch.tensor([[13.0, 2.8], [12.3, 2.0], [13.2, 0.8]])
    x = centre[grape] + 0.45 * torch.randn(n, 2, generator=g)
    return (x - torch.tensor([12.8, 1.9])) / torch.tensor([0.6, 0.9]), grape


def fit(x, y, steps=120, rate=0.5):
    model = nn.Linear(2, 3)
    for _ in range(steps):
        loss = nn.functional.cross_entropy(model(x), y)
        grads = torch.autograd.grad(loss, list(model.parameters()))
        with torch.no_grad():
            for p, g in zip(model.parameters(), grads):
                p -= rate * g
    return model


@torch.no_grad()
def evaluate(model, loader):
    total, correct = 0.0, 0
    for x, y in loader:
        out = model(x)
        total += nn.functional.cross_entropy(out, y, reduction="sum").item()
        correct += (out.argmax(1) == y).sum().item()
    size = len(loader.dataset)
    return total / size, correct / size


torch.manual_seed(0)
model = fit(*wines(300, 1))
loader = DataLoader(TensorDataset(*wines(130, 2)), batch_size=48)
loss, accuracy = evaluate(model, loader)
print("batches:", len(loader), " last batch:", 130 % 48)
print(f"accuracy {accuracy:.3f}")
print(f"log loss {loss:.4f}")
