"""What the Inspector costs a training loop: `python benchmarks/inspector.py`.

One step of a small MLP (64-128-128-10, batch of 32, cross-entropy, Adam) plain and under `with inspector:`, in
turns within one process, on one thread, by the thread's CPU time; the figure is the median of the ratios to
the plain rounds on either side. `python benchmarks/inspector.py --json` prints the same as JSON.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import platform
import statistics
import time
from collections.abc import Callable

import torch
from torch import nn

from numscope.inspector import Inspector

Step = Callable[[], None]

WATCHED: dict[str, tuple[str, ...]] = {
    "plain again": (),
    "activations": ("activations",),
    "activations and gradients": ("activations", "gradients"),
    "weights": ("weights",),
    "weight gradients": ("weight_gradients",),
    "everything": ("activations", "gradients", "inputs", "weights", "weight_gradients"),
}
TARGET = 1.3
AIMED_AT = ("activations", "activations and gradients")


def make_training() -> tuple[nn.Module, Step]:
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 10))
    optimizer = torch.optim.Adam(model.parameters())
    loss = nn.CrossEntropyLoss()
    samples, labels = torch.randn(32, 64), torch.randint(10, (32,))

    def step() -> None:
        optimizer.zero_grad()
        loss(model(samples), labels).backward()
        optimizer.step()

    return model, step


def time_of(step: Step, steps: int) -> float:
    start = time.thread_time_ns()
    for _ in range(steps):
        step()
    return (time.thread_time_ns() - start) / steps


def measure_all(rounds: int, steps: int) -> dict[str, dict[str, float]]:
    model, step = make_training()
    inspectors: dict[str, contextlib.AbstractContextManager[object]] = {
        name: Inspector(model).watch("*", what=kinds) if kinds else contextlib.nullcontext()
        for name, kinds in WATCHED.items()
    }
    time_of(step, 10 * steps)
    ratios: dict[str, list[float]] = {name: [] for name in WATCHED}
    plain: list[float] = []
    for _ in range(rounds):
        for name, inspector in inspectors.items():
            before = time_of(step, steps)
            with inspector:
                time_of(step, 3)
                watched = time_of(step, steps)
            after = time_of(step, steps)
            plain.append((before + after) / 2)
            ratios[name].append(watched / plain[-1])
    step_us = statistics.median(plain) / 1000
    return {
        name: {"ratio": statistics.median(found), "extra_us": (statistics.median(found) - 1) * step_us}
        for name, found in ratios.items()
    } | {"plain step": {"us": step_us}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--steps", type=int, default=150)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    found = measure_all(arguments.rounds, arguments.steps)
    if arguments.json:
        print(json.dumps(found, indent=2))
        return
    print(f"torch {torch.__version__}, Python {platform.python_version()}, one thread")
    print(f"plain step: {found.pop('plain step')['us']:.0f} us")
    for name, figures in found.items():
        target = f"  (target {TARGET})" if name in AIMED_AT else ""
        print(f"{name:28} {figures['ratio']:.2f}x  +{figures['extra_us']:.0f} us{target}")


if __name__ == "__main__":
    main()
