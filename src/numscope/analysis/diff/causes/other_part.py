"""Columns that a rewritten program puts together, of which one is another part of the same data: a lag of 23 for 24.

A part of known data is no new value, so only the line that puts it beside others has one.
"""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.number_flow import came_from
from numscope.analysis.concepts.program import program_of
from numscope.analysis.diff.causes.makers import last_maker
from numscope.analysis.diff.program_change import SourceChange
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Site, Trace
from numscope.trace.operation import AFTER

JOINS = frozenset(
    ("column_stack", "stack", "vstack", "hstack", "dstack", "concatenate", "concat", "cat", "array")
)
_MOST_LOOKED_AT = 200
_OF_SHAPE = """
    select distinct id from operations join operand_contents on operation = id
    where role = 'output' and depth = 0 and shape = ?::bigint[] and dtype = ? and hash_low is not null order by id
"""


def other_part(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that takes another part of known data than the first program.

    parted: where values part. None unless it only puts arrays together, the first run has an array of the same shape
    with some of these, and one that it does not have is a part of another array.
    """
    made = [
        one for one in parted.operands if one.role in AFTER and one.is_array() and len(one.shape or ()) > 1
    ]
    if parted.name.rpartition(".")[2].rpartition(":")[2] not in JOINS or len(made) != 1:
        return None
    pieces = [one for one in parted.inputs if one.is_array() and one.shape]
    for theirs in like(made[0], first):
        missing = [one for one in pieces if not stands_in(numbers_of(one), theirs)]
        taken = [_taken(one, parted, second) for one in missing]
        if 0 < len(missing) < len(pieces) and all(taken):
            return _where(second, next(site for site in taken if site is not None))
    return None


def like(made: Operand, first: Trace) -> list[Any]:
    """Return the first run's arrays of the shape and dtype of one."""
    rows = first.ask(_OF_SHAPE, [list(made.shape or ()), made.dtype])["id"].to_pylist()
    operations = first.operations.fetch(rows[:_MOST_LOOKED_AT])
    found = [one for operation in operations for one in operation.operands if one.role in AFTER]
    arrays = [numbers_of(one) for one in found if one.shape == made.shape and one.hash != made.hash]
    return [array for array in arrays if array is not None]


def stands_in(piece: Any, array: Any) -> bool:
    """Return whether a piece is a row, a column or a block along an axis of an array."""
    if piece is None or piece.ndim > array.ndim:
        return False
    if piece.ndim < array.ndim:
        axes = [
            axis for axis in range(array.ndim) if np.delete(array.shape, axis).tolist() == list(piece.shape)
        ]
        return any(
            np.array_equal(array.take(at, axis), piece) for axis in axes for at in range(array.shape[axis])
        )
    return any(
        np.array_equal(array.take(range(at, at + piece.shape[axis]), axis), piece)
        for axis in range(array.ndim)
        for at in range(array.shape[axis] - piece.shape[axis] + 1)
    )


def _taken(piece: Operand, parted: Operation, second: Trace) -> Site | None:
    """Return the line that took a piece from a larger array; None if it was computed."""
    maker = None if piece.hash is None else last_maker(second, piece.hash, parted.id)
    if maker is None or not maker.traits & (Trait.READS_PART | Trait.VIEW):
        return None
    return maker.user_site


def _where(second: Trace, site: Site) -> SourceChange:
    """Return the line that computes where a slice begins or ends, if the slice names that; else the slice's line."""
    program = program_of(second, site)
    tree, at = program.tree, program.line(site)
    line = at
    bounds = [
        bound
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript) and node.lineno == at and isinstance(node.slice, ast.Slice)
        for bound in (node.slice.lower, node.slice.upper)
        if isinstance(bound, ast.Name)
    ]
    for bound in bounds[:1]:
        source = came_from(tree, bound)[-1]
        line = source.lineno if isinstance(source, ast.BinOp) else line
    made = program.site(line, site)
    return SourceChange(None, None, *made.place, ("", made.source))
