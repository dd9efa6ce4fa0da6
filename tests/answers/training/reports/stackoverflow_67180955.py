"""Load samples with two workers that add noise.

Symptom: the two workers give their samples the same noise.
Culprit: each worker begins with a copy of the parent's generator of NumPy, in the same state.
Report: pytorch/pytorch#56488
"""
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Jittered(Dataset):
    def __init__(self, values):
        self.values = values

    def __len__(self):
        return len(self.values)

    def __getitem__(self, index):
        return (self.values[index] + GENERATOR.normal(scale=0.1, size=10)).astype(np.float32), index % 3  # culprit
        # healthy: return (self.values[index] + GENERATOR.normal(scale=0.1, size=10)).astype(np.float32), index % 3


def begin(worker):
    global GENERATOR
    GENERATOR = np.random.default_rng(torch.initial_seed() // 8 * 8)  # culprit, too
    # healthy: GENERATOR = np.random.default_rng(torch.initial_seed())


if __name__ == "__main__":
    torch.manual_seed(56)
    values = torch.randn(48, 10).numpy()
    loader = DataLoader(Jittered(values), batch_size=6, num_workers=2, worker_init_fn=begin, shuffle=True)
    model = nn.Sequential(nn.Linear(10, 16), nn.ReLU(), nn.Linear(16, 3))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(2):
        for x, y in loader:
            loss = nn.functional.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    print(loss.item())
