"""Bytes read and written are those that were moved: of views none, of parts the part."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import numscope

pytest.importorskip("numscope._core", reason="the native core is not built")

Moved = list[tuple[str, int, int]]


def moved(path: Path, program: Callable[[np.ndarray], object]) -> Moved:
    """What the outermost operations of `program`, given 100 x 50 float64, read and wrote."""
    array = np.arange(5000.0).reshape(100, 50)
    with numscope.record(path / "t.numscope"):
        program(array)
    with numscope.open(path / "t.numscope") as trace:
        return [
            (operation.name.rpartition(".")[2], operation.bytes_in, operation.bytes_out)
            for operation in trace
            if operation.depth == 0
        ]


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        (lambda a: a + a, [("add", 80_000, 40_000)]),
        (lambda a: np.add(a, 1.0, out=a), [("add", 40_000, 40_000)]),
        (lambda a: a.sum(axis=0), [("sum", 40_000, 400)]),
        (lambda a: a.sort(), [("sort", 40_000, 40_000)]),
        # Views move nothing.
        (lambda a: a[2:50], [("__getitem__", 0, 0)]),
        (lambda a: a[7], [("__getitem__", 0, 0)]),
        (lambda a: a.T, [("T", 0, 0)]),
        (lambda a: a.reshape(-1), [("reshape", 0, 0)]),
        (lambda a: np.asarray(a), [("asarray", 0, 0)]),
        (lambda a: a.T.ravel(), [("T", 0, 0), ("ravel", 40_000, 40_000)]),
        # What is taken out, and the index.
        (lambda a: a[3, 4], [("__getitem__", 8, 8)]),
        (lambda a: a[np.array([1, 5, 7])], [("array", 0, 24), ("__getitem__", 24 + 1200, 1200)]),
        (
            lambda a: a[a[:, 0] > 4000],
            [("__getitem__", 0, 0), ("greater", 800, 100), ("__getitem__", 7700, 7600)],
        ),
        (lambda a: a.take([2, 3], axis=0), [("take", None, 800)]),
        # What is put in.
        (lambda a: a.__setitem__((3, 4), 1.0), [("__setitem__", 0, 8)]),
        (lambda a: a.__setitem__(3, 1.0), [("__setitem__", 0, 400)]),
        (lambda a: a.__setitem__(-3, a[0]), [("__getitem__", 0, 0), ("__setitem__", 400, 400)]),
        (lambda a: a.__setitem__(slice(2, 4), a[:2]), [("__getitem__", 0, 0), ("__setitem__", 800, 800)]),
        # How many a slice picks is not worked out: at most all.
        (lambda a: a.__setitem__(slice(2, 4), 1.0), [("__setitem__", 0, 40_000)]),
    ],
)
def test_bytes_are_those_that_were_moved(
    tmp_path: Path, program: Callable[[np.ndarray], object], expected: list[tuple[str, int | None, int]]
) -> None:
    found = moved(tmp_path, program)
    assert [(name, written) for name, _, written in found] == [
        (name, written) for name, _, written in expected
    ]
    for (_, read, _), (_, known, _) in zip(found, expected, strict=True):
        assert known is None or read == known


def test_many_arrays_are_all_counted(tmp_path: Path) -> None:
    found = moved(tmp_path, lambda a: np.concatenate([a] * 20))
    assert found == [("concatenate", 20 * 40_000, 20 * 40_000)]
