"""Clean the scan of an old map with a smooth picture that stays close to the scan.

Symptom: The loss is a number in the first step and nan from the second on; the cleaned map is nan.
Culprit: The length of the gradient is a square root without a small number; on the margin it is 0, without a slope.
Report: none
"""

import math

import torch

SIZE = 48


def drawn_map():
    """Paper of one tone with a coast, a lake and a frame."""
    row = torch.arange(SIZE, dtype=torch.float64).view(-1, 1)
    column = torch.arange(SIZE, dtype=torch.float64).view(1, -1)
    paper = torch.full((SIZE, SIZE), 0.85, dtype=torch.float64)
    coast = column > 26 + 5 * torch.sin(row / 6)
    lake = (row - 16) ** 2 + (column - 14) ** 2 < 30
    paper = torch.where(coast, torch.tensor(0.45, dtype=torch.float64), paper)
    return torch.where(lake, torch.tensor(0.30, dtype=torch.float64), paper)


def scanned(clean, generator):
    """Dust and grain, but for the margin, which the scanner masks with white."""
    scan = clean + 0.05 * torch.randn(clean.shape, generator=generator, dtype=clean.dtype)
    specks = torch.rand(clean.shape, generator=generator, dtype=clean.dtype) < 0.02
    scan = torch.where(specks, scan - 0.4, scan)
    margin = torch.ones_like(clean, dtype=torch.bool)
    margin[4:-4, 4:-4] = False
    scan[margin] = 1.0
    return scan, margin


def roughness(picture):
    """Mean length of the picture's gradient."""
    down = picture[1:, :-1] - picture[:-1, :-1]
    right = picture[:-1, 1:] - picture[:-1, :-1]
    return torch.sqrt(down**2 + right**2).mean()  # culprit


class Cleaner:
    def __init__(self, scan, weight=0.35, rate=0.02):
        self.scan = scan
        self.picture = scan.clone().requires_grad_(True)
        self.weight = weight
        self.optimizer = torch.optim.Adam([self.picture], lr=rate)

    def step(self):
        self.optimizer.zero_grad()
        close = ((self.picture - self.scan) ** 2).mean()
        loss = close + self.weight * roughness(self.picture)
        loss.backward()
        self.optimizer.step()
        return loss.item()


def decibels(picture, truth, inside):
    error = ((picture - truth)[inside] ** 2).mean().item()
    return 10 * math.log10(1.0 / error) if error > 0 else math.inf


def main():
    generator = torch.Generator().manual_seed(1648)
    clean = drawn_map()
    scan, margin = scanned(clean, generator)
    inside = ~margin
    # a picture compared with itself is infinitely good: the best that the score can be
    print("best score:", decibels(clean, clean, inside))
    print(f"before: {decibels(scan, clean, inside):.3f} dB")
    cleaner = Cleaner(scan)
    for step in range(40):
        loss = cleaner.step()
        if step % 8 == 0:
            print(f"step {step:2d}: loss {loss:.6f}")
    cleaned = cleaner.picture.detach()
    print(f"after: mean tone {cleaned[inside].mean().item():.4f}")
    print(f"roughness {roughness(cleaned).item():.5f}")


if __name__ == "__main__":
    main()
