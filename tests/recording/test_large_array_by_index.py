"""Reading and writing a large array element by element: the recorder looks at it ever more seldom."""

from pathlib import Path

import numpy as np

import numscope


def test_a_loop_over_a_large_array_looks_at_it_a_few_times(tmp_path: Path) -> None:
    array = np.arange(100_000.0)
    with numscope.record(tmp_path / "loop.numscope", values="stats") as trace:
        for index in range(1000):
            array[index]
            array[index] = 1.0
    reads = [operation for operation in trace if operation.name == "numpy.ndarray.__getitem__"]
    looked_at = [operation.inputs[0].hash is not None for operation in reads]
    assert len(reads) == 1000
    assert all(looked_at[:4])
    assert sum(looked_at) < 20
    assert all(operation.outputs[0].hash is not None for operation in reads)


def test_small_arrays_are_always_looked_at(tmp_path: Path) -> None:
    array = np.arange(1000.0)
    with numscope.record(tmp_path / "small.numscope", values="stats") as trace:
        for index in range(200):
            array[index]
    reads = [operation for operation in trace if operation.name == "numpy.ndarray.__getitem__"]
    assert all(operation.inputs[0].hash is not None for operation in reads)
