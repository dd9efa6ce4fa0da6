"""What one probe costs: nanoseconds an event in a loop, the same loop without probes taken off.

    python benchmarks/numba_probe.py [rounds]

The loop does next to nothing besides, which is the worst case. Rounds are interleaved; the median is printed.
"""

from __future__ import annotations

import statistics
import sys
import time

from numba import njit

from numscope.compiled.numba.tracing.probes import Probes
from numscope.compiled.numba.tracing.ring import Ring

COUNT = 5_000_000


def mix(count):
    state = 1
    for turn in range(count):
        state = state * 3 + turn
    return state


def seconds(function) -> float:
    start = time.thread_time()
    function(COUNT)
    return time.thread_time() - start


def main(rounds: int) -> None:
    plain = njit(mix)
    plain(1)
    with Probes(Ring(), variables=["state"]):
        probed = njit(mix)
        probed(1)
    costs = [(seconds(probed) - seconds(plain)) / COUNT * 1e9 for _ in range(rounds)]
    print(
        f"{statistics.median(costs):.1f} ns an event (median of {rounds} rounds, {min(costs):.1f} to {max(costs):.1f})"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
