"""Segment an image with a small network and enlarge its mask to the size of the image.

Symptom: The mask has other pixels and its margins at the border differ by 0.5 % from those of the published weights.
Culprit: `interpolate` has `align_corners=False` by default since PyTorch 0.4; the weights were trained with True.
Report: zhanghang1989/PyTorch-Encoding#80
"""

import torch
from torch import nn
from torch.nn import functional


class Segmenter(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Sequential(nn.Conv2d(1, 6, 3, stride=2, padding=1), nn.ReLU())
        self.deep = nn.Sequential(nn.Conv2d(6, 6, 3, stride=2, padding=1), nn.ReLU())
        self.classes = nn.Conv2d(6, 2, 1)

    def forward(self, image):
        coarse = self.classes(self.deep(self.down(image)))
        return functional.interpolate(coarse, image.shape[2:], mode="bilinear")  # culprit


def picture(size=32):
    grid = torch.linspace(-1, 1, size)
    return torch.exp(-3 * ((grid[:, None] - 0.3) ** 2 + (grid[None, :] + 0.2) ** 2))[None, None]


def main():
    torch.manual_seed(6)
    model = Segmenter().eval()
    with torch.no_grad():
        scores = model(picture())
    margin = scores[0, 1] - scores[0, 0]
    mask = margin > margin.mean()
    print("area of the mask:", int(mask.sum()))
    print(f"mean margin {margin.mean():.6f}")
    print(f"margin at the corner {margin[0, 1]:.6f}, in the middle {margin[16, 16]:.6f}")


main()
