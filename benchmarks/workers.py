"""What each benchmark measures: a function a figure, run in a fresh process by `benchmarks.__main__`.

`python -m benchmarks.workers NAME` prints what the function NAME found, as JSON. Where two things are compared they
are measured in turns in the same process, and the median of the turns is given.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

import numscope

Figures = dict[str, float]
TURNS = 7


@contextmanager
def folder() -> Iterator[str]:
    path = tempfile.mkdtemp(prefix="bench-")
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def seconds(function: Callable[[], Any], clock: Callable[[], float] = time.perf_counter) -> float:
    started = clock()
    function()
    return clock() - started


def work(function: Callable[[], Any]) -> float:
    """Seconds that this thread worked: what others do to the machine in between is not ours."""
    return seconds(function, time.thread_time)


def in_turns(*functions: Callable[[], float], turns: int = TURNS) -> list[float]:
    """The median of each function's figures, all functions run once a turn."""
    figures: list[list[float]] = [[] for _ in functions]
    for _ in range(turns):
        for function, found in zip(functions, figures, strict=True):
            found.append(function())
    return [statistics.median(found) for found in figures]


def recorded(function: Callable[[], float], **options: Any) -> float:
    """What `function` finds while it is recorded."""
    with folder() as path, numscope.record(os.path.join(path, "bench.numscope"), **options):
        return function()


def loop(statement: str, names: dict[str, Any], count: int, loops: int = 5) -> Callable[[], float]:
    """Nanoseconds a time of `statement`: the quickest of many short loops, since others use the machine too."""
    scope = dict(names)
    exec(f"def run():\n for _ in range({count}): {statement}", scope)
    run = scope["run"]

    def measure() -> float:
        run()
        return min(work(run) for _ in range(loops)) / count * 1e9

    return measure


SMALL_STATEMENTS = {
    "a + b": "a + b",
    "np.add(a, b)": "np.add(a, b)",
    "a.sum()": "a.sum()",
    "np.mean(a)": "np.mean(a)",
    "np.concatenate": "np.concatenate([a, b])",
    "a[2:5]": "a[2:5]",
    "np.zeros(8)": "np.zeros(8)",
}


def none_small() -> Figures:
    """Nanoseconds that `none` adds to operations on 8 elements."""
    a = np.arange(8.0)
    names = {"a": a, "b": a + 1, "np": np}
    found: Figures = {}
    for label, statement in SMALL_STATEMENTS.items():
        measure = loop(statement, names, 1000, loops=100)
        plain, watched = in_turns(measure, lambda measure=measure: recorded(measure, values="none"))
        found |= {f"{label} plain": plain, f"{label} recorded": watched, f"{label} added": watched - plain}
    return found


def none_large() -> Figures:
    """Ratio of `a + b` on a million elements."""
    a = np.random.default_rng(0).normal(size=1_000_000)
    measure = loop("a + b", {"a": a, "b": a + 1}, 2, loops=50)
    plain, watched = in_turns(measure, lambda: recorded(measure, values="none"), turns=15)
    return {"plain": plain, "recorded": watched, "ratio": watched / plain}


def hooks_removed() -> Figures:
    """Nanoseconds left on `a + b` once a recording has ended."""
    a = np.arange(8.0)
    measure = loop("a + b", {"a": a, "b": a + 1}, 1000, loops=100)
    before = statistics.median(measure() for _ in range(TURNS))
    recorded(measure, values="none")
    after = statistics.median(measure() for _ in range(TURNS))
    return {"before": before, "after": after, "added": after - before}


def read_rate(array: np.ndarray[Any, Any]) -> float:
    """Bytes a second of the fastest single pass over `array` that is at hand: integer sum, maximum, XXH3."""
    import xxhash

    integers = array.view("i8")
    passes: list[Callable[[], Any]] = [integers.sum, array.max, lambda: xxhash.xxh3_64_intdigest(array)]
    return array.nbytes / min(min(work(one) for _ in range(5)) for one in passes)


