"""Values replaced one after the other in place: what one replacement wrote, a later one at the line replaces again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from numscope.analysis.check_up.evidence import Call, Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.training_ledger import grouped

KIND = "replaced-again"
_LEAST = 2
_ROWS = """
    select o.id, o.process, o.name, user_file as file, user_line as line, p.kind, p.role, p.address, p.dtype,
        coalesce(p.integer, p.real, case when p.minimum = p.maximum then p.minimum end) as number, p.maximum, p.hash
    from called_operations o join operands p on p.operation = o.id
    where o.call in {calls} and p.role in ('input', 'argument', 'output')
        and p.kind in ('array', 'scalar', 'int', 'float')
    order by o.id, p.place
"""
_COMPARED = ("eq", "equal")
_WRITES = ("index_put_", "__setitem__")
Row = dict[str, Any]


@dataclass(frozen=True)
class _Replacement:
    """`x[x == old] = new`, that replaced something. place: process and address of x."""

    operation: int
    place: tuple[int, int]
    old: float
    new: float


def replaced_again(evidence: Evidence) -> Iterator[Finding]:
    """Yield lines that look for a value among what they have written themselves for another."""
    rows = evidence.rows(_ROWS, _replacing(evidence))
    for (file, line), at_line in grouped(rows, lambda row: (row["file"], row["line"])).items():
        chains = [
            (first, later)
            for same in _passes(_replacements(list(grouped(at_line, lambda row: row["id"]).values())))
            for number, first in enumerate(same)
            for later in same[number + 1 :]
            if first.new == later.old
        ]
        if chains:
            first, later = chains[0]
            problem = (
                f"what became {first.new:g} from {first.old:g} is looked for again and becomes {later.new:g}: the "
                f"comparison reads the array that is being changed, in {len(chains):,} cases"
            )
            yield Finding(
                *(KIND, file, line, None, later.operation, len(chains), problem, _FIX),
                f"show T {later.operation}",
            )


def _replacing(evidence: Evidence) -> list[Call]:
    """Return comparisons and writes of the lines that hold both: a loop may write a million times without comparing."""
    comparisons, writes = (
        [call for call in evidence.calls.values() if re.split("[.:]", call.full_name)[-1] in names]
        for names in (_COMPARED, _WRITES)
    )
    both = {(call.file, call.line) for call in comparisons} & {(call.file, call.line) for call in writes}
    return [call for call in (*comparisons, *writes) if (call.file, call.line) in both]


_FIX = "compare with a copy: `old = x.copy()` (`.clone()`), then `x[old == value] = other`; or look up: `table[x]`"


def _replacements(operations: list[list[Row]]) -> list[_Replacement]:
    """Return the replacements among the operations of a line, in their order."""
    found = []
    masks: dict[str, tuple[tuple[int, int], float]] = {}
    for rows in operations:
        arrays = [row for row in rows if row["kind"] == "array" and row["role"] == "input"]
        numbers = [
            row["number"]
            for row in rows
            if row["role"] != "output" and row["number"] is not None and row["dtype"] != "bool"
        ]
        place = (arrays[0]["process"], arrays[0]["address"]) if arrays else None
        if place is None or not numbers:
            continue
        if rows[0]["name"].endswith(_COMPARED):
            masks |= {
                row["hash"]: (place, numbers[-1])
                for row in rows
                if row["role"] == "output" and row["maximum"]
            }
            continue
        mask = next((masks.get(row["hash"]) for row in arrays[1:] if row["dtype"] == "bool"), None)
        if mask is not None and mask[0] == place:
            found.append(_Replacement(rows[0]["id"], place, mask[1], numbers[-1]))
    return found


def _passes(replacements: list[_Replacement]) -> Iterator[list[_Replacement]]:
    """Yield what was replaced in one array, each value once: what comes again and again is a state that changes."""
    for same in grouped(replacements, lambda one: one.place).values():
        if len(same) >= _LEAST and len({one.old for one in same}) == len(same):
            yield same
