"""What recording a call of a jitted function costs: the same calls without and with recording, in turns.

    python benchmarks/numba_calls.py [rounds]
    valgrind --tool=callgrind --dump-before=os_getppid python benchmarks/numba_calls.py marked
    grep summary callgrind.out.*.*

Printed for each function: nanoseconds of CPU a call without and with, and the median of the rounds' ratios. The first
line is of compiling a function. The second command counts instructions, which other work on the machine does not
change: dumps 2, 4, 6 hold 5,000 calls of each small function without, and 9, 11, 13 with.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

import numscope

CALLS = 20_000
MARKED_CALLS = 5_000


@njit
def add(a, b):
    return a + b


@njit
def total(values):
    return values.sum()


@njit
def bump(values):
    values += 1


def ns_a_call(function: Callable[..., Any], arguments: tuple[Any, ...], calls: int) -> float:
    start = time.thread_time_ns()
    for _ in range(calls):
        function(*arguments)
    return (time.thread_time_ns() - start) / calls


def marked_calls() -> None:
    """Call each small function between two calls of `os.getppid`, without and then with recording."""
    cases = ((add, (1, 2)), (total, (np.arange(8.0),)), (bump, (np.arange(8.0),)))

    def all_cases() -> None:
        for function, arguments in cases:
            ns_a_call(function, arguments, 300)
        for function, arguments in cases:
            os.getppid()
            ns_a_call(function, arguments, MARKED_CALLS)
            os.getppid()

    all_cases()
    with tempfile.TemporaryDirectory() as folder, numscope.record(Path(folder) / "m.numscope", log=False):
        all_cases()


def seconds_to_compile() -> float:
    def rooted(values):
        above = 0.0
        for i in range(values.shape[0]):
            above += np.sqrt(values[i])
            if above > 1e6:
                above -= np.floor(values[i])
        return (np.zeros(3) + above).sum() + values.mean()

    start = time.process_time()
    njit(rooted)(np.arange(10.0))
    return time.process_time() - start


def compare_compiling(rounds: int) -> None:
    seconds_to_compile()
    plain, recorded = [], []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(rounds):
            plain.append(seconds_to_compile())
            with numscope.record(Path(folder) / f"{number}.numscope", log=False):
                recorded.append(seconds_to_compile())
    ratio = statistics.median(r / p for r, p in zip(recorded, plain, strict=True))
    print(f"compiling: {statistics.median(plain):.3f} -> {statistics.median(recorded):.3f} s, x{ratio:.2f}")


def main(rounds: int) -> None:
    compare_compiling(rounds)
    cases = {
        "add(1, 2)": (add, (1, 2), CALLS),
        "total(8 float64)": (total, (np.arange(8.0),), CALLS),
        "bump(8 float64), changed in place": (bump, (np.arange(8.0),), CALLS),
        "total(1,000,000 float64)": (total, (np.arange(1e6),), 200),
    }
    for name, (function, arguments, calls) in cases.items():
        function(*arguments)
        plain, recorded = [], []
        with tempfile.TemporaryDirectory() as folder:
            for number in range(rounds):
                plain.append(ns_a_call(function, arguments, calls))
                with numscope.record(Path(folder) / f"{number}.numscope", log=False):
                    function(*arguments)
                    recorded.append(ns_a_call(function, arguments, calls))
        ratio = statistics.median(r / p for r, p in zip(recorded, plain, strict=True))
        print(
            f"{name}: {statistics.median(plain):,.0f} -> {statistics.median(recorded):,.0f} ns a call, x{ratio:.2f}"
        )


if __name__ == "__main__":
    if sys.argv[1:] == ["marked"]:
        marked_calls()
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 9)
