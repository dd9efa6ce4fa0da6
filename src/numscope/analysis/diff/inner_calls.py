"""Operations inside a library's call of a function of the program: `table.pipe(fill)`, `solve_ivp(motion, ...)`.

The outermost operation stands for all of it, and its line says nothing of what the function does.
"""

from __future__ import annotations

from numscope.analysis.diff.program_change import SourceChange
from numscope.trace import Operation, Trace
from numscope.trace.operation import AFTER

_DEEPEST = 6
_MOST_LOOKED_AT = 400
# What ran during an operation, called by other lines of the program, in the order of time.
_INSIDE = f"""
    select id from operations where process = ? and thread = ? and time_ns between ? and ? and depth > ?
        and not in_library and (user_file, user_line) <> (?, ?) order by id limit {_MOST_LOOKED_AT}
"""
_NAMED = "select id from operations where name = ? and depth = 0 order by id limit 1"
_KNOWN = """
    select distinct format('{:016x}{:016x}', hash_high, hash_low) as hash from operand_contents
    where hash_low in (select unnest(?::ubigint[]))
"""


def innermost(parted: Operation, run: Trace, other: Trace) -> Operation:
    """Return the first operation of the program's own inside `parted` that made a value which the other run lacks.

    `parted` itself if none did, or if the library gave the function another value, as a solver that steps otherwise.
    """
    for _ in range(_DEEPEST):
        inner = _first_new(parted, run, other)
        if inner is None:
            break
        parted = inner
    return parted


def lost_inside(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line inside a library's call behind which the first program's function takes one more step.

    `return model(x) - y` of a function that a solver calls is a value of both runs; the first divides it by its spread.
    None unless the first run has the same call, and all that the step is given is in the second.
    """
    ids = first.ask(_NAMED, [parted.name])["id"].to_pylist()
    step = _first_new(first.operations[ids[0]], first, second) if ids else None
    given = set() if step is None else _contents(step, False)
    made = [one for one in _inside(parted, second) if _contents(one, True) & given]
    if step is None or step.user_site is None or not made or made[-1].user_site is None:
        return None
    site = made[-1].user_site
    return SourceChange(None, None, *site.place, (step.user_site.source.strip(), site.source.strip()))


def _first_new(parted: Operation, run: Trace, other: Trace) -> Operation | None:
    inside = _inside(parted, run)
    known = known_contents(
        other, {one.hash for operation in inside for one in operation.operands if one.hash}
    )
    new = next((operation for operation in inside if _contents(operation, True) - known), None)
    return None if new is None or _contents(new, False) - known else new


def _inside(parted: Operation, run: Trace) -> list[Operation]:
    """Return the program's own operations that ran during another, in the order of time."""
    site = parted.user_site or parted.site
    if site is None:
        return []
    end = parted.time_ns + (parted.duration_ns or 0)
    where = [parted.process, parted.thread, parted.time_ns, end, parted.depth, site.file, site.line]
    return run.operations.fetch(run.ask(_INSIDE, where)["id"].to_pylist())


def _contents(operation: Operation, after: bool) -> set[str]:
    """Return what an operation made, or was given."""
    return {one.hash for one in operation.operands if (one.role in AFTER) == after and one.hash is not None}


def known_contents(other: Trace, contents: set[str]) -> set[str]:
    """Return which of these contents a run has."""
    lows = [int(content[16:], 16) for content in contents]
    return set(other.ask(_KNOWN, [lows])["hash"].to_pylist()) & contents if lows else set()
