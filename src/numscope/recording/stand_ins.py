"""Recorded results in the place of operations, in the program that `numscope mock` runs.

`plan.jsonl` has a line for each user-visible operation of the recorded run, in their order: its id, name and place,
what its operands were, and its results where these take its place. What the program does is held against it.
"""

from __future__ import annotations

import json
import os
import struct
import sys
from collections.abc import Iterator
from typing import Any, NoReturn

_HEADER = struct.Struct("<BBBBHH")
_ARRAY, _SCALAR, _INT, _FLOAT, _BOOL, _NONE, _STRING, _LITERAL, _OBJECT, _SHARED = range(1, 11)
_ATTRIBUTE = 6
_HAS_OWNER, _HAS_HASH = 1, 2
_HAS_STATISTICS, _HAS_INLINE = 4, 64
_STATISTICS_BYTES = 64
_ROLES = {1: "input", 3: "out", 4: "argument"}
Fact = tuple[str, int | None, int, Any]


def facts(record: bytes) -> Iterator[Fact]:
    """(role, position, number in a list, content) of each operand of a record: a hash, a number, a text, or None.

    The bytes are laid out as `_core/format.h` says.
    """
    at = 0
    while at + 8 <= len(record):
        tag, role, position, flags, _, item = _HEADER.unpack_from(record, at)
        at += 8
        content: Any = None
        if tag in (_ARRAY, _SCALAR):
            at += 16 + (8 if flags & _HAS_OWNER else 0)
            if flags & _HAS_HASH:
                low, high = struct.unpack_from("<QQ", record, at)
                content = f"{high:016x}{low:016x}"
                at += 16
            at += _STATISTICS_BYTES if flags & _HAS_STATISTICS else 0
            if flags & _HAS_INLINE:
                (length,) = struct.unpack_from("<Q", record, at)
                at += 8 + (length + 7) // 8 * 8
        elif tag in (_STRING, _LITERAL):
            (length,) = struct.unpack_from("<I", record, at)
            content = record[at + 8 : at + 8 + length].decode("utf-8", "replace")
            at += 8 + (length + 7) // 8 * 8
        elif tag == _FLOAT:
            content = record[at : at + 8].hex()
            at += 8
        elif tag != _NONE:
            (number,) = struct.unpack_from("<q", record, at)
            content = number if tag in (_INT, _BOOL) else None
            at += 8
        if role != _ATTRIBUTE:
            yield _ROLES.get(role, "?"), None if position == 255 else position, item, content


class StandIns:
    """Answers the core, operation by operation. folder: where the plan and its values are."""

    def __init__(self, folder: str) -> None:
        self._lines = open(os.path.join(folder, "plan.jsonl"), encoding="utf-8")  # noqa: SIM115 - read as the run goes on
        self._packs: dict[str, Any] = {}
        self._checked = self._stood_in = self._saved_ns = 0

    def __call__(self, name: str, record: bytes) -> object:
        """NotImplemented: let it run; or its result in a tuple. Ends the program where it goes another way."""
        line = self._lines.readline()
        if not line:
            self._end()
            return NotImplemented
        expected = json.loads(line)
        if expected["name"] != name:
            _refuse(expected, f"the program called {name} instead")
        now = [list(fact) for fact in facts(record)]
        if len(now) != len(expected["operands"]):
            _refuse(expected, f"it has {len(now)} operands, not {len(expected['operands'])}")
        for was, given in zip(expected["operands"], now, strict=True):
            # What was not looked at, in one of the runs, can't be compared.
            if was[:3] != given[:3] or (was[3] != given[3] and was[3] is not None and given[3] is not None):
                where = given[0] if given[1] is None else f"{given[0]} {given[1]}"
                _refuse(expected, f"its {where} is another than recorded")
        self._checked += 1
        results = expected["results"]
        if results is None:
            return NotImplemented
        self._stood_in += 1
        self._saved_ns += expected["duration_ns"]
        values = [self._value(result) for result in results]
        return (values[0] if not expected["many"] else _together(name, values),)

    def _value(self, result: Any) -> Any:
        import numpy

        if not isinstance(result, dict):
            return result
        if result["path"] is None:
            data = bytes.fromhex(result["inline"])
        else:
            if result["path"] not in self._packs:
                self._packs[result["path"]] = open(result["path"], "rb")  # noqa: SIM115 - closed with the process
            file = self._packs[result["path"]]
            file.seek(result["offset"])
            data = file.read(result["bytes"])
        dtype = numpy.dtype(numpy.lib.format.descr_to_dtype(_description(result["description"])))
        array = numpy.empty(result["shape"], dtype, order="F" if result["fortran"] else "C")
        flat = numpy.frombuffer(data, dtype)
        array.reshape(-1, order="A")[...] = flat
        return array[()] if result["scalar"] else array

    def _end(self) -> None:
        from numscope import _core

        _core.stand_ins(None)
        _say(
            f"{self._checked:,} operations went as recorded, {self._stood_in:,} of them stood in for "
            f"({self._saved_ns / 1e9:.3g} s not spent); the program goes on by itself"
        )


def _description(text: str) -> Any:
    import ast

    return ast.literal_eval(text) if text.startswith(("[", "(", "'", '"')) else text


def _together(name: str, values: list[Any]) -> Any:
    """Several results as the operation gives them: NumPy's linear algebra has named tuples."""
    import numpy

    function = name.rpartition(".")[2]
    if name.startswith("numpy.linalg.") and function in ("svd", "qr", "eig", "eigh", "slogdet"):
        kind = type(getattr(numpy.linalg, function)(numpy.eye(1)))
        return kind(*values) if kind is not tuple else tuple(values)
    return tuple(values)


def _say(text: str) -> None:
    if sys.__stderr__ is not None:
        sys.__stderr__.write(f"numscope: {text}\n")
        sys.__stderr__.flush()


def _refuse(expected: dict[str, Any], reason: str) -> NoReturn:
    """End the program: an exception could be caught by it, and what follows would be wrong."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    _say(
        f"operation {expected['id']}, {expected['name']} at {expected['place']}, goes otherwise than recorded: "
        f"{reason}."
    )
    os._exit(2)
