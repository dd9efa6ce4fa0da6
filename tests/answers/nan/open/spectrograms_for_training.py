"""Train a classifier of bird songs; worker processes normalise the recordings.

Symptom: the loss is nan from the batch with recording 21 on.
Culprit: recording 21 is silent, its standard deviation is 0, and the worker's division gives nan.
Report: none
"""

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Songs(Dataset):
    def __init__(self, count=32, seed=24):
        rng = np.random.default_rng(seed)
        self.label = rng.integers(0, 3, count)
        time = np.linspace(0, 1, 128, dtype=np.float32)
        pitch = 10 + 12 * self.label[:, None]
        self.sound = np.sin(2 * np.pi * pitch * time) + rng.normal(0, 0.3, (count, 128))
        self.sound[21] = 0.0

    def __len__(self):
        return len(self.label)

    def __getitem__(self, index):
        power = np.abs(np.fft.rfft(self.sound[index])) ** 2
        power = (power - power.mean()) / power.std()  # culprit
        return torch.from_numpy(power).float(), int(self.label[index])


def main():
    torch.manual_seed(0)
    torch.set_num_threads(1)
    model = nn.Linear(65, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for number, (power, label) in enumerate(DataLoader(Songs(), batch_size=4, num_workers=1)):
        loss = nn.functional.cross_entropy(model(power), label)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"batch {number}: loss {loss.item():.4f}")


if __name__ == "__main__":
    main()
