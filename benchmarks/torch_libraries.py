"""What other recorders of PyTorch cost beside numscope: ratios to the plain program, on the same small works.

    pip install -r benchmarks/torch_peers.txt
    python -m benchmarks.torch_libraries [--rounds N]

Each way runs in a process of its own, in turns, for they leave programs slower than they were: the plain program
first, then the same recorded. Processor time of the whole process, threads that write included. Medians are shown;
what is not installed or fails is left out with a line that says why.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import torch
from torch import nn

from benchmarks.torch_operators import additions_in, mlp, recording, training

Once = Callable[[], None]
PLAIN_TURNS, RECORDED_TURNS = 100, 5


class LeftOutError(Exception):
    """Why there is no figure."""


class Work:
    """A model, what goes in, and `once`, what is measured. forward: nothing but a call of the model."""

    def __init__(self, name: str) -> None:
        torch.manual_seed(0)
        self.forward = name != "MLP step"
        self.model: nn.Module = additions_in(300) if name == "300 adds" else mlp()
        self.inputs = (torch.randn(8), torch.randn(8)) if name == "300 adds" else (torch.randn(32, 64),)
        step = None if self.forward else training(self.model, *self.inputs)
        self.once: Once = (lambda: self.model(*self.inputs)) if step is None else (lambda: step(1))


WORKS = ("300 adds", "MLP forward", "MLP step")


@contextlib.contextmanager
def with_numscope(work: Work, values: str) -> Iterator[Once]:
    with recording(values):
        yield work.once


@contextlib.contextmanager
def with_torchlens(work: Work, saved: str) -> Iterator[Once]:
    try:
        import torchlens
    except ImportError:
        raise LeftOutError("torchlens is not installed") from None
    if not work.forward:
        raise LeftOutError("TorchLens records forward passes")
    capture = torchlens.options.CaptureOptions(layers_to_save=saved)
    yield lambda: torchlens.trace(work.model, work.inputs, capture=capture)


@contextlib.contextmanager
def with_msprobe(work: Work, task: str) -> Iterator[Once]:
    try:
        from msprobe.pytorch import PrecisionDebugger
    except ImportError as error:
        raise LeftOutError(f"mindstudio-probe is not installed ({error.name})") from None
    with tempfile.TemporaryDirectory() as folder:
        debugger = PrecisionDebugger(dump_path=folder, task=task, level="L1")

        def once() -> None:
            debugger.start(work.model)
            work.once()
            debugger.stop()
            debugger.step()

        yield once


WAYS: dict[str, Callable[[Work], contextlib.AbstractContextManager[Once]]] = {
    "numscope none": lambda work: with_numscope(work, "none"),
    "numscope stats": lambda work: with_numscope(work, "stats"),
    "numscope full": lambda work: with_numscope(work, "full"),
    "TorchLens, no values": lambda work: with_torchlens(work, "none"),
    "TorchLens, values": lambda work: with_torchlens(work, "all"),
    "msprobe statistics": lambda work: with_msprobe(work, "statistics"),
    "msprobe tensors": lambda work: with_msprobe(work, "tensor"),
}


def seconds(once: Once, turns: int) -> float:
    started = time.process_time()
    for _ in range(turns):
        once()
    return (time.process_time() - started) / turns


def ratio(way: str, name: str) -> float:
    """How many times longer the work takes. Raises LeftOutError if it can't be recorded this way."""
    torch.set_num_threads(1)
    work = Work(name)
    seconds(work.once, 10)
    plain = seconds(work.once, PLAIN_TURNS)
    with WAYS[way](work) as once:
        once()  # files are opened, functions are wrapped
        return seconds(once, PLAIN_TURNS if way.startswith("numscope") else RECORDED_TURNS) / plain


def measured(way: str, name: str) -> float | str:
    """The ratio from a process of its own, or why there is none."""
    command = [sys.executable, "-m", "benchmarks.torch_libraries", "--worker", way, name]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[1])
    if done.returncode:
        return (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1][:200]
    answer: float | str = json.loads(done.stdout.splitlines()[-1])
    return answer


def compare(rounds: int) -> Iterator[tuple[str, str, float | str]]:
    """(way, work, median ratio or why it is left out) for all of them."""
    found: dict[tuple[str, str], list[float | str]] = {}
    for _ in range(rounds):
        for way in WAYS:
            for name in WORKS:
                before = found.setdefault((way, name), [])
                if not any(isinstance(one, str) for one in before):
                    before.append(measured(way, name))
    for (way, name), figures in found.items():
        reasons = [figure for figure in figures if isinstance(figure, str)]
        ratios = [figure for figure in figures if not isinstance(figure, str)]
        yield way, name, reasons[0] if reasons else statistics.median(ratios)


def show(rounds: int) -> None:
    """Print a table: ways down, works across; below, what is left out and why."""
    print(f"{'':<24}" + "".join(f"{name:>14}" for name in WORKS))
    left_out: dict[str, list[str]] = {}
    row: list[str] = []
    for way, name, figure in compare(rounds):
        row.append(f"{'-' if isinstance(figure, str) else f'{figure:.2f}':>14}")
        if isinstance(figure, str):
            left_out.setdefault(f"{figure} ({way})", []).append(name)
        if len(row) == len(WORKS):
            print(f"{way:<24}" + "".join(row))
            row = []
    for reason, names in left_out.items():
        print(f"left out: {', '.join(names)}: {reason}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--worker", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if not arguments.worker:
        show(arguments.rounds)
        return
    warnings.simplefilter("ignore")
    try:
        answer: float | str = ratio(*arguments.worker)
    except LeftOutError as reason:
        answer = str(reason)
    print("\n" + json.dumps(answer))


if __name__ == "__main__":
    main()
