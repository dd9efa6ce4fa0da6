"""A raw trace written from format.h's text alone: the independent truth that decoding is compared with."""

from __future__ import annotations

import json
import platform
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from numscope.format.signature import key_path, make_key, sign

ARRAY, SCALAR, INT, FLOAT, BOOL, NONE, STRING, LITERAL, OBJECT, SHARED_TEXT = range(1, 11)
INPUT, OUTPUT, OUT, ARGUMENT, MUTATED, ATTRIBUTE = range(1, 7)
KEYWORD = 255
RAISED, TRUNCATED, USER_VISIBLE = 1, 2, 4
HAS_OWNER, HAS_HASH, HAS_STATISTICS, KEPT, READ_ONLY, CONVERTED, HAS_INLINE, PENDING = (
    1 << bit for bit in range(8)
)
OTHERWISE, BY_CALL, BY_OPERATOR, IN_PLACE, BY_INDEX, BY_ATTRIBUTE, BY_ITERATION = range(7)
MAGIC = int.from_bytes(b"SCOPTAIL", "little")


def padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 8)


def record(kind: int, body: bytes, flags: int = 0) -> bytes:
    body = padded(body)
    return struct.pack("<IHH", len(body) + 8, kind, flags) + body


def text_block(text: bytes) -> bytes:
    return struct.pack("<II", len(text), 0) + padded(text)


@dataclass(frozen=True)
class EncodedOperand:
    """An operand with ids of the shard in place of names."""

    tag: int
    role: int = INPUT
    position: int = 0
    name: int = 0
    item: int = 0
    flags: int = 0  # of those that are not implied by what is given
    layout: int = 0
    type: int = 0
    address: int = 0
    owner: int | None = None
    hash: tuple[int, int] | None = None
    statistics: tuple[float, float, float, float, int, int, int, int] | None = None
    inline: bytes | None = None
    pending: int | None = None
    value: Any = None

    def all_flags(self) -> int:
        flags = self.flags
        flags |= HAS_OWNER if self.owner is not None else 0
        flags |= HAS_HASH if self.hash is not None else 0
        flags |= HAS_STATISTICS if self.statistics is not None else 0
        flags |= HAS_INLINE if self.inline is not None else 0
        return flags | (PENDING if self.pending is not None else 0)

    def encode(self) -> bytes:
        head = struct.pack(
            "<BBBBHH", self.tag, self.role, self.position, self.all_flags(), self.name, self.item
        )
        if self.tag in (ARRAY, SCALAR):
            body = struct.pack("<IIQ", self.layout, self.type, self.address)
            body += struct.pack("<Q", self.owner) if self.owner is not None else b""
            body += struct.pack("<QQ", *self.hash) if self.hash is not None else b""
            body += struct.pack("<4d4Q", *self.statistics) if self.statistics is not None else b""
            if self.inline is not None:
                body += struct.pack("<Q", len(self.inline)) + padded(self.inline)
            body += struct.pack("<Q", self.pending) if self.pending is not None else b""
        elif self.tag == INT:
            body = struct.pack("<q", self.value)
        elif self.tag == FLOAT:
            body = struct.pack("<d", self.value)
        elif self.tag == BOOL:
            body = struct.pack("<Q", self.value)
        elif self.tag == NONE:
            body = b""
        elif self.tag in (STRING, LITERAL):
            body = text_block(self.value.encode())
        else:
            body = struct.pack("<Q", self.type)
        return head + body


@dataclass(frozen=True)
class EncodedCall:
    """A call with ids of the shard in place of names."""

    sequence: int
    operation: int = 1
    start: int = 0
    duration: int = 0
    site: int = 0
    user_site: int = 0
    parent_back: int = 0
    thread: int = 1
    depth: int = 0
    floating_point: int = 0
    flags: int = USER_VISIBLE
    inputs: tuple[EncodedOperand, ...] = ()
    outputs: tuple[EncodedOperand, ...] = ()
    exception: str | None = None

    def encode(self) -> bytes:
        body = struct.pack(
            "<QQQIIIIHBBBBH",
            *(self.sequence, self.start, self.duration, self.operation, self.site, self.user_site),
            *(self.parent_back, self.thread, self.depth, self.floating_point),
            *(len(self.inputs), len(self.outputs), 0),
        )
        body += b"".join(operand.encode() for operand in (*self.inputs, *self.outputs))
        if self.exception is not None:
            body += text_block(self.exception.encode())
        return record(32, body, self.flags | (RAISED if self.exception is not None else 0))


