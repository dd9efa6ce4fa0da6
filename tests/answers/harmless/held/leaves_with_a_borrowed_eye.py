"""Train a new last layer for leaf pictures on top of layers that were trained elsewhere and stay as they are.

The borrowed layers are frozen and in evaluation mode. The learning rate starts at zero and warms up, then it restarts
twice, after which the loss rises for a while on purpose. Labels are smoothed, so that the loss never comes near zero.

Symptom: none
Culprit: none
Tempts: `check-up` could accuse frozen layers, a first rate of zero and a loss that rises at restarts, all of them meant
Report: none
"""

import math

import torch
from torch import nn

KINDS = 4
STEPS = 120
WARM = 10


def leaves(count, generator):
    """Return pictures (count, 1, 12, 12) and kinds (count,)."""
    kind = torch.randint(0, KINDS, (count,), generator=generator)
    rows = torch.linspace(-1, 1, 12).view(1, 12, 1)
    columns = torch.linspace(-1, 1, 12).view(1, 1, 12)
    turn = (kind * math.pi / KINDS).view(-1, 1, 1)
    along = rows * turn.cos() + columns * turn.sin()
    across = -rows * turn.sin() + columns * turn.cos()
    pictures = torch.exp(-((along / 0.9) ** 2) - (across / 0.25) ** 2)
    return (pictures + 0.25 * torch.randn(count, 12, 12, generator=generator))[:, None], kind


def borrowed(generator):
    """Return layers as if trained elsewhere: fixed filters of lines in some directions."""
    layers = nn.Sequential(
        nn.Conv2d(1, 12, 5, bias=False), nn.BatchNorm2d(12), nn.ReLU(), nn.AvgPool2d(4), nn.Flatten()
    )
    filters = torch.randn(12, 1, 5, 5, generator=generator)
    with torch.no_grad():
        layers[0].weight.copy_(filters - filters.mean((-2, -1), keepdim=True))
    for parameter in layers.parameters():
        parameter.requires_grad_(False)
    return layers.eval()


def rate_of(step):
    """Return the factor of the learning rate: from 0 up, then three falling waves."""
    if step < WARM:
        return step / WARM
    wave = (step - WARM) % 40 / 40
    return 0.5 * (1 + math.cos(math.pi * wave))


def main():
    """Train the last layer and print loss and accuracy."""
    torch.manual_seed(3)
    generator = torch.Generator().manual_seed(4)
    eye = borrowed(generator)
    head = nn.Sequential(nn.Dropout(0.1), nn.Linear(48, KINDS))
    optimiser = torch.optim.AdamW(head.parameters(), lr=0.05, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, rate_of)
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.1)
    pictures, kinds = leaves(480, generator)
    for step in range(STEPS):
        chosen = torch.randint(0, len(pictures), (48,), generator=generator)
        with torch.no_grad():
            seen = eye(pictures[chosen])
        loss = loss_of(head(seen), kinds[chosen])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        if step % 30 == 29:
            print(f"step {step}: loss {loss.item():.2f}, rate {schedule.get_last_lr()[0]:.4f}")
    head.eval()
    pictures, kinds = leaves(200, generator)
    with torch.no_grad():
        guess = head(eye(pictures)).argmax(1)
    print(f"accuracy {(guess == kinds).float().mean().item():.2f}")
    trained = sum(parameter.numel() for parameter in head.parameters())
    print(f"{trained} numbers trained, {sum(p.numel() for p in eye.parameters())} borrowed")


if __name__ == "__main__":
    main()
