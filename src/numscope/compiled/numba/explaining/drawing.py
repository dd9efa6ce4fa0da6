"""Draw an explanation as text: the failing line with the types under its names, the sentence, the change."""

from __future__ import annotations

import ast
import os

from numscope.compiled.numba.explaining.explanation import Explanation
from numscope.compiled.numba.explaining.source import Source


def draw(explanation: Explanation) -> str:
    """The whole text of one explanation."""
    parts = [_header(explanation)]
    if explanation.line:
        parts.append(_lines(explanation))
    parts.append(f"What went wrong: {explanation.sentence}")
    parts += [f"Also: {sentence}" for sentence in explanation.also]
    parts.append(f"What to change: {explanation.advice}")
    if explanation.diff:
        parts.append(explanation.diff)
    parts.append(f"Read more: {explanation.url}")
    return "\n\n".join(parts)


def _header(explanation: Explanation) -> str:
    where = os.path.relpath(explanation.file) if explanation.file else "?"
    where = explanation.file if where.startswith("..") else where
    at = f"{where}:{explanation.line}" if explanation.line else where
    name = f"{explanation.function} " if explanation.function else ""
    return f"{name}({at})"


def _lines(explanation: Explanation) -> str:
    """The failing line, drawn with types; lines above it that define what it uses, with theirs."""
    source = Source.of(explanation.file)
    line = explanation.line or 0
    numbers = [n for n in sorted(explanation.types) if n < line][-6:]
    width = len(str(line))
    shown = []
    for number in numbers:
        names = explanation.types[number]
        said = ", ".join(f"{name}: {type_}" for name, type_ in names.items())
        shown.append(f"  {number:>{width}} | {source.line(number):<44} # {said}")
    shown.append(f"> {line:>{width}} | {source.line(line)}")
    gutter = " " * (width + 2) + " | "
    shown += [gutter + text for text in under(source, line, explanation.types.get(line, {}))]
    return "\n".join(text.rstrip() for text in shown)


def under(source: Source, line: int, types: dict[str, str]) -> list[str]:
    """The rows below a line of source: a caret under each name, then each type on a stalk of its own."""
    text = source.line(line)
    marks: dict[int, str] = {}
    found = [(node.col_offset, node.id) for node in source.nodes(ast.Name, line)]
    found += [(node.col_offset, node.arg) for node in source.nodes(ast.arg, line)]
    for offset, name in found:
        column = len(text.encode()[:offset].decode())
        if name in types and name not in marks.values():
            marks[column] = name
    if "return" in types and text.lstrip().startswith("return"):
        marks[len(text) - len(text.lstrip())] = "return"
    if not marks:
        return []
    columns = sorted(marks)
    carets = _row({column: "^" * len(marks[column]) for column in columns})
    rows = [carets]
    for index in range(len(columns) - 1, -1, -1):
        stalks = dict.fromkeys(columns[:index], "|")
        stalks[columns[index]] = types[marks[columns[index]]]
        rows.append(_row(stalks))
    return rows


def _row(pieces: dict[int, str]) -> str:
    text = ""
    for column, piece in sorted(pieces.items()):
        text = text.ljust(column) + piece
    return text
