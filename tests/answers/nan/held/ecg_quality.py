"""Score ECG windows in half precision on a small edge device.

Culprit: mean of squares in float16 overflows, later 0/0 (PyTorch)
Report: pytorch/pytorch#133085, meta-llama/llama#1048
"""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Device:
    dtype: torch.dtype = torch.float16
    window: int = 64
    full_scale: int = 2048


def windows(device, n=6, seed=8):
    """ADC counts; the last window has a loose electrode."""
    gen = torch.Generator().manual_seed(seed)
    t = torch.linspace(0, 1, device.window)
    beat = 90 * torch.exp(-((t - 0.5) ** 2) / 0.002)
    x = beat + 6 * torch.randn(n, device.window, generator=gen)
    x[-1] += 1500 * torch.sin(12 * t)
    return x.clamp(-device.full_scale, device.full_scale - 1).round().to(device.dtype)


class RMSNorm(nn.Module):
    def __init__(self, size, eps=1e-5):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(size))
        self.eps = eps

    def forward(self, x):
        power = x.pow(2).mean(dim=-1, keepdim=True)  # culprit
        return x / torch.sqrt(power + self.eps) * self.weight


class Gate(nn.Module):
    """Divides by the strongest response, so that leads are comparable."""

    def forward(self, h):
        return h / h.abs().amax(dim=-1, keepdim=True)


def build(device):
    return nn.Sequential(
        RMSNorm(device.window),
        nn.Linear(device.window, 16, bias=False),
        Gate(),
        nn.Tanh(),
        nn.Linear(16, 1),
        nn.Sigmoid(),
    )


def main():
    torch.manual_seed(1)
    device = Device()
    model = build(device).to(device.dtype).eval()
    x = windows(device)
    with torch.no_grad():
        quality = model(x).squeeze(-1)
    for k, q in enumerate(quality):
        print(f"window {k}: quality {q.item():.4f}")
    print("recording quality", quality.float().mean().item())


if __name__ == "__main__":
    main()
