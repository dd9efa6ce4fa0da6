"""decode(encode(x)) == x for any calls, cut anywhere, flipped anywhere, killed anywhere."""

from __future__ import annotations

import hashlib
import os
import random
import shutil
import struct
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trace.conftest import pending_shard, small_shard
from tests.trace.encoder import (
    ARRAY,
    BOOL,
    FLOAT,
    INT,
    LITERAL,
    NONE,
    OBJECT,
    RAISED,
    SCALAR,
    SHARED_TEXT,
    STRING,
    EncodedCall,
    EncodedOperand,
    ShardEncoder,
    write_manifest,
)

import numscope
from numscope._decode import EventDecoder, decode_definitions
from numscope.errors import NumscopeError
from sweeps import shortened

# `NUMSCOPE_FUZZ=10000 python -m pytest tests/trace/test_roundtrip.py` is the long form.
EXAMPLES = int(os.environ.get("NUMSCOPE_FUZZ", "15"))
U16, U32, U64 = st.integers(0, 2**16 - 1), st.integers(0, 2**32 - 1), st.integers(0, 2**64 - 1)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
FLOATS = st.floats(allow_nan=False)


def shard_with_definitions() -> ShardEncoder:
    shard = ShardEncoder()
    for name in ("file", "main", "axis"):
        shard.string(name)
    shard.operation("numpy.add")
    shard.operation("numpy.mean")
    shard.site(1, 3, 2)
    shard.layout(shard.dtype("<f8", 8, "f"), (8,), (8,), 64)
    shard.layout(1, (2, 3), (24, 8), 48)
    return shard


@st.composite
def operands(draw: st.DrawFn, role: int) -> EncodedOperand:
    tag = draw(st.integers(ARRAY, SHARED_TEXT))
    place = {"role": role, "position": draw(st.integers(0, 255)), "name": draw(st.integers(0, 3))}
    place |= {"item": draw(U16)}
    if tag in (ARRAY, SCALAR):
        statistics = draw(st.none() | st.tuples(FLOATS, FLOATS, FLOATS, FLOATS, U64, U64, U64, U64))
        inline = draw(st.none() | st.binary(max_size=20))
        # Equal hashes mean equal contents, as in a real trace: one row is made of them.
        digest = struct.unpack("<QQ", hashlib.md5(repr((statistics, inline)).encode()).digest())
        return EncodedOperand(
            tag,
            **place,
            flags=draw(st.sampled_from([0, 8, 16, 32])),
            layout=draw(st.integers(1, 2)),
            type=draw(st.integers(0, 3)),
            address=draw(U64),
            owner=draw(st.none() | U64),
            hash=draw(st.sampled_from([None, digest])),
            statistics=statistics,
            inline=inline,
        )
    values = {
        INT: st.integers(-(2**63), 2**63 - 1),
        FLOAT: FLOATS,
        BOOL: st.booleans(),
        NONE: st.none(),
        STRING: TEXT,
        LITERAL: TEXT,
        OBJECT: st.none(),
        SHARED_TEXT: st.none(),
    }
    kind = draw(st.integers(1, 3)) if tag in (OBJECT, SHARED_TEXT) else 0
    return EncodedOperand(tag, **place, type=kind, value=draw(values[tag]))


@st.composite
def calls(draw: st.DrawFn) -> list[EncodedCall]:
    result = []
    for sequence in draw(st.permutations(range(draw(st.integers(0, 6))))):
        result.append(
            EncodedCall(
                sequence,
                operation=draw(st.integers(1, 2)),
                start=draw(st.integers(1000, 10**9)),
                duration=draw(st.integers(0, 10**9)),
                site=draw(st.integers(0, 1)),
                user_site=draw(st.integers(0, 1)),
                parent_back=draw(st.integers(0, sequence)),
                thread=draw(U16),
                depth=draw(st.integers(0, 255)),
                floating_point=draw(st.integers(0, 15)),
                flags=draw(st.sampled_from([0, 2, 4, 6])),
                inputs=tuple(draw(st.lists(operands(1), max_size=3))),
                outputs=tuple(draw(st.lists(operands(2), max_size=3))),
                exception=draw(st.none() | TEXT),
            )
        )
    return result


