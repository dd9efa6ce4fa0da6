"""Memory of `np.empty` that the program writes element by element, but not all of it, and then reads whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, is_trait, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import FILL_FIRST
from numscope.analysis.concepts.kept_values import value_of
from numscope.analysis.concepts.recorded_index import INDEX_ERRORS, recorded_index
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation

KIND = "unfilled"
_MAKERS = ("empty", "empty_like")
_WRITES = "__setitem__"
# These look at no element, or hand all of them on.
_NO_USE = ("__getitem__", "copy", "astype", "array", "asarray", "shape", "ndim", "size")
_MOST_USES = 3000
_HORIZON = 100_000
_PAGE = 100
_MOST_MADE = 2
_MOST_ELEMENTS = 1_000_000
_USES = """
    select distinct o.id from operand_layouts p join operations o on p.operation = o.id
    where p.address >= ? and p.address < ? and p.kind = 'array' and o.id > ? and o.id < ? and o.process = ?
        and o.depth = ?
    order by o.id limit ?
"""


def never_written(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that make memory of which a part is read and was never written."""
    calls = [call for call in evidence.named(*_MAKERS) if is_trait(call, Trait.UNINITIALISED)]
    for call, ids in evidence.operations(calls):
        for made in evidence.fetch(ids[:_MOST_MADE]):
            problem = _problem(evidence, made)
            if problem is not None:
                yield finding_of(KIND, call, made.id, len(ids), problem, FILL_FIRST)
                break


def _problem(evidence: Evidence, made: Operation) -> str | None:
    memory = next((one for one in made.outputs if one.is_array() and one.address and one.shape), None)
    if memory is None or memory.address is None or not 0 < np.prod(memory.shape or ()) <= _MOST_ELEMENTS:
        return None
    end = memory.address + (memory.data_bytes or 1)
    given = [memory.address, end, made.id, made.id + _HORIZON, made.process, made.depth, _MOST_USES]
    ids = evidence.trace.ask(_USES, given)["id"].to_pylist()
    # Most are of the same memory, given again later: they are looked at as far as the first read.
    uses = (use for first in range(0, len(ids), _PAGE) for use in evidence.fetch(ids[first : first + _PAGE]))
    written = np.zeros(memory.shape or (), bool)
    garbage: Any = None
    for use in uses:
        touched = [one for one in use.operands if one.is_array() and _lies_in(one, memory.address, end)]
        if not touched:
            continue  # another object lies there by now
        if last_name(use) == _WRITES and _is_whole(touched[0], memory) and touched[0].position == 0:
            if not _write(written, use):
                return None
            garbage = value_of(touched[0]) if garbage is None else garbage
        elif any(one.role != "input" and not use.traits & Trait.VIEW for one in touched):
            return None  # written in another way
        elif last_name(use) not in _NO_USE and not use.traits & Trait.VIEW and _is_whole(touched[0], memory):
            return _told(use, written, garbage, value_of(touched[0]))
    return None


def _told(use: Operation, written: Any, garbage: Any, read: Any) -> str | None:
    """Return what is wrong if an operation reads what nobody wrote: there it holds what it held at the first write."""
    if (
        not written.any()
        or written.all()
        or not isinstance(garbage, np.ndarray)
        or not isinstance(read, np.ndarray)
    ):
        return None
    left = ~written
    if garbage[left].tobytes() != read[left].tobytes():
        return None  # by something that is not recorded
    places = [list(map(int, place)) for place in np.argwhere(left)[:3]]
    more = ", ..." if np.count_nonzero(left) > len(places) else ""
    site = use.user_site or use.site
    where = ", ".join(map(str, places)) + more
    return (
        f"{np.count_nonzero(left):,} of {left.size:,} elements are never written ({where}), and {last_name(use)} "
        f"at line {site.line if site else '?'} reads them: they hold what was in memory before"
    )


def _lies_in(operand: Operand, start: int, end: int) -> bool:
    return operand.address is not None and start <= operand.address < end


def _is_whole(operand: Operand, memory: Operand) -> bool:
    return operand.address == memory.address and operand.shape == memory.shape


def _write(written: Any, assignment: Operation) -> bool:
    """Mark what an assignment writes; return whether its index is known."""
    try:
        written[recorded_index(assignment)] = True
    except INDEX_ERRORS:
        return False
    return True
