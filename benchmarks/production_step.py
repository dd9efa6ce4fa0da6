"""What recording adds to the step of a model of BERT's kind: by policy, in turns with plain steps of the same process.

    python -m benchmarks.production_step [--rounds N] [--size small|medium|large]

A round is 20 steps of each policy and 20 plain ones before each; shown is the median over rounds of the ratio of their
times, wall and processor. A step is forward, backward and AdamW of an encoder; the large one has 6 layers of width 384,
8 sequences of 128. Beginning and ending a recording is not in the times; one step after the beginning is not either.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import torch

import numscope

STEPS = 20
# As a recording is left on in production, and as one looks for an error.
POLICIES: dict[str, dict[str, Any]] = {
    "--ring 50 --values stats": {"ring": 50, "values": "stats"},
    "--steps ::20 --values stats": {"steps": "::20", "values": "stats"},
    "--values none": {"values": "none"},
    "--values stats": {"values": "stats"},
    "--values auto": {"values": "auto"},
    "--values full": {"values": "full"},
}
TARGETS = {"--ring 50 --values stats": 1.08, "--steps ::20 --values stats": 1.03, "--values none": 1.03}


class Size(NamedTuple):
    """Of an encoder, and of what it is given: 8 sequences of `length` words."""

    width: int
    heads: int
    layers: int
    length: int
    words: int


SIZES = {
    "small": Size(64, 4, 4, 32, 512),
    "medium": Size(192, 6, 4, 64, 1000),
    "large": Size(384, 6, 6, 128, 5000),
}


def training(size: Size) -> Callable[[], None]:
    """Return a function that trains one step."""
    torch.manual_seed(0)
    layer = torch.nn.TransformerEncoderLayer(size.width, size.heads, 4 * size.width, batch_first=True)
    model = torch.nn.Sequential(
        torch.nn.Embedding(size.words, size.width),
        torch.nn.TransformerEncoder(layer, size.layers),
        torch.nn.Linear(size.width, size.words),
    )
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    words = torch.randint(0, size.words, (8, size.length))

    def step() -> None:
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(words).flatten(0, 1), words.flatten())
        loss.backward()
        optimizer.step()

    return step


def timed(step: Callable[[], None]) -> tuple[float, float]:
    """Return wall and processor seconds of `STEPS` steps."""
    wall, used = time.perf_counter(), time.process_time()
    for _ in range(STEPS):
        step()
    return time.perf_counter() - wall, time.process_time() - used


def recorded(step: Callable[[], None], policy: dict[str, Any]) -> tuple[float, float]:
    """Return the same of recorded steps."""
    with tempfile.TemporaryDirectory() as folder:
        recording = numscope.record(Path(folder) / "t.numscope", **policy)
        with recording:
            step()
            return timed(step)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--size", choices=SIZES, default="large")
    arguments = parser.parse_args()
    step = training(SIZES[arguments.size])
    for _ in range(5):
        step()
    plain_steps, ratios = [], {name: [] for name in POLICIES}
    for _ in range(arguments.rounds):
        for name, policy in POLICIES.items():
            plain = timed(step)
            plain_steps.append(plain[0] / STEPS)
            found = recorded(step, policy)
            ratios[name].append((found[0] / plain[0], found[1] / plain[1]))
    print(f"a plain step: {statistics.median(plain_steps) * 1e3:.0f} ms, {torch.get_num_threads()} threads")
    for name, found in ratios.items():
        wall, used = (statistics.median(column) for column in zip(*found, strict=True))
        spread = f"{min(one for one, _ in found):.3f} to {max(one for one, _ in found):.3f}"
        target = f", aim {TARGETS[name]}" if name in TARGETS and arguments.size == "large" else ""
        print(f"{name:30} wall {wall:.3f} ({spread}), processor {used:.3f}{target}")


if __name__ == "__main__":
    main()
