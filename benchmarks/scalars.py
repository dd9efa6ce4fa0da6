"""What loops of NumPy scalars' arithmetic cost when they are recorded by default: `python -m benchmarks.scalars`."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import numscope

ROUNDS, CHUNKS, TURNS = 5_000, 200, 4
_SOURCE = """
def multiply_and_add(rounds):
    s, d, c = np.float64(0), np.float64(0.999), np.float64(1.5)
    for _ in range(rounds):
        s = s * d + c

def cheap_operators(rounds):
    a, b, t = np.float64(1.1), np.float64(0.7), np.float64(0)
    for _ in range(rounds):
        x = a * b - t
        if x > b:
            t = x / a
        t = -t + abs(x)
"""


def _loops(file: str) -> dict[str, Callable[[int], None]]:
    """Return the loops as code of this file: whose line it is decides what is recorded."""
    namespace: dict[str, object] = {"np": np}
    exec(compile(_SOURCE, file, "exec"), namespace)
    return {name: value for name, value in namespace.items() if callable(value) and name != "np"}


def _chunks(loop: Callable[[int], None]) -> list[float]:
    times = []
    for _ in range(CHUNKS):
        begin = time.thread_time_ns()
        loop(ROUNDS)
        times.append((time.thread_time_ns() - begin) / ROUNDS)
    return times


def _measure(loop: Callable[[int], None]) -> tuple[list[float], list[float]]:
    plain: list[float] = []
    recorded: list[float] = []
    for turn in range(TURNS):
        plain += _chunks(loop)
        with (
            tempfile.TemporaryDirectory() as folder,
            numscope.record(f"{folder}/{turn}.numscope", values="stats"),
        ):
            recorded += _chunks(loop)
    return sorted(plain), sorted(recorded)


def main() -> None:
    """Print nanoseconds a round: lowest, lower quartile, median."""
    library = str(Path(np.__file__).parent / "of_a_library.py")
    for whose, file in (("own", "own.py"), ("a library's", library)):
        for name, loop in _loops(file).items():
            plain, recorded = _measure(loop)
            for word, place in (("lowest", 0), ("quartile", len(plain) // 4), ("median", len(plain) // 2)):
                ratio = recorded[place] / plain[place]
                print(
                    f"{name}, {whose} line, {word}: {plain[place]:.1f} ns, {recorded[place]:.1f} ns ({ratio:.2f}x)"
                )


if __name__ == "__main__":
    main()
