"""Whether what a trace says that tensors held is what they held: compared with a look of its own at each of them.

    python -m benchmarks.torch_oracle [--repetitions N] [--values stats|full] [--quiet-memory] [PROGRAM ...]

Programs of benchmarks/torch_oracle_programs.py run recorded, and a second callback (benchmarks/torch_oracle.cpp), which
remembers nothing, looks at the same operands of the same operators at the same moment: at every level, in forward and
backward passes, on all threads. With `full` the bytes in the trace are compared, with `stats` minimum, maximum and the
number of NaN, and that one hash stands for one content. Memory that an operator is about to get holds noise.
Exit code 1 if anything differs.
"""

from __future__ import annotations

import argparse
import collections
import functools
import math
import re
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import numpy as np
import torch

import numscope
from benchmarks.torch_callback import load_callback
from numscope.trace.operation import AFTER, Operand, Operation

SOURCE = Path(__file__).with_name("torch_oracle.cpp")
OPERATOR = re.compile(r"(?!torch::|autograd::|profiler::|optim::)\w+::\w+")


class Look(NamedTuple):
    """What the oracle found in one operand."""

    after: bool
    address: int
    hash: int
    elements: int
    measured: bool
    minimum: float
    maximum: float
    nans: int


@dataclass
class Verdict:
    """What came of one comparison."""

    compared: int = 0
    untold: int = 0
    different: list[str] = field(default_factory=list)

    def add(self, other: Verdict) -> None:
        self.compared += other.compared
        self.untold += other.untold
        self.different += other.different


@functools.cache
def module() -> ModuleType:
    """Build and load the oracle, with the flags of the recorder."""
    return load_callback(SOURCE)


def by_thread(named: Iterator[tuple[int, str, object]]) -> list[list[tuple[str, object]]]:
    """Operators only, in the order in which they began, thread by thread in the order of their first."""
    threads: dict[int, list[tuple[str, object]]] = collections.defaultdict(list)
    for thread, name, what in named:
        if OPERATOR.fullmatch(name):
            threads[thread].append((name, what))
    return list(threads.values())


class Comparison:
    """Of one trace with what the oracle saw meanwhile."""

    def __init__(self) -> None:
        self.verdict = Verdict()
        self._hashes: dict[str, int] = {}
        self._contents: dict[str, int] = {}

    def compare(self, operations: Sequence[Operation], events: Sequence[tuple[str, int, list]]) -> Verdict:
        recorded = by_thread((o.thread, o.name, o) for o in operations)
        seen = by_thread((thread, name, looks) for name, thread, looks in events)
        names = [[[name for name, _ in thread] for thread in side] for side in (recorded, seen)]
        if names[0] != names[1]:
            self.verdict.different.append(f"other operators: {first_difference(*names)}")
            return self.verdict
        for ours, theirs in zip(recorded, seen, strict=True):
            for (_, operation), (_, looks) in zip(ours, theirs, strict=True):
                self._compare_operation(operation, [Look(*look) for look in looks])
        return self.verdict

    def _compare_operation(self, operation: Operation, looks: list[Look]) -> None:
        for operand in operation.operands:
            if operand.kind != "array":
                continue
            elements = math.prod(operand.shape)
            found = [
                look
                for look in looks
                if (look.after, look.address, look.elements)
                == (operand.role in AFTER, operand.address, elements)
            ]
            if operand.hash is None or not found:
                self.verdict.untold += 1
                continue
            self.verdict.compared += 1
            if not any(self._agrees(operand, look) for look in found):
                self.verdict.different.append(
                    f"{operation.name} #{operation.id} {operand.role} {operand.describe()}: "
                    f"{operand.statistics} but {found[0]}"
                )

    def _agrees(self, operand: Operand, look: Look) -> bool:
        if operand.kept and not str(operand.dtype).startswith("q"):  # NumPy has no quantised numbers
            return self._hash(operand) == look.hash and self._measures(operand, look)
        return self._contents.setdefault(operand.hash, look.hash) == look.hash and self._measures(
            operand, look
        )

    def _hash(self, operand: Operand) -> int:
        if operand.hash not in self._hashes:
            self._hashes[operand.hash] = module().hash(np.asarray(operand.value()).tobytes())
        return self._hashes[operand.hash]

    @staticmethod
    def _measures(operand: Operand, look: Look) -> bool:
        told = operand.statistics
        if told is None or not look.measured:
            return True
        return (
            same(told.minimum, look.minimum) and same(told.maximum, look.maximum) and told.nans == look.nans
        )


def same(a: float, b: float) -> bool:
    """Whether they are one number, or both none."""
    return a == b or (math.isnan(a) and math.isnan(b))


def first_difference(ours: list[list[str]], theirs: list[list[str]]) -> str:
    """Where two lists of names by thread part."""
    for mine, its in zip(ours, theirs, strict=False):
        for at, (one, other) in enumerate(zip(mine, its, strict=False)):
            if one != other:
                return f"{one} but {other} after {mine[max(0, at - 5) : at]}"
        if len(mine) != len(its):
            return f"{len(mine)} but {len(its)}, after {mine[-1]}: {its[len(mine) : len(mine) + 3]}"
    return f"{len(ours)} threads but {len(theirs)}"


def run(program: Callable[[], object], values: str, repetitions: int, noise: bool = True) -> Verdict:
    """Record the program so many times in one trace, and compare."""
    with tempfile.TemporaryDirectory() as folder:
        torch.manual_seed(0)
        program()  # what compiles, compiles here
        with numscope.record(Path(folder, "t.numscope"), values=values) as recording:
            module().start(noise)
            for _ in range(repetitions):
                module().repeat()
                torch.manual_seed(0)
                program()
            events = module().stop()
        return Comparison().compare(list(recording), events)


def main() -> int:
    from benchmarks.torch_oracle_programs import PROGRAMS

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help=", ".join(PROGRAMS))
    parser.add_argument("--repetitions", type=int, default=20)
    parser.add_argument("--values", choices=("stats", "full"), default="full")
    parser.add_argument("--quiet-memory", action="store_true", help="no noise")
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.set_num_threads(arguments.threads)
    total = Verdict()
    chosen = arguments.programs or list(PROGRAMS)
    for name in chosen:
        verdict = run(PROGRAMS[name], arguments.values, arguments.repetitions, not arguments.quiet_memory)
        total.add(verdict)
        print(
            f"{name:<40}{verdict.compared:>9,} compared{verdict.untold:>8,} untold"
            f"{len(verdict.different):>7,} different",
            flush=True,
        )
        for text in verdict.different[:3]:
            print("   ", text[:400])
    print(
        f"{len(chosen)} programs, {arguments.repetitions} times each: {total.compared:,} contents compared, "
        f"{total.untold:,} untold, {len(total.different):,} differ"
    )
    return 1 if total.different else 0


if __name__ == "__main__":
    sys.exit(main())
