"""Draw the failing line as text, with the types under its names."""

from __future__ import annotations

import ast
import os

from numscope.compiled.numba.explaining.source import Source


def header(function: str, file: str, line: int | None) -> str:
    """Write which function failed, and where."""
    where = os.path.relpath(file) if file else "?"
    where = file if where.startswith("..") else where
    at = f"{where}:{line}" if line else where
    name = f"{function} " if function else ""
    return f"{name}({at})"


def typed_lines(file: str, line: int, types: dict[int, dict[str, str]]) -> str:
    """Draw the failing line with types; above it the lines that define what it uses, with theirs."""
    source = Source.of(file)
    numbers = [n for n in sorted(types) if n < line][-6:]
    width = len(str(line))
    shown = []
    for number in numbers:
        said = ", ".join(f"{name}: {type_}" for name, type_ in types[number].items())
        shown.append(f"  {number:>{width}} | {source.line(number):<44} # {said}")
    shown.append(f"> {line:>{width}} | {source.line(line)}")
    gutter = " " * (width + 2) + " | "
    shown += [gutter + text for text in under(source, line, types.get(line, {}))]
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
