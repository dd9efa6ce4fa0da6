"""Tell false coins from true ones by their weight, width and ring, as distances from the mean coin.

Symptom: all distances are 2.5 % shorter than those of the former script.
Culprit: `std` of a tensor divides by n - 1 = 19 where that of the array divided by n = 20.
Report: pytorch/pytorch#1082 (the standard deviation differs from that of NumPy)
"""

import numpy as np
import torch
from torch import nn


def coins(seed):
    rng = np.random.default_rng(seed)
    true = rng.normal([7.50, 23.25, 1.90], [0.02, 0.05, 0.08], (16, 3))
    false = rng.normal([7.31, 23.10, 1.70], [0.08, 0.09, 0.10], (4, 3))
    return np.concatenate([true, false])


class Standardise(nn.Module):
    """Take the mean of a sample off and divide by its spread."""

    def __init__(self, sample):
        super().__init__()
        self.register_buffer("mean", sample.mean(dim=0))
        self.register_buffer("spread", sample.std(dim=0))  # culprit

    def forward(self, x):
        return (x - self.mean) / self.spread


def farthest(distance, number):
    order = distance.argsort(descending=True)[:number]
    return order.tolist(), [round(value, 4) for value in distance[order].tolist()]


if __name__ == "__main__":
    measures = torch.from_numpy(coins(seed=19))
    scale = Standardise(measures)
    distance = scale(measures).pow(2).sum(dim=1).sqrt()
    numbers, distances = farthest(distance, 4)
    print("farthest coins:", numbers)
    print("distances:", distances)
    print("beyond 2.4:", (distance > 2.4).sum().item())
