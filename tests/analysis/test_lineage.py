"""Lineage of random programs is what an independent shadow of their memory says."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import numscope
from numscope.analysis.concepts.lineage import CHANGED, UNPROVEN, UNSEEN, Lineage, lineage

pytest.importorskip("numscope._core", reason="the native core is not built")

UNSEEN_WRITE = -1
VIEWS: list[Callable[[Any], Any]] = [
    lambda array: array[1:4],
    lambda array: array[::2],
    lambda array: array[1::2],
    lambda array: array[::-1],
    lambda array: array.reshape(-1, 1),
    lambda array: array.T,
]


class Program:
    """A program over arrays, each with a shadow that holds, for each element, the number of the step that wrote it.

    Shadows are changed where recording is paused: they are the truth, not a part of the program.
    """

    def __init__(self) -> None:
        self.arrays: list[tuple[Any, Any]] = []
        self.reads: dict[int, list[set[int]]] = {}  # step -> for each array operand, who wrote its elements
        self.views: set[int] = set()
        self.steps = itertools.count()
        self._fresh = itertools.count(1000.5)

    def _start(self, *operands: tuple[Any, Any]) -> int:
        step = next(self.steps)
        self.reads[step] = [set(shadow.ravel().tolist()) for _, shadow in operands]
        return step

    def _shadow(self, array: Any, step: int) -> None:
        numscope.pause()
        self.arrays.append((array, np.full(array.shape, step)))
        numscope.resume()

    def create(self) -> None:
        step = self._start()
        self._shadow(np.full(6, next(self._fresh)), step)

    def unary(self, index: int) -> None:
        operand = self.arrays[index % len(self.arrays)]
        numscope.pause()
        step = self._start(operand)
        numscope.resume()
        self._shadow(np.sqrt(operand[0]), step)

    def binary(self, index: int, other: int) -> None:
        a, b = self.arrays[index % len(self.arrays)], self.arrays[other % len(self.arrays)]
        if a[0].shape != b[0].shape:
            return
        numscope.pause()
        step = self._start(a, b)
        numscope.resume()
        self._shadow(np.add(a[0], b[0]), step)

    def view(self, index: int, kind: int) -> None:
        array, shadow = self.arrays[index % len(self.arrays)]
        make = VIEWS[kind % len(VIEWS)]
        numscope.pause()
        if array.ndim != 1 or array.size < 4:
            numscope.resume()
            return
        step = self._start((array, shadow))
        self.views.add(step)
        shown = make(shadow)
        numscope.resume()
        view = make(array)
        self.arrays.append((view, shown))

    def in_place(self, index: int) -> None:
        array, shadow = self.arrays[index % len(self.arrays)]
        numscope.pause()
        step = self._start((array, shadow))
        numscope.resume()
        np.add(array, 1.25, out=array)
        numscope.pause()
        shadow[...] = step
        numscope.resume()

    def behind(self, index: int) -> None:
        array, shadow = self.arrays[index % len(self.arrays)]
        numscope.pause()
        array[0] = next(self._fresh)
        shadow[0] = UNSEEN_WRITE
        numscope.resume()

    def drop(self, index: int) -> None:
        if len(self.arrays) > 1:
            del self.arrays[index % len(self.arrays)]


KINDS = ("create", "unary", "binary", "view", "view", "in_place", "in_place", "behind", "drop", "drop")


def run(program: Program, chance: random.Random, folder: Path) -> tuple[Lineage, list[int]]:
    with numscope.record(folder / "t.numscope"), np.errstate(all="ignore"):
        program.create()
        for _ in range(400):
            method = getattr(program, chance.choice(KINDS))
            method(*(chance.randrange(20) for _ in range(method.__code__.co_argcount - 1)))
    with numscope.open(folder / "t.numscope") as trace:
        operations = [operation for operation in trace if operation.depth == 0]
        return lineage(operations), [operation.id for operation in operations]


@pytest.mark.parametrize("seed", range(10))
def test_random_programs_have_true_lineage(seed: int, tmp_path: Path) -> None:
    program = Program()
    found, ids = run(program, random.Random(seed), tmp_path)
    assert len(ids) == len(program.reads)
    step_of = {number: step for step, number in enumerate(ids)}
    direct: dict[tuple[int, int], set[int]] = {}
    for edge in found.edges:
        assert edge.certain
        direct.setdefault((step_of[edge.target], edge.place), set()).add(step_of[edge.source])
    gaps = {(step_of[gap.target], gap.place) for gap in found.gaps}

    def behind_views(steps: set[int]) -> set[int]:
        """The steps themselves, and for views what they show."""
        result = set(steps)
        for step in steps & program.views:
            result |= behind_views(direct.get((step, 0), set()))
        return result

    def dark(steps: set[int]) -> bool:
        """Whether the way through views ends in a gap."""
        return any((step, 0) in gaps for step in behind_views(steps) & program.views)

    proven = 0
    for step, operands in program.reads.items():
        for place, writers in enumerate(operands):
            sources = direct.get((step, place), set())
            for source in sources - program.views:
                assert source in writers, f"step {step}: a false edge from {source}, written by {writers}"
            for source in sources & program.views:
                true = behind_views({source}) & writers
                assert true or dark({source}), f"step {step}: a false edge from the view {source}"
            if UNSEEN_WRITE not in writers:
                whole = writers <= behind_views(sources)
                assert whole or (step, place) in gaps or dark(sources), f"step {step}: no edge from {writers}"
                proven += whole
    assert proven > len(program.reads) / 3


def test_an_unseen_change_is_a_gap_and_no_edge(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "t.numscope"):
        a = np.full(4, 2.0)
        memoryview(a)[1] = 3.0
        np.sqrt(a)
        np.exp(a)
    operations = [operation for operation in numscope.open(tmp_path / "t.numscope") if operation.depth == 0]
    sqrt = next(operation for operation in operations if operation.name == "numpy.sqrt")
    found = lineage(operations)
    assert [gap.reason for gap in found.gaps if gap.target == sqrt.id] == [CHANGED]
    assert not [edge for edge in found.edges if edge.target == sqrt.id]


def test_parts_are_put_together_and_an_unseen_change_between_them_is_a_gap(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "t.numscope"):
        a = np.full(6, 2.0)
        left, right = a[:2], a[2:]
        np.add(left, 1.0, out=left)
        np.add(right, 3.0, out=right)
        np.sqrt(a)
        b = np.full(6, 2.0)
        left, right = b[:2], b[2:]
        np.add(left, 1.0, out=left)
        memoryview(b)[4] = 9.0
        np.multiply(left, 3.0, out=left)
        np.exp(b)
    operations = [operation for operation in numscope.open(tmp_path / "t.numscope") if operation.depth == 0]
    found = lineage(operations)
    by_name = {operation.name: operation.id for operation in operations}
    added = [operation.id for operation in operations if operation.name == "numpy.add"]
    sources = [edge.source for edge in found.edges if edge.target == by_name["numpy.sqrt"]]
    assert sources == added[:2]
    assert not [edge for edge in found.edges if edge.target == by_name["numpy.exp"]]
    assert [gap.reason for gap in found.gaps if gap.target == by_name["numpy.exp"]] == [CHANGED]


def test_without_values_parts_are_not_proven(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "t.numscope", values="stats"):
        a = np.full(600, 2.0)
        left = a[:200]
        np.add(left, 1.0, out=left)
        np.sqrt(a)
    operations = [operation for operation in numscope.open(tmp_path / "t.numscope") if operation.depth == 0]
    found = lineage(operations)
    assert not [edge for edge in found.edges if edge.target == operations[-1].id]
    assert [gap.reason for gap in found.gaps if gap.target == operations[-1].id] == [UNPROVEN]


def test_what_was_there_before_is_a_gap(tmp_path: Path) -> None:
    a = np.full(4, 2.0)
    with numscope.record(tmp_path / "t.numscope"):
        np.sqrt(a)
    found = lineage(numscope.open(tmp_path / "t.numscope"))
    assert [(gap.target, gap.reason) for gap in found.gaps] == [(0, UNSEEN)]


def test_scalars_are_linked_by_value_and_said_to_be(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "t.numscope"):
        total = np.sum(np.full(4, 2.5))
        np.sqrt(total)
    operations = [operation for operation in numscope.open(tmp_path / "t.numscope") if operation.depth == 0]
    (edge,) = [edge for edge in lineage(operations).edges if edge.target == operations[-1].id]
    assert (edge.kind, edge.certain) == ("scalar", False)
