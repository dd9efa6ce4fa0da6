"""What recording costs a program of PyTorch: ratios to the plain program, peers in the same run.

    python -m benchmarks.torch_operators [--rounds N] [--floor] [--peers] [--work NAME ...]

Each round runs plain and every way of recording in shuffled order; the median of each way's ratios to the plain runs
around it is shown. One thread, its processor time: other work on the machine counts as little as it can. With --floor
also what no recorder can go below (benchmarks/torch_floor.py); with --peers also torch's own means, and after them
TorchLens and msprobe (benchmarks/torch_libraries.py).
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional

import numscope

Run = Callable[[int], None]
TARGETS = {  # work: (without values, with statistics); None: none was set
    "add8": (1.25, None),
    "mlp": (1.35, 1.45),
    "cnn": (1.2, 1.30),
    "block": (1.2, 1.30),
    "large block": (1.03, 1.25),
    "large cnn": (1.03, 1.25),
}


class Cnn(nn.Sequential):
    def __init__(self) -> None:
        convolve, norm = nn.Conv2d, nn.BatchNorm2d
        super().__init__(
            *(convolve(3, 16, 3, padding=1), norm(16), nn.ReLU(), nn.MaxPool2d(2)),
            *(convolve(16, 32, 3, padding=1), norm(32), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten()),
            nn.Linear(32, 10),
        )


class Block(nn.Module):
    def __init__(self, width: int, heads: int = 4) -> None:
        super().__init__()
        self.heads = heads
        self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)
        self.project, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.feed = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))
        self.classify = nn.Linear(width, 10)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        batch, length, width = x.shape
        shape = (batch, length, 3, self.heads, width // self.heads)
        query, key, value = self.project(self.first(x)).view(shape).permute(2, 0, 3, 1, 4).unbind(0)
        attended = functional.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + self.out(attended.transpose(1, 2).reshape(batch, length, width))
        x = x + self.feed(self.second(x))
        return self.classify(x.mean(1))


def training(model: nn.Module, x: torch.Tensor) -> Run:
    y = torch.randint(0, 10, (x.shape[0],))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)

    def run(times: int) -> None:
        for _ in range(times):
            optimizer.zero_grad()
            functional.cross_entropy(model(x), y).backward()
            optimizer.step()

    return run


def additions() -> Run:
    x, y = torch.randn(8), torch.randn(8)

    def run(times: int) -> None:
        for _ in range(times):
            torch.add(x, y)

    return run


def additions_in(count: int) -> nn.Module:
    """A model of `count` additions, one after the other."""

    class Additions(nn.Module):
        def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
            for _ in range(count):
                x = torch.add(x, y)
            return x

    return Additions()


def mlp() -> nn.Module:
    return nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 10))


# work: (how it is made, repetitions a measurement)
WORK: dict[str, tuple[Callable[[], Run], int]] = {
    "add8": (additions, 10000),
    "mlp": (lambda: training(mlp(), torch.randn(32, 64)), 25),
    "cnn": (lambda: training(Cnn(), torch.randn(8, 3, 32, 32)), 6),
    "block": (lambda: training(Block(64), torch.randn(8, 32, 64)), 8),
    "large cnn": (lambda: training(Cnn(), torch.randn(32, 3, 64, 64)), 2),
    "large block": (lambda: training(Block(256), torch.randn(8, 128, 256)), 2),
}


@contextlib.contextmanager
def recording(values: str) -> Iterator[None]:
    with (
        tempfile.TemporaryDirectory() as folder,
        numscope.record(Path(folder, "t.numscope"), values=values),
    ):
        yield


@contextlib.contextmanager
def dispatch_mode() -> Iterator[None]:
    from torch.utils._python_dispatch import TorchDispatchMode

    class Empty(TorchDispatchMode):
        def __torch_dispatch__(self, operation, types, arguments=(), keywords=None):  # type: ignore[no-untyped-def]
            return operation(*arguments, **(keywords or {}))

    with Empty():
        yield


@contextlib.contextmanager
def debug_mode() -> Iterator[None]:
    from torch.utils._debug_mode import DebugMode

    with DebugMode():
        yield


@contextlib.contextmanager
def profiler() -> Iterator[None]:
    with torch.profiler.profile(
        activities=[torch.profiler.ProfilerActivity.CPU], record_shapes=True, with_stack=False
    ):
        yield


OURS = {
    f"numscope {values}": (lambda values=values: recording(values)) for values in ("none", "stats", "full")
}
PEERS = {"empty TorchDispatchMode": dispatch_mode, "DebugMode": debug_mode, "profiler, shapes": profiler}


def seconds(run: Run, times: int) -> float:
    started = time.thread_time()
    run(times)
    return (time.thread_time() - started) / times


def measure(
    work: str, ways: dict[str, Callable[[], contextlib.AbstractContextManager[None]]], rounds: int
) -> dict[str, float]:
    torch.manual_seed(0)
    make, times = WORK[work]
    run = make()
    run(max(2, times // 4))
    ratios: dict[str, list[float]] = {way: [] for way in ("plain again", *ways)}
    plain = []
    for _ in range(rounds):
        order = list(ratios)
        random.shuffle(order)
        for way in order:
            before = seconds(run, times)
            with contextlib.nullcontext() if way == "plain again" else ways[way]():
                run(times)  # the rings' pages are touched for the first time, modules are named
                taken = seconds(run, times)
            run(max(1, times // 8))
            after = seconds(run, times)
            plain += [before, after]
            ratios[way].append(taken / ((before + after) / 2))
    return {"plain, microseconds": statistics.median(plain) * 1e6} | {
        way: statistics.median(found) for way, found in ratios.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--floor", action="store_true")
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--work", nargs="*", default=list(WORK), choices=list(WORK))
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    ways = {**OURS, **(PEERS if arguments.peers else {})}
    if arguments.floor:
        from benchmarks import torch_floor

        ways |= torch_floor.WAYS
    found = {work: measure(work, ways, arguments.rounds) for work in arguments.work}
    if arguments.json:
        print(json.dumps(found, indent=1))
        return
    for work, figures in found.items():
        target = TARGETS.get(work, (None, None))
        print(
            f"{work}: plain {figures.pop('plain, microseconds'):.1f} microseconds; "
            f"targets none {target[0]}, stats {target[1]}"
        )
        for way, ratio in figures.items():
            print(f"    {way:<26}{ratio:6.2f}")
    if arguments.peers:
        from benchmarks import torch_libraries

        torch_libraries.show(max(1, arguments.rounds // 3))


if __name__ == "__main__":
    main()
