"""What was read lately is kept: answers are those of reading anew, whatever was asked before, and in bounded memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trace.conftest import small_shard
from tests.trace.encoder import write_manifest

import numscope
from numscope.trace import Operation
from numscope.trace.recent_answers import RecentAnswers
from numscope.trace.recent_operations import RecentOperations

IDS = st.one_of(st.integers(0, 300), st.integers(2**63 - 70, 2**63 - 1), st.integers(0, 2**63 - 1))


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Operation:
    trace = tmp_path_factory.mktemp("recent") / "small.numscope"
    write_manifest(trace)
    small_shard().write_closed(trace / "processes" / "0-4194311")
    return numscope.open(trace)[0]


class Reader:
    """Stands for a trace in which every third id is an operation's."""

    def __init__(self, one: Operation) -> None:
        self._one = one
        self.read: list[int] = []

    def __call__(self, ids: Sequence[int]) -> dict[int, Operation]:
        assert all(0 <= number < 2**63 for number in ids)
        self.read.append(len(ids))
        return {number: replace(self._one, id=number) for number in ids if number % 3 == 0}


@given(asked=st.lists(st.lists(IDS, min_size=1, max_size=30), max_size=30))
@settings(max_examples=60)
def test_operations_are_those_of_reading_anew(asked: list[list[int]], one: Operation) -> None:
    recent = RecentOperations(Reader(one))
    for ids in asked:
        found = recent.of(ids)
        assert {number: found[number].id for number in ids if number in found} == {
            number: number for number in ids if number % 3 == 0
        }


def test_neighbours_are_read_at_once_and_not_again(one: Operation) -> None:
    reader = Reader(one)
    recent = RecentOperations(reader)
    for number in range(64):
        recent.of([number])
    assert len(reader.read) == 1
    recent.forget()
    recent.of([7])
    assert len(reader.read) == 2


def test_what_lies_far_apart_is_read_without_neighbours(one: Operation) -> None:
    reader = Reader(one)
    RecentOperations(reader).of(range(0, 64_000, 1000))
    assert reader.read == [64]


def test_few_blocks_are_kept(one: Operation) -> None:
    reader = Reader(one)
    recent = RecentOperations(reader)
    for number in range(0, 12_800, 64):
        recent.of([number])
    before = len(reader.read)
    recent.of([12_700])
    assert len(reader.read) == before
    recent.of([0])
    assert len(reader.read) == before + 1


def test_few_and_small_answers_are_kept() -> None:
    recent = RecentAnswers()
    small, large = pa.table({"n": [1]}), pa.table({"n": range(10_000)})
    recent.keep("large", None, large)
    recent.keep("listed", [list(range(1000))], small)
    assert recent.get("large", None) is None
    assert recent.get("listed", [list(range(1000))]) is None
    for number in range(1_000):
        recent.keep("small", [number], small)
        assert recent.get("small", [number]) is small
    assert recent.get("small", [0]) is None
    assert recent.get("small", ["999"]) is None, "a text is another parameter than a number"
    recent.forget()
    assert recent.get("small", [999]) is None


def test_a_trace_of_which_less_is_chosen_answers_of_that(small_trace: Path) -> None:
    trace = numscope.open(small_trace)
    count = "select count(*) n from operations"
    assert trace.ask(count)["n"][0].as_py() == len(trace.operations.fetch(range(4))) == len(trace) == 4
    trace.select([99])
    assert trace.ask(count)["n"][0].as_py() == len(trace.operations.fetch(range(4))) == len(trace) == 0
