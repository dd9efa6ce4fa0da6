"""A million operations leave nothing behind, and threads keep to themselves."""

from __future__ import annotations

import contextlib
import gc
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import numscope
from sweeps import shortened

ROUNDS = 100_000


def ten_operations(rounds: int) -> None:
    """Ten kinds of operations a round; an error and Python objects among them."""
    a, b, out = np.arange(8.0), np.ones(8), np.empty(8)
    objects = np.array([1, "x", None], dtype=object)
    for _ in range(rounds):
        a + b
        np.add(a, 2.0, out=out)
        a[1:3]
        a[0] = 1.0
        a.sum()
        np.zeros(3)
        np.concatenate([a, b])
        objects.copy()
        a.T
        with contextlib.suppress(ValueError):
            a.reshape(3)


@pytest.mark.parametrize(
    "options", shortened([{"values": "full"}, {"values": "none"}, {"values": "stats", "every": 7}]), ids=str
)
def test_a_million_operations_leak_nothing(options: dict[str, Any], tmp_path: Path) -> None:
    with numscope.record(tmp_path / "million.numscope", **options) as recording:
        ten_operations(500)  # caches that fill at first use are no leak
        gc.collect()
        before = sys.getallocatedblocks()
        ten_operations(ROUNDS)
        gc.collect()
        after = sys.getallocatedblocks()
    assert recording.counters is not None
    seen = recording.counters["operations"] + recording.counters["left_out"]
    assert seen > 10 * ROUNDS
    # A leak of one object in a hundred rounds would be a thousand blocks.
    assert after - before < 200


def test_threads_record_all_of_theirs_and_nothing_of_others(tmp_path: Path) -> None:
    threads, rounds = 8, 300
    barrier = threading.Barrier(threads)
    results: dict[int, list[float]] = {}

    def work(number: int) -> None:
        a = np.full(16, float(number))
        barrier.wait()
        results[number] = [float(np.mean(a * i)) for i in range(rounds)]

    with numscope.record(tmp_path / "threads.numscope") as recording:
        workers = [threading.Thread(target=work, args=(number,)) for number in range(threads)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    assert results == {number: [float(number * i) for i in range(rounds)] for number in range(threads)}
    trace = recording.open()
    operations = {operation.id: operation for operation in trace}
    multiplications = [each for each in operations.values() if each.name == "numpy.multiply"]
    assert len(multiplications) == threads * rounds
    by_thread: dict[int, int] = {}
    for each in multiplications:
        by_thread[each.thread] = by_thread.get(each.thread, 0) + 1
    assert sorted(by_thread.values()) == [rounds] * threads
    nested = [each for each in operations.values() if each.parent is not None]
    assert nested
    assert all(operations[each.parent].thread == each.thread for each in nested if each.parent is not None)


def test_operations_of_a_generator_that_is_left_behind_do_not_confuse_the_nesting(tmp_path: Path) -> None:
    a = np.arange(4.0)
    with numscope.record(tmp_path / "nesting.numscope") as recording:
        np.vectorize(lambda x: float(np.sqrt(x)))(a)
        with pytest.raises(ZeroDivisionError):
            np.apply_along_axis(lambda row: 1 // 0, 0, a)
        a + 1
    [last] = [each for each in recording.open() if each.name == "numpy.add"]
    assert (last.depth, last.parent) == (0, None)
