"""Tell three styles of pedalling apart from the forces on a pedal, with a small convolutional network.

Symptom: The loss of every epoch and the share of right names change; the styles are told apart less well.
Culprit: The forces are reshaped to channels first instead of transposed, so steps and channels get mixed.
Report: none
"""

import argparse

import torch
from torch import nn

STYLES = ["masher", "spinner", "souplesse"]
STEPS = 40
CHANNELS = ["radial", "tangential", "lateral"]


def rides(count, seed):
    """Forces over one turn of the crank: a tensor of ride, step and channel."""
    generator = torch.Generator().manual_seed(seed)
    style = torch.randint(0, len(STYLES), (count,), generator=generator)
    angle = torch.linspace(0, 2 * torch.pi, STEPS)
    forces = torch.zeros(count, STEPS, len(CHANNELS))
    sharpness = torch.tensor([3.0, 1.5, 0.7])[style][:, None]
    push = torch.exp(sharpness * (torch.sin(angle)[None] - 1.0))
    forces[:, :, 0] = push
    forces[:, :, 1] = 0.5 * push + 0.2 * torch.cos(angle)
    forces[:, :, 2] = 0.1 * torch.sin(2 * angle) * (1 + style[:, None])
    forces += 0.18 * torch.randn(forces.shape, generator=generator)
    return forces, style


class Pedals(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.filters = nn.Conv1d(len(CHANNELS), width, kernel_size=5, padding=2)
        self.deeper = nn.Conv1d(width, width, kernel_size=5, padding=2)
        self.pool = nn.AdaptiveAvgPool1d(1)
        self.names = nn.Linear(width, len(STYLES))

    def forward(self, forces):
        rides, steps, channels = forces.shape
        signal = forces.reshape(rides, channels, steps)  # culprit
        signal = torch.relu(self.filters(signal))
        signal = torch.relu(self.deeper(signal))
        return self.names(self.pool(signal).squeeze(2))


def train(model, forces, style, epochs, rate):
    optimizer = torch.optim.SGD(model.parameters(), lr=rate, momentum=0.9)
    losses = []
    for _ in range(epochs):
        total = 0.0
        for batch, truth in zip(forces.split(32), style.split(32), strict=True):
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(batch), truth)
            loss.backward()
            optimizer.step()
            total += loss.item()
        losses.append(total / (len(forces) // 32))
    return losses


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--rate", type=float, default=0.1)
    arguments = parser.parse_args()

    torch.manual_seed(53)
    torch.set_num_threads(1)
    forces, style = rides(192, seed=1)
    model = Pedals()
    losses = train(model, forces, style, arguments.epochs, arguments.rate)
    for epoch, loss in enumerate(losses):
        print(f"epoch {epoch}: loss {loss:.5f}")

    check, truth = rides(120, seed=2)
    with torch.no_grad():
        named = model(check).argmax(dim=1)
    for k, name in enumerate(STYLES):
        right = (named[truth == k] == k).float().mean().item()
        print(f"{name:10s} {100 * right:6.2f} % right")
    print(f"all        {100 * (named == truth).float().mean().item():6.2f} % right")


if __name__ == "__main__":
    main()
