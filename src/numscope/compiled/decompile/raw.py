"""Bytecode as the interpreter stores it: opcodes with their arguments, jump targets, and who handles exceptions."""

from __future__ import annotations

import dis
from types import CodeType, ModuleType
from typing import NamedTuple


class Raw(NamedTuple):
    """One opcode: `end` is the offset after it and its inline caches, `target` the offset it jumps to, or -1."""

    offset: int
    name: str
    arg: int
    end: int
    target: int


class Handler(NamedTuple):
    """Offsets `start` to `end` (exclusive) are guarded by the code at `target`.

    An exception leaves `depth` values on the stack, puts its place there if `keeps_place`, then itself.
    """

    start: int
    end: int
    target: int
    depth: int
    keeps_place: bool


_OPNAME = tuple(dis.opname)
_EXTENDED_ARG = dis.opmap["EXTENDED_ARG"]
_RELATIVE = frozenset(dis.hasjrel)
_BACKWARD = frozenset(number for number, name in enumerate(_OPNAME) if "BACKWARD" in name)


def read_opcodes(code: CodeType, table: ModuleType) -> list[Raw]:
    """Decode `co_code`, joining EXTENDED_ARG prefixes; inline caches (all zero there) belong to their opcode."""
    data = code.co_code
    has_caches = not table.BLOCK_STACK
    found: list[tuple[int, int, int, int]] = []
    extended = 0
    start = -1
    for place in range(0, len(data), 2):
        opcode = data[place]
        if has_caches and opcode == 0:
            if found:
                offset, number, argument, _ = found[-1]
                found[-1] = (offset, number, argument, place + 2)
            continue
        argument = data[place + 1] | extended
        if start < 0:
            start = place
        if opcode == _EXTENDED_ARG:
            extended = argument << 8
            continue
        found.append((start, opcode, argument, place + 2))
        extended = 0
        start = -1
    rows = []
    for offset, opcode, argument, end in found:
        name = _OPNAME[opcode]
        target = -1
        if opcode in _RELATIVE:
            target = end - 2 * argument if opcode in _BACKWARD else end + 2 * argument
        elif name in table.ABSOLUTE_JUMPS:
            target = 2 * argument
        rows.append(Raw(offset, name, argument, end, target))
    return rows


def _varint(data: bytes, place: int) -> tuple[int, int]:
    value = data[place] & 63
    while data[place] & 64:
        place += 1
        value = value << 6 | data[place] & 63
    return value, place + 1


def exception_table(code: CodeType) -> list[Handler]:
    """Decode `co_exceptiontable` (CPython 3.11 and later; `Objects/exception_handling_notes.txt`)."""
    data = code.co_exceptiontable  # type: ignore[attr-defined,unused-ignore]
    rows = []
    place = 0
    while place < len(data):
        start, place = _varint(data, place)
        length, place = _varint(data, place)
        target, place = _varint(data, place)
        depth, place = _varint(data, place)
        rows.append(Handler(2 * start, 2 * (start + length), 2 * target, depth >> 1, bool(depth & 1)))
    return rows


_SETUPS = ("SETUP_FINALLY", "SETUP_WITH", "SETUP_ASYNC_WITH")
_NEVER_FALL_THROUGH = ("RETURN_VALUE", "RERAISE", "RAISE_VARARGS", "JUMP_FORWARD", "JUMP_ABSOLUTE")


def block_stack_handlers(rows: list[Raw]) -> dict[int, int]:
    """Follow CPython 3.10's block stack along every path: offset of an opcode -> offset of its handler."""
    index = {row.offset: number for number, row in enumerate(rows)}
    handlers: dict[int, int] = {}
    seen: set[int] = set()
    work: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    while work:
        number, blocks = work.pop()
        while number not in seen:
            seen.add(number)
            row = rows[number]
            inner = next((block for block in reversed(blocks) if block >= 0), -1)
            if inner >= 0:
                handlers[row.offset] = inner
            if row.name in _SETUPS:
                work.append((index[row.target], (*blocks, -1)))
                blocks = (*blocks, row.target)
            elif row.name in ("POP_BLOCK", "POP_EXCEPT", "END_ASYNC_FOR"):
                blocks = blocks[:-1]
            elif row.target >= 0:
                work.append((index[row.target], blocks))
            if row.name in _NEVER_FALL_THROUGH:
                break
            number += 1
    return handlers
