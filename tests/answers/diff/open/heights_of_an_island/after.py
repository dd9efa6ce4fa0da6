"""Refine a coarse map of heights and find how much of an island stands above a rising sea.

Symptom: the dry parts and the steepest step differ since the map is a module.
Culprit: nn.Upsample does not align the corners by default; the script asked for aligned corners.
Report: pytorch/pytorch#5927
"""

import torch
from torch import nn


class Terrain(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.refine = nn.Upsample(size=size, mode="bilinear")  # culprit

    def forward(self, coarse):
        return self.refine(coarse[None, None])[0, 0]  # culprit, too


def island(cells=12):
    axis = torch.linspace(-1, 1, cells)
    y, x = torch.meshgrid(axis, axis, indexing="ij")
    return 40 * torch.exp(-3 * (x**2 + y**2)) + torch.rand(cells, cells) * 4


def steepness(heights):
    here = heights[:-1, :-1]
    down, right = heights[1:, :-1] - here, heights[:-1, 1:] - here
    return torch.sqrt(down**2 + right**2)


def main():
    torch.manual_seed(8)
    fine = Terrain((60, 60))(island())
    for sea in (5, 10, 20):
        dry = (fine > sea).float().mean().item()
        print(f"sea at {sea} m: {dry:.4f} of the map is dry")
    print(f"steepest step {steepness(fine).max().item():.4f} m")


main()
