"""Mixed precision training with a loss scale that backs off on overflow.

Symptom: none
Culprit: none
Tempts: bf16 autocast, dynamic loss scale with skipped overflow steps
Report: own, after AMP documentation practice
"""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Config:
    size: int = 12
    steps: int = 20
    lr: float = 0.05
    scale: float = 2.0**20
    backoff: float = 0.5
    growth_every: int = 8
    seed: int = 10


def leaves(cfg, n=16):
    gen = torch.Generator().manual_seed(cfg.seed)
    axis = torch.linspace(-1, 1, cfg.size)
    y, x = torch.meshgrid(axis, axis, indexing="ij")
    centre = 0.6 * torch.rand(n, 2, 1, 1, generator=gen) - 0.3
    inside = ((x - centre[:, :1]) ** 2 + 2 * (y - centre[:, 1:]) ** 2 < 0.4).float()
    image = inside + 0.4 * torch.randn(n, 1, cfg.size, cfg.size, generator=gen)
    return image, inside


class Scaler:
    """Dynamic loss scaling: skip the step when a gradient is not finite."""

    def __init__(self, cfg):
        self.cfg = cfg
        self.scale = cfg.scale
        self.good = 0
        self.skipped = 0

    def step(self, opt, params):
        grads = [p.grad for p in params]
        if not all(torch.isfinite(g).all() for g in grads):
            self.scale *= self.cfg.backoff
            self.good = 0
            self.skipped += 1
            return
        for g in grads:
            g.div_(self.scale)
        opt.step()
        self.good += 1
        if self.good % self.cfg.growth_every == 0:
            self.scale *= 2


def half_gradients(params):
    """What the device would hand back: gradients in float16."""
    for p in params:
        p.grad = p.grad.half().float()


def main():
    cfg = Config()
    torch.manual_seed(cfg.seed)
    net = nn.Sequential(nn.Conv2d(1, 6, 3, padding=1), nn.ReLU(), nn.Conv2d(6, 1, 3, padding=1))
    opt = torch.optim.SGD(net.parameters(), lr=cfg.lr, momentum=0.9)
    params = list(net.parameters())
    scaler = Scaler(cfg)
    image, inside = leaves(cfg)
    for step in range(cfg.steps):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = net(image)
        loss = nn.functional.binary_cross_entropy_with_logits(logits.float(), inside)
        opt.zero_grad()
        (loss * scaler.scale).backward()
        half_gradients(params)
        scaler.step(opt, params)
    accuracy = ((logits > 0) == (inside > 0.5)).float().mean()
    print(f"loss {loss.item():.4f} accuracy {accuracy:.3f}")
    print("steps skipped", scaler.skipped > 0, "scale", scaler.scale)


if __name__ == "__main__":
    main()
