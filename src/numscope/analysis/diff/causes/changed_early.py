"""Which line changed an object before another that reads it, which the first program runs on what it held before.

The line that reads, `self.store - wilting`, says the same in both; `self.store += water` comes too early.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.program import program_of
from numscope.analysis.diff.causes.makers import last_maker
from numscope.analysis.diff.program_change import SourceChange
from numscope.analysis.diff.rounded_values import has_many_digits, numbers_of_operand
from numscope.trace import Operand, Operation, Trace
from numscope.trace.operation import AFTER

_MOST_LOOKED_AT = 2000
_NAMED = "select id from operations where name = ? and depth = 0 order by id limit ?"


def changed_early(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that changed what `parted` computes with.

    None unless the first program takes the same step on what that line was given, and the line changes a name or an
    attribute that the line of `parted` reads.
    """
    site = parted.user_site or parted.site
    if site is None:
        return None
    program = program_of(second, site)
    tree, at = program.tree, program.line(site)
    steps: list[Operation] | None = None
    for operand in _read(parted):
        maker = None if operand.hash is None else last_maker(second, operand.hash, parted.id)
        there = None if maker is None else maker.user_site
        if maker is None or there is None or there.place == site.place:
            continue
        if not _changed(tree, program.line(there)) & set(_names(tree, at, ast.Load)):
            continue
        steps = _same_steps(parted, first) if steps is None else steps
        old = next((one for one in steps for state in _read(maker) if _reads(one, state)), None)
        if old is not None:
            text = old.user_site.source.strip() if old.user_site is not None else ""
            return SourceChange(None, None, there.file, there.line, (text, there.source.strip()))
    return None


def _read(operation: Operation) -> list[Operand]:
    return [one for one in operation.operands if one.statistics is not None and one.role not in AFTER]


def _same_steps(parted: Operation, first: Trace) -> list[Operation]:
    ids = first.ask(_NAMED, [parted.name, _MOST_LOOKED_AT])["id"].to_pylist()
    return [one for one in first.operations.fetch(ids) if _settings(one) == _settings(parted)]


def _settings(operation: Operation) -> list[str]:
    return [repr(one.literal) for one in operation.operands if one.hash is None and one.role not in AFTER]


def _reads(operation: Operation, state: Operand) -> bool:
    """Return whether an operation reads a state. Without a setting, numbers of few digits say nothing."""
    told = bool(_settings(operation))
    return any(_is_near(one, state) and (told or _is_telling(one)) for one in _read(operation))


def _is_telling(operand: Operand) -> bool:
    return operand.statistics is not None and has_many_digits(operand.statistics.mean)


def _is_near(one: Operand, other: Operand) -> bool:
    """Return whether two values are the same but for roundings."""
    return one.shape == other.shape and numbers_of_operand(one) == numbers_of_operand(other)


def _changed(tree: ast.Module, line: int) -> set[str]:
    """Return the names and attributes to which the statement at a line gives a value made of their own."""
    stored = set(_names(tree, line, ast.Store))
    in_place = isinstance(statement_at(tree, line), ast.AugAssign)
    return stored if in_place else stored & set(_names(tree, line, ast.Load))


def _names(tree: ast.Module, line: int, context: type[ast.expr_context]) -> Iterator[str]:
    """Yield the names and attributes that the statement at a line reads, or gives a value to."""
    statement = statement_at(tree, line)
    for node in ast.walk(statement) if statement is not None else ():
        if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, context):
            yield node.id if isinstance(node, ast.Name) else node.attr
