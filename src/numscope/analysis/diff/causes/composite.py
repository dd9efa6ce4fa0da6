"""Objects that are put together of others: which part of a pipeline gives columns that the first program has nowhere.

`Pipeline.fit` is one operation. Inside it each part's columns are put beside each other, and the parts that are right
give columns that the first program has.
"""

from __future__ import annotations

import ast

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.syntax import last_name, parsed
from numscope.analysis.diff.causes.other_part import JOINS, like, stands_in
from numscope.analysis.diff.program_change import SourceChange
from numscope.analysis.diff.step_names import step_of
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Trace

_INSIDE = """
    select id, name from operations where process = ? and thread = ? and id > ? and time_ns <= ? and depth > ?
    order by id
"""
_MAKERS = """
    select id from operations join operand_contents on operation = id
    where hash_high = ? and hash_low = ? and role in ('output', 'mutated') and id < ? and depth > ?
    order by depth, id desc limit 1
"""
_MOST_JOINS = 20


def part_of_composite(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that makes the one part of an object whose columns are new.

    parted: where values part. None unless it stands for what a library's object does, and puts columns together inside,
    some of which stand in an array of the first run of the same shape.
    """
    if not parted.traits & Trait.STANDS or not any(one.kind == "object" for one in parted.operands):
        return None
    for join in _joins(parted, second):
        made = [one for one in join.outputs if one.is_array() and len(one.shape or ()) > 1]
        pieces = [one for one in join.inputs if one.is_array() and one.shape]
        for theirs in like(made[0], first) if made else ():
            missing = [one for one in pieces if not stands_in(numbers_of(one), theirs)]
            if len(missing) == 1 and len(pieces) > 1:
                return _made_at(_class_of(missing[0], join, parted, second), second)
    return None


def _joins(parted: Operation, second: Trace) -> list[Operation]:
    end = parted.time_ns + (parted.duration_ns or 0)
    where = [parted.process, parted.thread, parted.id, end, parted.depth]
    rows = second.ask(_INSIDE, where).to_pylist()
    joins = [row["id"] for row in rows if step_of(row["name"]) in JOINS - {"array"}]
    return second.operations.fetch(joins[:_MOST_JOINS])


def _class_of(piece: Operand, join: Operation, parted: Operation, second: Trace) -> str:
    """Return the class whose method gave a piece; empty if no method did."""
    content = piece.hash or ""
    rows = second.ask(_MAKERS, [int(content[:16], 16), int(content[16:], 16), join.id, parted.depth])
    makers = second.operations.fetch(rows["id"].to_pylist())
    sites = [one.site for one in makers if one.site is not None]
    return (sites[0].function or "").rpartition(".")[0] if sites else ""


def _made_at(name: str, second: Trace) -> SourceChange | None:
    """Return the only line that calls a class."""
    lines = {
        (file, node.lineno)
        for file in second.sources.files()
        for node in ast.walk(parsed(second.sources.text(file) or ""))
        if name and isinstance(node, ast.Call) and last_name(node.func) == name
    }
    if len(lines) != 1:
        return None
    ((file, line),) = lines
    return SourceChange(None, None, file, line, ("", second.sources.line(file, line).strip()))
