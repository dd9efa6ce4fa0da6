"""A network that does not learn, and how the Inspector finds out why.

    python examples/inspect_model.py              # with the Inspector in the code
    numscope inspect examples/inspect_model.py --diagnose -- --plain     # the same program, untouched

Rings of points are to be told apart by a network that is deep, has sigmoids all the way, and starts from weights
that are too large; then by one that is put together as people do today.
"""

import sys

import torch
from torch import nn

from numscope.inspector import Inspector

LAYERS = 8


def rings(samples: int = 512) -> tuple[torch.Tensor, torch.Tensor]:
    labels = torch.arange(samples) % 3
    radius = 1 + labels + 0.2 * torch.randn(samples)
    angle = 2 * torch.pi * torch.rand(samples)
    return torch.stack([radius * angle.cos(), radius * angle.sin()], 1), labels


def unlucky() -> nn.Sequential:
    layers: list[nn.Module] = [nn.Linear(2, 32), nn.Sigmoid()]
    for _ in range(LAYERS):
        layers += [nn.Linear(32, 32), nn.Sigmoid()]
    model = nn.Sequential(*layers, nn.Linear(32, 3))
    for layer in model:
        if isinstance(layer, nn.Linear):
            nn.init.normal_(layer.weight, std=2.0)
    return model


def mended() -> nn.Sequential:
    layers: list[nn.Module] = [nn.Linear(2, 32), nn.GELU()]
    for _ in range(LAYERS):
        layers += [nn.Linear(32, 32), nn.LayerNorm(32), nn.GELU()]
    return nn.Sequential(*layers, nn.Linear(32, 3))


def train(model: nn.Module, steps: int = 100) -> float:
    loss_function = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    for _ in range(steps):
        points, labels = rings()
        optimizer.zero_grad()
        loss = loss_function(model(points), labels)
        loss.backward()
        optimizer.step()
    return loss.item()


def main() -> None:
    torch.manual_seed(0)
    for build in (unlucky, mended):
        model = build()
        if "--plain" in sys.argv:
            print(f"{build.__name__}: loss {train(model):.3f}")
            continue
        inspector = Inspector(model).watch("*", what=("activations", "gradients"))
        with inspector:
            loss = train(model)
        print(f"{build.__name__}: loss {loss:.3f}")
        print(inspector.summary(limit=6))
        print(inspector.diagnose())
        print()


if __name__ == "__main__":
    main()
