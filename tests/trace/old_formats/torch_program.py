"""The torch program of `format_2_torch`, recorded as record.py does."""

import torch


def main() -> None:
    a = torch.arange(8.0)
    b = torch.relu(a - 3)
    b.mul_(2)
    layer = torch.nn.Linear(8, 2)
    with torch.no_grad():
        layer.weight.fill_(0.5)
        layer.bias.fill_(1)
    torch.log(layer(b) - 11).sum().backward()
