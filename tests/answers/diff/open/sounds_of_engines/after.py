"""Recognise engines by their sound, with gradients summed over several small batches before each step.

Symptom: the first loss is four times as large, and the weights grow longer.
Culprit: the loss of a part is no longer divided by the number of parts, so that the step is four times as long.
Report: karpathy/nanoGPT#206
"""

import argparse
import math

import torch
from torch import nn

ENGINES = (30.0, 45.0, 70.0)


def recordings(number, seed):
    generator = torch.Generator().manual_seed(seed)
    kind = torch.randint(0, 3, (number,), generator=generator)
    time = torch.arange(64) / 400
    hertz = torch.tensor(ENGINES)[kind][:, None]
    phase = 2 * math.pi * torch.rand(number, 1, generator=generator)
    wave = torch.sin(2 * math.pi * hertz * time + phase)
    return wave + 0.4 * torch.randn(number, 64, generator=generator), kind


def spectrum(wave):
    return torch.fft.rfft(wave).abs() / 8


class Trainer:
    def __init__(self, model, rate, parts):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=rate)
        self.parts = parts

    def step(self, batch, kind):
        self.optimizer.zero_grad()
        total = 0.0
        for sound, engine in zip(batch.chunk(self.parts), kind.chunk(self.parts), strict=True):
            loss = nn.functional.cross_entropy(self.model(spectrum(sound)), engine)
            loss.backward()
            total += loss.item()
        self.optimizer.step()
        return total


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rate", type=float, default=0.3)
    parser.add_argument("--parts", type=int, default=4)
    options = parser.parse_args()
    torch.manual_seed(0)
    sound, engine = recordings(128, seed=40)
    model = nn.Sequential(nn.Linear(33, 20), nn.Tanh(), nn.Linear(20, 3))
    trainer = Trainer(model, options.rate, options.parts)
    for step in range(24):
        total = trainer.step(sound, engine)
        if step % 6 == 0:
            print(f"step {step:2d}: loss {total:.6f}")
    with torch.no_grad():
        right = (model(spectrum(sound)).argmax(1) == engine).float().mean().item()
        size = sum(p.square().sum() for p in model.parameters()).sqrt().item()
    print(f"right {right:.4f}, length of the weights {size:.6f}")


if __name__ == "__main__":
    main()