def written(folder: Path, encoded: list[EncodedCall], **killed: Any) -> Path:
    trace = folder / "t.numscope"
    write_manifest(trace)
    shard = shard_with_definitions()
    for call in encoded:
        shard.call(call)
    if killed:
        shard.write_killed(trace / "processes" / "0-1", **killed)
    else:
        shard.write_closed(trace / "processes" / "0-1")
    return trace


def check_call(operation: numscope.Operation, call: EncodedCall) -> None:
    assert operation.id == call.sequence
    assert operation.name == ["numpy.add", "numpy.mean"][call.operation - 1]
    assert operation.parent == (call.sequence - call.parent_back if call.parent_back else None)
    assert (operation.depth, operation.thread) == (call.depth, call.thread)
    assert operation.duration_ns == call.duration // 2  # half a nanosecond a tick
    assert operation.exception == call.exception
    assert operation.user_visible == bool(call.flags & 4)
    assert (operation.site is None) == (call.site == 0)
    assert (operation.user_site is None) == (call.user_site == 0)
    assert len(operation.operands) == len(call.inputs) + len(call.outputs)
    for operand, encoded in zip(operation.operands, (*call.inputs, *call.outputs), strict=True):
        check_operand(operand, encoded)


def check_operand(operand: numscope.Operand, encoded: EncodedOperand) -> None:
    kinds = ["array", "scalar", "int", "float", "bool", "none", "string", "literal", "object", "string"]
    assert operand.kind == kinds[encoded.tag - 1]
    assert operand.position == (None if encoded.position == 255 else encoded.position)
    assert operand.name == [None, "file", "main", "axis"][encoded.name]
    assert operand.item == encoded.item
    if encoded.tag == SHARED_TEXT:
        assert (operand.literal, operand.type) == ([None, "file", "main", "axis"][encoded.type], None)
        return
    if encoded.tag not in (ARRAY, SCALAR):
        assert operand.literal == encoded.value
        return
    assert operand.shape == [(8,), (2, 3)][encoded.layout - 1]
    assert operand.address == (encoded.address or None)
    assert operand.owner == encoded.owner
    expected = None if encoded.hash is None else f"{encoded.hash[1]:016x}{encoded.hash[0]:016x}"
    assert operand.hash == expected
    found = operand.statistics
    if encoded.statistics is not None:
        assert found is not None
        assert tuple(vars(found).values()) == encoded.statistics
    elif encoded.inline is None or len(encoded.inline) % 8 or not encoded.inline:
        assert found is None
    assert operand._inline == encoded.inline
    assert (operand.kept, operand.read_only, operand.converted) == (
        bool(encoded.flags & 8) and encoded.hash is not None,
        bool(encoded.flags & 16),
        bool(encoded.flags & 32),
    )