@dataclass
class ShardEncoder:
    """Collects the records of one process and writes them as a shard directory."""

    clock: tuple[int, int, int, int] = (1000, 1_700_000_000_000_000_000, 2001000, 1_700_000_000_001_000_000)
    definitions: bytearray = field(default_factory=bytearray)
    events: bytearray = field(default_factory=bytearray)
    pack: bytearray = field(default_factory=bytearray)
    counts: dict[int, int] = field(default_factory=dict)
    next_sequence: int = 0

    def _define(self, kind: int, after_id: bytes, flags: int = 0) -> int:
        self.counts[kind] = number = self.counts.get(kind, 0) + 1
        self.definitions += record(kind, struct.pack("<I", number) + after_id, flags)
        return number

    def string(self, text: str) -> int:
        data = text.encode()
        return self._define(1, struct.pack("<I", len(data)) + data)

    def operation(self, name: str, traits: int | None = None) -> int:
        """traits: None, as traces of versions 1 and 2 have it."""
        data = name.encode()
        if traits is None:
            return self._define(2, struct.pack("<I", len(data)) + data)
        return self._define(2, struct.pack("<III", len(data), traits, 0) + data, 1)

    def site(self, file: int, line: int, function: int, how: int = BY_CALL, in_library: bool = False) -> int:
        return self._define(3, struct.pack("<5I", line, file, function, how, 0), int(in_library))

    def dtype(self, text: str, item_bytes: int, kind: str, has_objects: bool = False) -> int:
        data = text.encode()
        body = struct.pack("<3I", len(data), item_bytes, ord(kind)) + data
        return self._define(4, body, int(has_objects))

    def layout(
        self, dtype: int, shape: tuple[int, ...], strides: tuple[int, ...], nbytes: int, flags: int = 1
    ) -> int:
        body = struct.pack("<IQII", dtype, nbytes, len(shape), 0)
        return self._define(5, body + struct.pack(f"<{2 * len(shape)}q", *shape, *strides), flags)

    def thread(self, native_id: int) -> int:
        return self._define(7, struct.pack("<IQ", 0, native_id))

    def value(self, hash_: tuple[int, int], data: bytes, layout: int, fortran: bool = False) -> None:
        body = struct.pack("<QQQQII", *hash_, len(self.pack), len(data), layout, 0)
        self.definitions += record(6, body, int(fortran))
        self.pack += padded(data)

    def call(self, call: EncodedCall) -> None:
        self.events += call.encode()
        self.next_sequence = max(self.next_sequence, call.sequence + 1)

    def settled(
        self,
        number: int,
        hash_: tuple[int, int] | None = None,
        statistics: tuple[float, float, float, float, int, int, int, int] | None = None,
    ) -> None:
        flags = (HAS_HASH if hash_ is not None else 0) | (HAS_STATISTICS if statistics is not None else 0)
        body = struct.pack("<QQQ4d4Q", number, *(hash_ or (0, 0)), *(statistics or (0.0,) * 4 + (0,) * 4))
        self.events += record(34, body, flags)

    def close_record(self) -> bytes:
        return record(33, struct.pack("<4QQQII", *self.clock, self.next_sequence, 0, 0, 0))

    def tail_header(
        self, written: int, length: int, capacity: int, in_flight: tuple[tuple[int, int, int, int], ...] = ()
    ) -> bytes:
        begun = max([self.next_sequence, *(call[0] + 1 for call in in_flight)])
        head = struct.pack(
            "<QIIQQ4QQQII",
            *(MAGIC, 1, capacity, written, length, *self.clock, begun, 0, 0, len(in_flight)),
        )
        head += b"".join(struct.pack("<QQII", *call) for call in in_flight)
        return head + bytes(4096 - len(head))

    def write_closed(self, directory: Path, process: dict[str, Any] | None = None) -> None:
        """As a process leaves it that ended in an orderly way."""
        self._write_streams(directory, bytes(self.events) + self.close_record())
        self._write_process(directory, process, ended_ns=self.clock[3])

    def write_killed(
        self,
        directory: Path,
        flushed: int = 0,
        in_flight: tuple[tuple[int, int, int, int], ...] = (),
        process: dict[str, Any] | None = None,
    ) -> None:
        """As a process leaves it that was killed with `flushed` bytes of events in the log, the rest in the tail."""
        directory.mkdir(parents=True, exist_ok=True)
        streams = {"definitions.log": self.definitions, "events-0.log": self.events, "values.pack": self.pack}
        for name, data in streams.items():
            written = flushed if name.startswith("events") else len(data) // 2
            (directory / name).write_bytes(data[:written] + b"garbage" * 3)  # an unfinished write() behind it
            capacity = 1 << max(len(data) - written, 4096).bit_length()
            ring = bytearray(capacity)
            for offset in range(written, len(data)):
                ring[offset % capacity] = data[offset]
            header = self.tail_header(
                written, len(data), capacity, in_flight if name.startswith("events") else ()
            )
            stem = name.partition(".")[0]
            (directory / f"{stem}.tail").write_bytes(header + ring)
        self._write_process(directory, process, ended_ns=None)

    def _write_streams(self, directory: Path, events: bytes) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        (directory / "definitions.log").write_bytes(self.definitions)
        (directory / "events-0.log").write_bytes(events)
        (directory / "values.pack").write_bytes(self.pack)

    def _write_process(self, directory: Path, process: dict[str, Any] | None, ended_ns: int | None) -> None:
        facts = {"pid": 2**22 + 7, "parent_pid": 1, "argv": ["script.py"], "started_ns": self.clock[1]}
        facts |= {"ended_ns": ended_ns, **(process or {})}
        (directory / "process.json").write_text(json.dumps(facts))


def write_manifest(trace: Path, **changes: Any) -> None:
    trace.mkdir(parents=True, exist_ok=True)
    manifest = {"format": "numscope-trace", "version": 1, "state": "recording", "command": ["script.py"]}
    manifest |= {"host": platform.node()} | changes
    make_key()
    manifest["signature"] = sign(manifest, trace.stat().st_ino, key_path().read_bytes())
    (trace / "manifest.json").write_text(json.dumps(manifest))


def adopt(trace: Path) -> None:
    """Sign a copy of a trace as one of the user's own."""
    manifest = json.loads((trace / "manifest.json").read_text())
    make_key()
    manifest["signature"] = sign(manifest, trace.stat().st_ino, key_path().read_bytes())
    (trace / "manifest.json").write_text(json.dumps(manifest))
