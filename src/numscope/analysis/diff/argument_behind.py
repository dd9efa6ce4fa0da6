"""Where the source writes a number that an operation was called with, when another line handed it on.

`BatchNorm1d(12, momentum=0.9)` is written where a model is built, and is an argument of the operations of each step.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.concepts.syntax import parsed
from numscope.analysis.diff.program_change import SourceChange
from numscope.trace import Operation, Trace

_NUMBERS = ("int", "float")


def argument_behind(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that writes the argument with which its operation parts from the first's.

    None if the first has no such operation of the same input, if both were called alike, or if the number stands
    at several lines or at none.
    """
    site = parted.user_site or parted.site
    other = same_input(parted, first)
    changed = None if other is None else _changed(_arguments(other), _arguments(parted))
    if changed is None or site is None:
        return None
    old, new = changed
    lines = _lines(second, site.file, new)
    if len(lines) != 1 or lines[0] == site.line:
        return None
    before = [(file, line) for file in first.sources.files() for line in _lines(first, file, old)]
    text = first.sources.line(*before[0]).strip() if len(before) == 1 else f"{old:g}"
    return SourceChange(
        None, None, site.file, lines[0], (text, second.sources.line(site.file, lines[0]).strip())
    )


def same_input(parted: Operation, first: Trace) -> Operation | None:
    """Return the first operation of this name that reads the same array first."""
    given = next((operand.hash for operand in parted.operands if operand.hash is not None), None)
    if given is None:
        return None
    found = first.ask(
        """select id from operations join operand_contents on operation = id
        where operations.name = ? and hash_high = ? and hash_low = ? order by id limit 1""",
        [parted.name, int(given[:16], 16), int(given[16:], 16)],
    )["id"].to_pylist()
    return first.operations[found[0]] if found else None


def _arguments(operation: Operation) -> list[float | None]:
    """Return the plain arguments of an operation, those that are no numbers as None."""
    plain = [one for one in operation.operands if one.role == "argument" and not one.is_array()]
    return [float(one.literal) if one.kind in _NUMBERS else None for one in plain]  # type: ignore[arg-type]


def _changed(before: list[float | None], after: list[float | None]) -> tuple[float, float] | None:
    """Return the one number that two calls have at the same place and that differs."""
    if len(before) != len(after):
        return None
    pairs = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    if len(pairs) != 1 or pairs[0][0] is None or pairs[0][1] is None:
        return None
    return pairs[0][0], pairs[0][1]


def _lines(trace: Trace, file: str, number: float) -> list[int]:
    """Return the lines of a file that write a number."""
    return list(dict.fromkeys(_writing(trace.sources.text(file) or "", number)))


def _writing(text: str, number: float) -> Iterator[int]:
    for node in ast.walk(parsed(text)):
        if isinstance(node, ast.Constant) and type(node.value) in (int, float) and node.value == abs(number):
            yield node.lineno
