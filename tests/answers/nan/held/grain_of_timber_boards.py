"""Learn from strain gauges in which direction the fibres of timber boards run.

Each board has a 2 x 2 tensor of stiffness; the fibres run along the eigenvector of the larger eigenvalue.

Symptom: the loss of the first step is fine; after one step all tensors and losses are nan.
Culprit: all tensors begin as the unit matrix, with equal eigenvalues: the gradient of the eigenvectors is 0/0.
Report: pytorch/pytorch#23133 (the gradient of symeig is NaN where eigenvalues are equal)
"""

import math

import torch

BOARDS, READINGS = 6, 40


def measured(angles, generator):
    """Return directions of load and the strains that the gauges show under them."""
    load = torch.rand(BOARDS, READINGS, generator=generator) * math.pi
    direction = torch.stack([torch.cos(load), torch.sin(load)], dim=-1)
    along = torch.cos(load - angles[:, None]) ** 2
    strain = 1.0 / (0.9 + 2.1 * along)
    return direction, strain + 0.01 * torch.randn(BOARDS, READINGS, generator=generator)


class Boards(torch.nn.Module):
    def __init__(self, boards):
        super().__init__()
        start = torch.eye(2).repeat(boards, 1, 1)  # culprit
        self.root = torch.nn.Parameter(start)

    def stiffness(self):
        return self.root @ self.root.transpose(1, 2)

    def axes(self):
        values, vectors = torch.linalg.eigh(self.stiffness())  # culprit, too
        return values, vectors[:, :, 1]

    def strain(self, direction):
        tensor = self.stiffness()
        return 1.0 / torch.einsum("bri,bij,brj->br", direction, tensor, direction)


def roughness(fibre):
    """Say how much the fibres of neighbouring boards differ; boards of one trunk are alike."""
    return (1.0 - (fibre[1:] * fibre[:-1]).sum(dim=1) ** 2).mean()


def learn(model, direction, strain, steps):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
    for step in range(steps):
        _, fibre = model.axes()
        misfit = ((model.strain(direction) - strain) ** 2).mean()
        loss = misfit + 0.01 * roughness(fibre)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 20 == 0:
            print(f"step {step:3d}: loss {loss.item():.5f}")
    return model


def main():
    generator = torch.Generator().manual_seed(5)
    angles = 0.6 + 0.15 * torch.randn(BOARDS, generator=generator)
    direction, strain = measured(angles, generator)
    model = learn(Boards(BOARDS), direction, strain, steps=80)
    with torch.no_grad():
        tensor = model.stiffness()
        found = 0.5 * torch.atan2(2 * tensor[:, 0, 1], tensor[:, 0, 0] - tensor[:, 1, 1])
    for board, (angle, true) in enumerate(zip(found.tolist(), angles.tolist(), strict=True)):
        print(f"board {board}: {math.degrees(angle):6.1f} degrees (true {math.degrees(true):.1f})")


if __name__ == "__main__":
    main()
