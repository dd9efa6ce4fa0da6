"""Recorded results in the place of operations, in the program that `numscope mock` runs.

`plan.jsonl` has a line for each user-visible operation of the recorded run, in their order: its id, name and place,
what its operands were, and its results where these take its place. What the program does is held against it.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from typing import Any, NoReturn

from numscope.format.constants import number, words
from numscope.format.operands import EncodedOperand, operands
from numscope.recording.files import read_lines, read_part

_KEYWORD, _ATTRIBUTE = number("POSITION_KEYWORD"), number("ROLE_ATTRIBUTE")
_ARRAYS = (number("OPERAND_ARRAY"), number("OPERAND_SCALAR"))
_TEXTS = (number("OPERAND_STRING"), number("OPERAND_LITERAL"))
_FLOAT, _INTEGERS = number("OPERAND_FLOAT"), (number("OPERAND_INT"), number("OPERAND_BOOL"))
_ROLES = words("operand_role", "ROLE_")
Fact = tuple[str, int | None, int, Any]


def facts(record: bytes) -> Iterator[Fact]:
    """(role, position, number in a list, content) of each operand of a record: a hash, a number, a text, or None."""
    for operand in operands(record):
        header = operand.header
        if header.role != _ATTRIBUTE:
            position = None if header.position == _KEYWORD else header.position
            yield _ROLES[header.role], position, header.item, _content(operand)


def _content(operand: EncodedOperand) -> Any:
    tag = operand.header.tag
    if tag in _ARRAYS:
        return operand.hash[::-1].hex() or None
    if tag in _TEXTS:
        return operand.text.decode("utf-8", "replace")
    if tag == _FLOAT:
        return operand.word.hex()
    return int.from_bytes(operand.word, "little", signed=True) if tag in _INTEGERS else None


class MockResults:
    """Answers the core, operation by operation. folder: where the plan and its values are."""

    def __init__(self, folder: str) -> None:
        self._lines = read_lines(os.path.join(folder, "plan.jsonl"))
        self._checked = self._stood_in = self._saved_ns = 0

    def __call__(self, name: str, record: bytes) -> object:
        """NotImplemented: let it run; or its result in a tuple. Ends the program where it goes another way."""
        line = next(self._lines, None)
        if line is None:
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
            data = read_part(result["path"], result["offset"], result["bytes"])
        dtype = numpy.dtype(numpy.lib.format.descr_to_dtype(_description(result["description"])))
        array = numpy.empty(result["shape"], dtype, order="F" if result["fortran"] else "C")
        flat = numpy.frombuffer(data, dtype)
        array.reshape(-1, order="A")[...] = flat
        return array[()] if result["scalar"] else array

    def _end(self) -> None:
        import numscope._core as _core

        _core.mock(None)
        _say(
            f"{self._checked:,} operations went as recorded, {self._stood_in:,} of them stood in for "
            f"({self._saved_ns / 1e9:.3g} s not spent); the program goes on by itself"
        )


def _description(text: str) -> Any:
    import ast

    return ast.literal_eval(text) if text.startswith(("[", "(", "'", '"')) else text


def _together(name: str, values: list[Any]) -> Any:
    """Return several results as the operation gives them."""
    from numscope.probes.registry import probe_of

    return probe_of(name).together(name, values)


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
        f"operation {expected['id']}, {expected['name']} at {expected['place']}, differs from the recording: "
        f"{reason}."
    )
    os._exit(2)
