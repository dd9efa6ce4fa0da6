"""Memory that a rewritten program writes into while another name still stands for it, where the first has a copy.

What is read later is no longer what it was: `self.ice = np.asarray(thickness)` hands on the very array, and `self.ice
+= gain` changes it for who made it.
"""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass

from numscope.analysis.concepts.callers import function_around, statement_at
from numscope.analysis.concepts.program import program_of
from numscope.analysis.diff.causes.makers import elements_read
from numscope.analysis.diff.program_change import SourceChange
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Trace
from numscope.trace.operation import AFTER

_MOST_LOOKED_AT = 2000
_HANDS_ON = Trait.VIEW | Trait.COPIES
_NAMED = "select id from operations where name = ? and depth = 0 order by id limit ?"
# What an operation did to a place in memory, in the order of time.
_AT_PLACE = """
    select distinct id from operations join operand_layouts on operation = id
    where address = ? and kind = 'array' and depth = 0 and id < ? order by id desc limit ?
"""


@dataclass(frozen=True)
class _Visit:
    """An operation that read or left an array at a place in memory. before, after: what that held, as hashes."""

    operation: Operation
    before: str | None
    after: str | None


def overwritten(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that hands on an array which is written into, and should be a copy.

    parted: where values part. None unless it reads memory that held before what the first program's operation of the
    same name reads, and another operation wrote into that in between. Of a number the array that it was taken from.
    """
    changes = (_overwritten(one, first, second) for one in (parted, *elements_read(parted, second)))
    return next((one for one in changes if one is not None), None)


def _overwritten(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    old = _others(parted, first, second)
    for operand in parted.inputs:
        if not old or operand.kind != "array" or operand.address is None:
            continue
        visits = _visits(second, operand, parted)
        held = next((one.before for one in visits if one.before in old and one.before != operand.hash), None)
        written = _first_write(visits, held) if held is not None else None
        if written is not None:
            return _change(visits, written, held, second)
    return None


def _others(parted: Operation, first: Trace, second: Trace) -> set[str]:
    """Return the arrays that the first run gives to operations of this name more often than the second."""
    given = [
        Counter(one.hash for operation in _named(trace, parted.name) for one in operation.inputs if one.hash)
        for trace in (first, second)
    ]
    return set(given[0] - given[1])


def _named(trace: Trace, name: str) -> list[Operation]:
    return trace.operations.fetch(trace.ask(_NAMED, [name, _MOST_LOOKED_AT])["id"].to_pylist())


def _visits(trace: Trace, operand: Operand, before: Operation) -> list[_Visit]:
    """Return what happened to the memory of an operand, first the first, as long as an array of its kind lay there."""
    ids = trace.ask(_AT_PLACE, [operand.address, before.id, _MOST_LOOKED_AT])["id"].to_pylist()
    found: list[_Visit] = []
    for operation in reversed(trace.operations.fetch(sorted(ids))):
        there = [one for one in operation.operands if one.address == operand.address and one.kind == "array"]
        here = [one for one in there if (one.shape, one.dtype) == (operand.shape, operand.dtype)]
        made = all(one.role == "output" for one in there)
        if not here or len(here) < len(there):
            # A table begins where its first column does: only an array that is made there ends what was.
            if made:
                break
            continue
        read = next((one.hash for one in here if one.role not in AFTER and one.hash), None)
        left = next((one.hash for one in here if one.role in AFTER), None)
        found.append(_Visit(operation, read, left))
        if made:
            break
    return found[::-1]


def _first_write(visits: list[_Visit], held: str | None) -> int | None:
    """Return the place of the first visit that shows another content than the memory held; None if none does.

    `weights[5:] -= 2` writes into a view, which lies elsewhere, and puts the view back into what has changed by then.
    """
    begin = next(place for place, one in enumerate(visits) if one.before == held)
    return next(
        (place for place, one in enumerate(visits[begin:], begin) if {one.before, one.after} - {None, held}),
        None,
    )


def _change(visits: list[_Visit], written: int, held: str | None, second: Trace) -> SourceChange | None:
    """Return the line that handed the array on before it was written, or else the line that writes."""
    handed = [one.operation for one in visits[:written] if one.before == one.after == held]
    givers = [one for one in handed if one.traits & _HANDS_ON and one.user_site is not None]
    site = (givers[-1] if givers else visits[written].operation).user_site
    if site is None:
        return None
    program = program_of(second, site)
    line = None if givers else _given_at(program.tree, program.line(site))
    made = site if line is None else program.site(line, site)
    return SourceChange(None, None, *made.place, ("", made.source))


def _given_at(tree: ast.Module, line: int) -> int | None:
    """Return the line by which the name that a line writes into stands for another's array; None of a parameter."""
    statement = statement_at(tree, line)
    target = getattr(statement, "target", None) or next(iter(getattr(statement, "targets", ())), None)
    while isinstance(target, ast.Subscript):
        target = target.value
    if not isinstance(target, (ast.Name, ast.Attribute)):
        return None
    function = function_around(tree, line)
    scope = tree if isinstance(target, ast.Attribute) or function is None else function
    lines = [
        node.lineno
        for node in ast.walk(scope)
        if isinstance(node, ast.Assign) and isinstance(node.value, (ast.Name, ast.Attribute))
        if ast.unparse(target) in map(ast.unparse, node.targets)
    ]
    return max((one for one in lines if one < line), default=None) or next(iter(lines), None)