def stats_large() -> Figures:
    """Time that `stats` adds to an operation, in reads of its operands at memory bandwidth."""
    found: Figures = {}
    for name in ("float32", "float64"):
        a = np.random.default_rng(0).normal(size=(64 << 20) // np.dtype(name).itemsize).astype(name)
        b = a + a
        # A view costs nothing itself: what is added is the recorder's pass over the input and the output.
        measure = loop("a.view()", {"a": a}, 1, loops=8)
        plain, watched, rate = in_turns(
            measure, lambda m=measure: recorded(m, values="stats"), lambda a=a: read_rate(a)
        )
        read = 2 * a.nbytes / rate * 1e9
        found |= {
            f"{name} added": watched - plain,
            f"{name} one read": read,
            f"{name} ratio": (watched - plain) / read,
        }
        found[f"{name} GB/s"] = 2 * a.nbytes / (watched - plain)
        # Reading what was just written is slower than reading it again and again: the bare reads stand where the
        # recorder's are, around the addition.
        names = {"a": a, "b": b, "np": np}
        measure = loop("a + b", names, 1, loops=8)
        reads = "np.add.reduce(a); np.add.reduce(b); c = a + b; np.add.reduce(c)"
        plain, watched, bare = in_turns(
            measure, lambda m=measure: recorded(m, values="stats"), loop(reads, names, 1, loops=8)
        )
        found[f"{name} a + b, in reads of its three operands"] = (watched - plain) / (bare - plain)
        del b
    return found


def append_rate(path: str, megabytes: int, clock: Callable[[], float]) -> float:
    """Bytes a second of one-megabyte writes appended to a file."""
    block = np.random.default_rng(1).bytes(1 << 20)
    with open(os.path.join(path, "append.bin"), "wb", buffering=0) as file:
        return (megabytes << 20) / seconds(lambda: [file.write(block) for _ in range(megabytes)], clock)


def full_distinct() -> Figures:
    """Rate at which `full` writes distinct arrays of 1 MB, beside the machine's own append rate."""
    count = 200
    base = np.random.default_rng(2).normal(size=(1 << 20) // 8)

    def write(clock: Callable[[], float]) -> float:
        def program() -> None:
            for i in range(count):
                base + float(i)

        with (
            folder() as path,
            numscope.record(os.path.join(path, "bench.numscope"), values="full") as recording,
        ):
            taken = seconds(program, clock)
        assert recording.counters is not None
        return recording.counters["value_bytes"] / taken

    def append(clock: Callable[[], float]) -> float:
        with folder() as path:
            return append_rate(path, count, clock)

    wall, cpu = time.perf_counter, time.process_time
    rate, machine = in_turns(lambda: write(wall), lambda: append(wall))
    cpu_rate, cpu_machine = in_turns(lambda: write(cpu), lambda: append(cpu))
    return {
        "GB/s": rate / 1e9,
        "machine GB/s": machine / 1e9,
        "ratio": rate / machine,
        "ratio in CPU time": cpu_rate / cpu_machine,
    }


def full_repeated() -> Figures:
    """Rate at which `full` sees that it has arrays of 1 MB already, beside that of XXH3-128 over the same arrays."""
    import xxhash

    base = np.random.default_rng(3).normal(size=(1 << 20) // 8)
    measure = loop("a.copy()", {"a": base}, 5, loops=40)
    plain, watched, hashing = in_turns(
        measure,
        lambda: recorded(measure, values="full"),
        lambda: min(work(lambda: xxhash.xxh3_128_intdigest(base)) for _ in range(50)) * 1e9,
    )
    return {
        "GB/s": 2 * base.nbytes / (watched - plain),
        "XXH3-128 GB/s": base.nbytes / hashing,
        "ratio": 2 * hashing / (watched - plain),
    }


def mixed_program(count: int) -> int:
    """Operations of ten kinds, as programs have them; returns how many of them are on the surface."""
    a = np.arange(8.0)
    for i in range(count):
        b = a + float(i)
        b *= 2
        np.add(a, b)
        np.sqrt(b)
        b.sum()
        np.mean(b)
        np.concatenate([a, b])
        b[2:5]
        np.linalg.norm(b)
        np.where(b > 3, a, b)
    return 1 + count * 11


def peer() -> Figures:
    """A thousand ufunc calls on small arrays, recorded in full, and by the obvious way."""
    from benchmarks.peer import ObviousRecorder

    a = np.arange(8.0)

    def program() -> None:
        for i in range(1000):
            np.add(a, float(i))

    def obvious() -> float:
        with folder() as path, ObviousRecorder(path):
            return seconds(program)

    plain, ours, theirs = in_turns(
        lambda: seconds(program), lambda: recorded(lambda: seconds(program), values="full"), obvious, turns=5
    )
    with folder() as path, ObviousRecorder(path) as recorder:
        total = mixed_program(20)
        seen, written, kept = recorder.seen, recorder.written, recorder.kept()
    with folder() as path:
        with numscope.record(os.path.join(path, "bench.numscope")) as recording:
            mixed_program(20)
        visible = sum(operation.depth == 0 for operation in recording.open())
    return {
        "plain ms": plain * 1e3,
        "numscope ms": ours * 1e3,
        "obvious way ms": theirs * 1e3,
        "times faster": theirs / ours,
        "operations of the mixed program": total,
        "numscope sees": visible,
        "obvious way sees": seen,
        "obvious way misses": total - seen,
        "operands it writes": written,
        "operands it overwrites": written - kept,
    }


def memory_of(recording: bool) -> Figures:
    """Peak resident memory of a program over 2,000 distinct arrays of 1 MB, in MB."""
    base = np.random.default_rng(4).normal(size=(1 << 20) // 8)

    def program() -> float:
        for i in range(2000):
            base + float(i)
        for i in range(200_000):
            base[i % 1000 : i % 1000 + 8].sum()
        return 0.0

    if recording:
        recorded(program, values="full")
    else:
        program()
    return {"MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


def memory_plain() -> Figures:
    """The program by itself."""
    import numscope.block
    import numscope.recording.session  # noqa: F401

    return memory_of(False)


def memory_recorded() -> Figures:
    """The same, recorded in full."""
    return memory_of(True)


WORKERS: dict[str, Callable[[], Figures]] = {
    function.__name__: function
    for function in (
        none_small,
        none_large,
        hooks_removed,
        stats_large,
        full_distinct,
        full_repeated,
        peer,
        memory_plain,
        memory_recorded,
    )
}

if __name__ == "__main__":
    json.dump(WORKERS[sys.argv[1]](), sys.stdout)
