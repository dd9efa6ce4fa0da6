"""Means of parts that a rewritten program puts together as if all parts were of one length.

The first program takes the mean of all numbers, or divides their total by how many there are. The second takes the mean
of each batch, which is no fault, and then the mean of these, though the last batch is shorter.
"""

from __future__ import annotations

import ast
import math
from typing import Any

import numpy as np

from numscope.analysis.concepts.callers import FUNCTIONS, function_around, only_call, statement_at
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.diff.program_change import SourceChange
from numscope.trace import Operation, Trace
from numscope.trace.operation import AFTER

_MOST_PARTS = 500
_AT_LINE = f"""
    select id from operations where name = ? and user_file = ? and user_line = ? and depth = 0
    order by id limit {_MOST_PARTS}
"""
_SINGLES = """
    select distinct coalesce(mean, real) as number from operand_contents
    where role = 'output' and (kind = 'float' or dtype like 'float%' and len(shape) = 0) and
        coalesce(mean, real) is not null order by number
"""
_ROUNDED = {"float64": 1e-9}
_ROUNDED_SINGLE = 1e-5
_COLLECTS = frozenset(("append", "add", "update"))

Array = Any


def unweighted(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that puts means of parts of unequal lengths together.

    parted: where values part, at the first of these means. None unless each, times how many elements or rows its part
    has, is a total that the first run has, or the mean of all of these is there.
    """
    site = parted.user_site or parted.site
    if site is None:
        return None
    ids = second.ask(_AT_LINE, [parted.name, site.file, site.line])["id"].to_pylist()
    parts = [_mean(one) for one in second.operations.fetch(ids)]
    known = [one for one in parts if one is not None]
    if len(known) < 2 or len(known) < len(parts):
        return None
    margin = _ROUNDED.get(parted.outputs[0].dtype or "", _ROUNDED_SINGLE)
    theirs = np.array(first.ask(_SINGLES)["number"].to_pylist(), np.float64)
    means = np.array([mean for mean, _ in known])
    if not any(
        _are_weighted(means, np.array(counts), theirs, margin)
        for counts in zip(*(counts for _, counts in known), strict=True)
    ):
        return None
    program = program_of(second, site)
    line = _joined_at(program.tree, program.line(site))
    if line is None:
        return None
    made = program.site(line, site)
    return SourceChange(None, None, *made.place, ("", made.source))


def _mean(operation: Operation) -> tuple[float, tuple[int, int]] | None:
    """Return the single number that an operation made of an array, and how many elements and rows that has."""
    made = [one for one in operation.operands if one.role in AFTER]
    read = [one.shape for one in operation.inputs if one.is_array() and one.shape]
    if len(made) != 1 or not read or made[0].shape != () or made[0].statistics is None:
        return None
    return made[0].statistics.mean, (math.prod(read[0]), read[0][0])


def _are_weighted(means: Array, counts: Array, theirs: Array, margin: float) -> bool:
    """Return whether the first run has the total of each part, or the mean of all, where not all count the same."""
    if (counts == counts[0]).all():
        return False
    whole = np.array([(means * counts).sum() / counts.sum()])
    return _are_among(means * counts, theirs, margin) or _are_among(whole, theirs, margin)


def _are_among(numbers: Array, known: Array, margin: float) -> bool:
    """Return whether each number is one of `known`, which rise, but for roundings."""
    room = margin * np.abs(numbers)
    at = np.searchsorted(known, numbers - room)
    there = at < len(known)
    return bool(there.all() and (known[np.minimum(at, len(known) - 1)] <= numbers + room).all())


def _joined_at(tree: ast.Module, line: int) -> int | None:
    """Return the first line behind a loop that reads what the statement at a line in it collects.

    Of a statement that returns a mean, what the line collects that calls its function.
    """
    statement = statement_at(tree, line)
    around = function_around(tree, line)
    call = only_call(tree, around) if around is not None and isinstance(statement, ast.Return) else None
    if call is not None:
        line, statement = call.lineno, statement_at(tree, call.lineno)
    if statement is None:
        return None
    scope = function_around(tree, line) or tree
    loops = [
        node for node in ast.walk(scope) if isinstance(node, (ast.For, ast.While)) and _holds(node, line)
    ]
    end = max(((one.end_lineno or 0) for one in loops), default=statement.end_lineno or 0)
    names = _collected(statement) if loops or _has_comprehension(statement) else set()
    later = [
        node.lineno
        for node in ast.walk(scope)
        if isinstance(node, ast.Name)
        and node.id in names
        and isinstance(node.ctx, ast.Load)
        and node.lineno > end
    ]
    return min(later, default=None)


def _holds(node: ast.stmt, line: int) -> bool:
    return node.lineno < line <= (node.end_lineno or 0) and not isinstance(node, FUNCTIONS)


def _has_comprehension(statement: ast.stmt) -> bool:
    return any(isinstance(node, (ast.ListComp, ast.GeneratorExp)) for node in ast.walk(statement))


def _collected(statement: ast.stmt) -> set[str]:
    """Return the names that hold what a statement adds: `total += x`, `means.append(x)`, `means = [...]`."""
    targets: list[ast.expr] = []
    if isinstance(statement, ast.AugAssign):
        targets = [statement.target]
    elif isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        called = statement.value.func
        targets = (
            [called.value] if isinstance(called, ast.Attribute) and last_name(called) in _COLLECTS else []
        )
    return {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}
