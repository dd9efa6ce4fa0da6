"""The syntax tree of a changed file, of which only the statements that a change touches are parsed again.

A candidate is tried in a fraction of a second; parsing and walking a file of 7,000 lines anew takes longer.
"""

from __future__ import annotations

import ast
import copy
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from numscope.compiled.numba.explaining.edits import Edit, applied
from numscope.compiled.numba.explaining.source import Source, first_line


@dataclass
class ChangedText:
    """The changed tree, and the statements that a change touches: as they were, and as they are.

    All others are the nodes of the tree before, with its line numbers.
    """

    tree: ast.Module
    before: list[ast.stmt] = field(default_factory=list)
    after: list[ast.stmt] = field(default_factory=list)


def changed_text(source: Source, edits: Sequence[Edit], function: str) -> ChangedText:
    """Return the tree of a file with edits made. `function` names one that is parsed as a whole where it is touched.

    Raises SyntaxError where the changed text is no Python.
    """
    found = ChangedText(ast.Module([], []))
    try:
        body = _Body(source.tree.body, 1, max(len(source.lines), 1))
        found.tree.body = _spliced(body, source.lines, edits, function, found)
    except (LookupError, SyntaxError):
        tree = ast.parse("\n".join(applied(source.lines, edits)))
        return ChangedText(tree, source.tree.body, tree.body)
    return found


@dataclass(frozen=True)
class _Body:
    """Statements that follow each other, and the first and last line that belongs to them."""

    statements: list[ast.stmt]
    first: int
    last: int


def _spliced(
    body: _Body, lines: list[str], edits: Sequence[Edit], function: str, found: ChangedText
) -> list[ast.stmt]:
    """Return the statements of a changed body. Raises LookupError where a change joins what stands apart."""
    begins = [first_line(statement) for statement in body.statements]
    if not begins or any(one >= after for one, after in itertools.pairwise(begins)):
        raise LookupError
    begins[0] = min(body.first, begins[0])
    ends = [*(begin - 1 for begin in begins[1:]), max(body.last, begins[-1])]
    result: list[ast.stmt] = []
    placed = 0
    for statement, first, last in zip(body.statements, begins, ends, strict=True):
        own = [edit for edit in edits if first <= min(edit.first, body.last) <= last]
        placed += len(own)
        if not own:
            result.append(statement)
        elif any(edit.last > last for edit in own):
            raise LookupError
        else:
            result += _changed(statement, _Body([], first, last), lines, own, function, found)
    if placed != len(edits):
        raise LookupError
    return result


def _changed(
    statement: ast.stmt, place: _Body, lines: list[str], edits: list[Edit], function: str, found: ChangedText
) -> list[ast.stmt]:
    """Return what stands in the place of a touched statement."""
    if isinstance(statement, (ast.ClassDef, ast.FunctionDef)) and _can_be_split(statement, edits, function):
        inner = _Body(statement.body, first_line(statement.body[0]), place.last)
        result = copy.copy(statement)
        result.body = _spliced(inner, lines, edits, function, found)
        return [result]
    moved = [
        replace(edit, first=edit.first - place.first + 1, last=edit.last - place.first + 1) for edit in edits
    ]
    text = "\n".join(applied(lines[place.first - 1 : place.last], moved))
    if statement.col_offset:
        made = _block(f"if True:\n{text}")
    else:
        made = ast.parse(text).body
    if any(node.col_offset != statement.col_offset for node in made):
        raise LookupError
    for node in made:
        ast.increment_lineno(node, place.first - (2 if statement.col_offset else 1))
    found.before.append(statement)
    found.after += made
    return made


def _block(text: str) -> list[ast.stmt]:
    """Return the body of an `if`. Raises LookupError where a statement stands behind it, or an `else`."""
    match ast.parse(text).body:
        case [ast.If(body=body, orelse=[])]:
            return body
        case _:
            raise LookupError


def _can_be_split(statement: ast.ClassDef | ast.FunctionDef, edits: list[Edit], function: str) -> bool:
    """Tell whether all edits are inside the body of a statement that needs not be seen as a whole."""
    whole = bool(statement.decorator_list) or statement.name == function
    return not whole and all(edit.first > first_line(statement.body[0]) for edit in edits)
