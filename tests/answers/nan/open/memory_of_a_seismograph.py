"""Recognise quarry blasts in seismograms with a plain recurrent network that remembers the whole trace.

A linear memory takes in one sample after the other and a small layer reads its last state. Traces of a broken channel
are marked and left out of training and test.

Symptom: the loss of the first epoch is nan already, and the accuracy is that of guessing
Culprit: the memory's weights start with spread 1 instead of 1/sqrt(width), so the state grows beyond float32
Report: none
"""

import argparse
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn


@dataclass
class Traces:
    """Seismograms (traces, samples), whether each is a blast, and which channels worked."""

    samples: np.ndarray
    blast: np.ndarray
    working: np.ndarray

    def tensors(self):
        """Return samples and labels of the working channels."""
        chosen = self.samples[self.working]
        scaled = chosen / np.abs(chosen).max(axis=1, keepdims=True)
        return torch.tensor(scaled, dtype=torch.float32), torch.tensor(
            self.blast[self.working], dtype=torch.float32
        )


class Memory(nn.Module):
    """A linear recurrence with a reader."""

    def __init__(self, width):
        super().__init__()
        self.width = width
        self.take = nn.Linear(1, width)
        self.keep = nn.Parameter(torch.empty(width, width))
        self.read = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, 16), nn.ReLU(), nn.Linear(16, 1))
        self.start()

    def start(self):
        """Draw the weights."""
        nn.init.zeros_(self.take.bias)
        nn.init.normal_(self.take.weight, std=0.5)
        nn.init.normal_(self.keep, std=1.0)  # culprit

    def forward(self, samples):
        """Return log odds (traces,) of a blast."""
        state = samples.new_zeros(len(samples), self.width)
        for sample in samples.T:
            state = state @ self.keep + self.take(sample[:, None])
        return self.read(state).squeeze(1)


def recorded(seed, count, length=64):
    """Return traces of blasts, which start sharply, and of earthquakes."""
    rng = np.random.default_rng(seed)
    blast = rng.random(count) < 0.5
    time = np.arange(length)
    onset = rng.integers(4, 20, count)[:, None]
    since = np.maximum(time - onset, 0)
    envelope = np.where(blast[:, None], np.exp(-since / 6.0), since / 12.0 * np.exp(1 - since / 12.0)) * (
        time >= onset
    )
    samples = envelope * np.sin(2 * np.pi * time / 7.3) + 0.03 * rng.normal(0, 1, (count, length))
    working = rng.random(count) > 0.05
    samples[~working] = np.nan
    return Traces(samples, blast, working)


def main():
    """Train and test."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--width", type=int, default=32)
    parser.add_argument("--epochs", type=int, default=3)
    options = parser.parse_args()
    torch.manual_seed(11)
    samples, blast = recorded(1, 160).tensors()
    memory = Memory(options.width)
    optimiser = torch.optim.Adam(memory.parameters(), lr=3e-3)
    for epoch in range(options.epochs):
        losses = []
        for chosen in torch.randperm(len(samples)).split(32):
            loss = nn.functional.binary_cross_entropy_with_logits(memory(samples[chosen]), blast[chosen])
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(memory.parameters(), 1.0)
            optimiser.step()
            losses.append(loss.item())
        print(f"epoch {epoch}: loss {np.mean(losses):.4f}")
    test = recorded(2, 80)
    samples, blast = test.tensors()
    with torch.no_grad():
        right = ((memory(samples) > 0) == (blast > 0.5)).float().mean().item()
    print(f"{int((~test.working).sum())} broken channels left out, accuracy {right:.2f}")


if __name__ == "__main__":
    main()