@given(calls())
@settings(max_examples=10, deadline=None)
def test_what_is_encoded_is_read_back(encoded: list[EncodedCall]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        with numscope.open(written(Path(folder), encoded)) as trace:
            assert trace.problems == ()
            found = list(trace)
        assert len(found) == len(encoded)
        for operation, call in zip(found, sorted(encoded, key=lambda call: call.sequence), strict=True):
            check_call(operation, call)


def test_more_than_one_batch_and_one_piece_hold_is_read(tmp_path: Path) -> None:
    bare = np.frombuffer(EncodedCall(0, duration=7).encode() * 300_000, "<u8").reshape(300_000, -1).copy()
    bare[:, 1] = np.arange(300_000)
    many = [EncodedCall(300_000 + i, inputs=(EncodedOperand(NONE),) * 255) for i in range(2_100)]
    long = EncodedCall(302_100, exception="x" * (3 << 20))
    shard = shard_with_definitions()
    shard.events += bare.tobytes() + b"".join(call.encode() for call in (*many, long))
    trace = tmp_path / "t.numscope"
    write_manifest(trace)
    shard.write_closed(trace / "processes" / "0-1")
    with numscope.open(trace) as opened:
        assert opened.problems == ()
        (calls,) = opened.sql(
            "select count(distinct id) ids, sum(duration_ns) as time from operations"
        ).to_pylist()
        assert calls == {"ids": 302_101, "time": 300_000 * 3}
        (operands,) = opened.sql(
            "select count(*) n, min(operation) low, max(operation) high from operands"
        ).to_pylist()
        assert operands == {"n": 2_100 * 255, "low": 300_000, "high": 302_099}
        assert opened[302_100].exception == long.exception


@given(calls(), st.data())
@settings(max_examples=10, deadline=None)
def test_a_killed_process_leaves_all_it_recorded(encoded: list[EncodedCall], data: st.DataObject) -> None:
    sizes = [0]
    for call in encoded:
        sizes.append(sizes[-1] + len(call.encode()))
    flushed = data.draw(st.sampled_from(sizes[:-1] or [0]))
    with (
        tempfile.TemporaryDirectory() as folder,
        numscope.open(written(Path(folder), encoded, flushed=flushed)) as trace,
    ):
        assert [operation.id for operation in trace] == sorted(call.sequence for call in encoded)


def decoded_whole(events: bytes) -> tuple[int, str, dict[str, Any]]:
    decoder = EventDecoder()
    known: dict[str, Any] = dict.fromkeys(("operations", "sites", "strings", "layouts"), (0, 2))
    known |= {"layout_facts": struct.pack("<QQIHH", 0, 0, 8, 0, 3) * 2, "operation_parts": bytes(2)}
    decoder.start_process(number=0, base=0, **known, first_ticks=0, first_ns=0, ns_per_tick=1.0)
    return *decoder.decode(events), decoder.take()


def test_events_cut_at_any_byte_are_read_up_to_there() -> None:
    events = bytes(small_shard().events)
    ends = [0]
    while ends[-1] < len(events):
        ends.append(ends[-1] + struct.unpack_from("<I", events, ends[-1])[0])
    for cut in range(len(events)):
        position, stop, columns = decoded_whole(events[:cut])
        whole = max(end for end in ends if end <= cut)
        assert position == whole
        assert stop == ("end" if cut == whole else "incomplete")
        assert columns["calls"] == ends.index(whole)


def test_definitions_cut_at_any_byte_are_read_up_to_there() -> None:
    definitions = bytes(small_shard().definitions)
    for cut in range(len(definitions)):
        position, stop, _ = decode_definitions(definitions[:cut])
        assert cut - 600 < position <= cut
        assert stop in ("end", "incomplete")


@pytest.mark.parametrize("flip", shortened([0x80, 0x01, 0xFF]))
def test_any_flipped_byte_is_survived_by_the_decoders(flip: int) -> None:
    shard = small_shard()
    for data, decode in (
        (shard.events, decoded_whole),
        (pending_shard().events, decoded_whole),
        (shard.definitions, decode_definitions),
    ):
        for index in range(len(data)):
            damaged = bytearray(data)
            damaged[index] ^= flip
            position, stop, columns = decode(bytes(damaged))
            assert 0 <= position <= len(data)
            assert stop in ("end", "incomplete", "unreadable")
            for column in columns.values():
                assert isinstance(column, int) or len(column) <= 64 * len(data) + 64


def complaint(trace: Path) -> str | None:
    """What is said about a trace when it is opened and all of it is read; None: nothing."""
    try:
        with numscope.open(trace) as opened:
            read_everything(opened)
    except NumscopeError as error:
        return str(error)
    return None


def read_everything(trace: numscope.Trace) -> None:
    for operation in trace:
        for operand in operation.operands:
            with suppress(NumscopeError):
                operand.value()
    for name in trace.table_names():
        trace.table(name)
    for name in trace.values:
        with suppress(NumscopeError):
            trace.values[name]


FILES = ("events-0.log", "definitions.log", "process.json", "events-0.tail", "definitions.tail")


@given(st.sampled_from(FILES), st.integers(0, 2**20), st.integers(1, 255), st.booleans())
@settings(max_examples=EXAMPLES, deadline=None)
def test_a_damaged_raw_trace_opens_or_says_why_not(name: str, place: int, flip: int, cut: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "t.numscope"
        write_manifest(trace)
        shard = pending_shard() if place % 3 == 0 else small_shard()
        directory = trace / "processes" / "0-1"
        if name.endswith(".tail"):
            in_flight = ((4, 5000, 1, 1), (5, 5100, 2, 2))
            shard.write_killed(directory, flushed=len(shard.events) // 2, in_flight=in_flight)
        else:
            shard.write_closed(directory)
        damage(directory / name, place, flip, cut)
        said = complaint(trace)
        assert said is None or str(trace) in said or "numscope-" in said


@pytest.mark.parametrize("left", [b"", bytes(4096)], ids=["empty", "zeros"])
def test_a_process_that_was_ended_before_it_wrote_anything_is_no_damage(left: bytes, tmp_path: Path) -> None:
    """A pool ends its workers at once when one of them fails: their files are made, and nothing stands in them."""
    trace = tmp_path / "t.numscope"
    write_manifest(trace)
    small_shard().write_closed(trace / "processes" / "0-1")
    small_shard().write_killed(trace / "processes" / "1-2", flushed=0, in_flight=())
    for stem in ("events-0", "definitions"):
        (trace / "processes" / "1-2" / f"{stem}.tail").write_bytes(left)
        (trace / "processes" / "1-2" / f"{stem}.log").write_bytes(b"")
    with numscope.open(trace) as opened:
        assert opened.problems == ()


def test_an_erased_tail_of_a_stream_with_a_log_is_damage(tmp_path: Path) -> None:
    trace = tmp_path / "t.numscope"
    write_manifest(trace)
    shard = small_shard()
    shard.write_killed(trace / "processes" / "0-1", flushed=len(shard.events) // 2, in_flight=())
    (trace / "processes" / "0-1" / "events-0.tail").write_bytes(bytes(4096))
    with numscope.open(trace) as opened:
        assert "events-0.tail is damaged: nothing was written to it, but to its log" in opened.problems[0]


def damage(path: Path, place: int, flip: int, cut: bool) -> None:
    data = bytearray(path.read_bytes())
    # A tail is mostly empty capacity: aim at its header and its first records.
    place %= min(len(data), 800) if place % 2 else len(data)
    if cut:
        del data[place:]
    else:
        data[place] ^= flip
    path.write_bytes(data)


@pytest.fixture(scope="module")
def sealed_trace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    trace = tmp_path_factory.mktemp("sealed") / "t.numscope"
    write_manifest(trace)
    small_shard().write_closed(trace / "processes" / "0-1")
    numscope.open(trace).close()
    return trace


@pytest.mark.parametrize("seed", range(EXAMPLES))
def test_a_damaged_sealed_trace_opens_or_says_why_not(sealed_trace: Path, tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    trace = tmp_path / "t.numscope"
    shutil.copytree(sealed_trace, trace)
    files = sorted(path for path in trace.rglob("*") if path.is_file())
    path = chance.choice(files)
    data = bytearray(path.read_bytes())
    place = chance.randrange(len(data))
    if chance.random() < 0.3:
        del data[place:]
    else:
        data[place] ^= chance.randrange(1, 256)
    path.write_bytes(data)
    said = complaint(trace)
    assert said is None or str(trace) in said


def test_raised_flag_is_the_encoders_only_truth_about_exceptions() -> None:
    call = EncodedCall(0, exception="ValueError: x")
    assert struct.unpack_from("<H", call.encode(), 6)[0] & RAISED
