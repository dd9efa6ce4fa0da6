"""Load samples with two workers that add noise with NumPy.

Symptom: samples 0 and 1 get the same noise, as do 2 and 3.
Culprit: the generator is made in the constructor: each worker has a copy in the same state.
Report: pytorch/pytorch#5059
"""
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Noisy(Dataset):
    def __init__(self, values):
        self.values = values
        self.rng = np.random.default_rng(0)  # culprit
        # healthy: self.rng = None

    def __len__(self):
        return len(self.values)

    def __getitem__(self, index):
        # healthy: if self.rng is None:
            # healthy: self.rng = np.random.default_rng(torch.initial_seed())
        noise = self.rng.normal(size=8)  # culprit, too
        # healthy: noise = self.rng.normal(size=8)
        return (self.values[index] + noise).astype(np.float32), index % 2


if __name__ == "__main__":
    torch.manual_seed(131)
    loader = DataLoader(Noisy(np.arange(256.0).reshape(32, 8) / 256), batch_size=4, num_workers=2)
    model = nn.Linear(8, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(2):
        for x, y in loader:
            loss = nn.functional.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    print(loss.item())
