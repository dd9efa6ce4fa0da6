"""Contents that were not known when their operands were written: told by number, by a record of their own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.trace.conftest import HASH, HASH_TEXT, pending_shard
from tests.trace.encoder import ARRAY, OUTPUT, EncodedCall, EncodedOperand, ShardEncoder, write_manifest

import numscope
from numscope.errors import NumscopeError
from numscope.trace.follower import Follower


def write(folder: Path, *shards: ShardEncoder) -> Path:
    trace = folder / "t.numscope"
    write_manifest(trace)
    for number, shard in enumerate(shards):
        shard.write_closed(trace / "processes" / f"{number}-1")
    return trace


@pytest.mark.parametrize("sealed", [False, True])
def test_operands_have_what_was_told_of_their_number(tmp_path: Path, sealed: bool) -> None:
    path = write(tmp_path, pending_shard())
    if sealed:
        numscope.open(path).close()
        assert not list(path.glob("processes/*/events-0.log"))
    with numscope.open(path) as trace:
        assert trace.problems == ()
        first, second, third = trace
        later, earlier = first.operands
        assert (later.hash, later.kept, later.statistics.maximum) == (HASH_TEXT, True, 7.0)
        assert later.value().tolist() == list(range(8))
        assert (earlier.hash, earlier.kept, earlier.statistics.nans) == (None, False, 3)
        assert second.operands[0].statistics == earlier.statistics
        assert third.operands[0].hash == f"{6:016x}{5:016x}"
        assert third.operands[0].statistics is None
        assert third.operands[1].statistics == later.statistics
        assert third.operands[2].hash is None
        assert third.operands[2].statistics is None


def test_what_was_never_told_is_not_known(tmp_path: Path) -> None:
    with numscope.open(write(tmp_path, pending_shard())) as trace:
        operand = trace[1].outputs[0]
        assert (operand.hash, operand.statistics, operand.kept) == (None, None, False)
        with pytest.raises(NumscopeError, match="not kept"):
            operand.value()


def test_a_number_is_one_process_s_own(tmp_path: Path) -> None:
    other = ShardEncoder()
    layout = other.layout(other.dtype("<f8", 8, "f"), (8,), (8,), 64)
    other.operation("aten::add")
    other.call(EncodedCall(0, outputs=(EncodedOperand(ARRAY, OUTPUT, layout=layout, pending=1),)))
    with numscope.open(write(tmp_path, pending_shard(), other, pending_shard())) as trace:
        assert [operation.process for operation in trace] == [0, 0, 0, 1, 2, 2, 2]
        assert trace[3].outputs[0].statistics is None
        assert trace[4].inputs[0].hash == HASH_TEXT


def test_the_first_word_about_a_number_holds(tmp_path: Path) -> None:
    shard = pending_shard()
    shard.settled(1, (7, 7), (0.0, 0.0, 0.0, 0.0, 8, 0, 0, 0))
    with numscope.open(write(tmp_path, shard)) as trace:
        assert trace[0].inputs[0].hash == f"{HASH[1]:016x}{HASH[0]:016x}"


def test_many_numbers(tmp_path: Path) -> None:
    shard = ShardEncoder()
    layout = shard.layout(shard.dtype("<f8", 8, "f"), (8,), (8,), 64)
    shard.operation("aten::add")
    numbers = np.random.default_rng(0).permutation(5000)
    for sequence, number in enumerate(numbers.tolist()):
        operand = EncodedOperand(ARRAY, OUTPUT, layout=layout, pending=number)
        shard.call(EncodedCall(sequence, outputs=(operand,)))
    for number in range(5000):
        shard.settled(number, None, (number, number, number, 0.0, 0, 0, 0, 0))
    with numscope.open(write(tmp_path, shard)) as trace:
        found = trace.sql("select minimum from operands order by operation")["minimum"].to_pylist()
    assert found == numbers.tolist()


def test_following_reads_what_is_not_told_yet(tmp_path: Path) -> None:
    shard = pending_shard()
    trace = tmp_path / "t.numscope"
    write_manifest(trace)
    shard.write_killed(trace / "processes" / "0-1")
    assert Follower(trace).news().operations.num_rows == 3
