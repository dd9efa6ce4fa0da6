"""Vary the contrast of medical scans at random before training on them.

Symptom: three of six batches have mean nan; the scans themselves have no nan.
Culprit: normalised scans have negative voxels, and a negative value to the power of a random gamma is nan.
Report: TorchIO-project/torchio#306
"""

import torch
from torch.utils.data import DataLoader, Dataset


class RandomGamma:
    def __init__(self, low=-0.3, high=0.3, probability=0.3):
        self.low, self.high, self.probability = low, high, probability

    def __call__(self, scan):
        if torch.rand(()) > self.probability:
            return scan
        gamma = torch.empty(()).uniform_(self.low, self.high).exp()
        return scan**gamma  # culprit


class ZNormalise:
    def __call__(self, scan):
        return (scan - scan.mean()) / scan.std()


class Scans(Dataset):
    def __init__(self, count, transforms):
        self.scans = torch.rand(count, 1, 8, 8, 8) * 900
        self.transforms = transforms

    def __len__(self):
        return len(self.scans)

    def __getitem__(self, index):
        scan = self.scans[index]
        for transform in self.transforms:
            scan = transform(scan)
        return scan


torch.manual_seed(9)
scans = Scans(24, [ZNormalise(), RandomGamma()])
means = [batch.mean().item() for batch in DataLoader(scans, batch_size=4, shuffle=True)]
print("means of the batches:", [round(mean, 4) for mean in means])
print("batches without a mean:", sum(mean != mean for mean in means), "of", len(means))
