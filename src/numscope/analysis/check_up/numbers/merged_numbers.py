"""Whole numbers beyond 2**53, such as numbers of parcels, that became float64: neighbours are one number then."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import MOST_CALLS, Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operand, Operation

KIND = "cast"
_INTEGERS = ("int64", "uint64")
# From here on float64 leaves numbers out.
_EXACT = 2**53
_ENOUGH, _ALIKE = 10, 0.8
_FIX = 'keep them whole: `astype("Int64")`, which holds missing numbers, a `fill_value=`, or text for what names things'


def merged_numbers(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that hand whole numbers on as float64, in which several of them are one."""
    rows = evidence.rows(
        f"""
        select distinct o.id, o.call from recorded_operations o join operand_contents p on p.operation = o.id
        where o.call in {{calls}} and p.role = 'input' and p.dtype in {_INTEGERS}
            and greatest(abs(p.minimum), abs(p.maximum)) >= {_EXACT}
        order by o.id
        """,
        evidence.having(evidence.calls.values(), f"role = 'input' and dtype in {_INTEGERS}"),
    )
    by_call: dict[int, list[int]] = {}
    for row in rows:
        by_call.setdefault(row["call"], []).append(row["id"])
    for number, ids in by_call.items():
        for operation in evidence.fetch(ids[:MOST_CALLS]):
            problem = _problem(operation)
            if problem is not None:
                yield finding_of(KIND, evidence.calls[number], operation.id, len(ids), problem, _FIX)
                break


def _problem(operation: Operation) -> str | None:
    made = [one for one in (*operation.outputs, *operation.mutated) if one.dtype == "float64"]
    for given in operation.inputs:
        if given.dtype in _INTEGERS:
            merged = next((found for one in made if (found := _merged(given, one)) is not None), None)
            if merged is not None:
                return merged
    return None


def _merged(given: Operand, made: Operand) -> str | None:
    """Return how numbers fell together that an operation only handed on; None if none did, or it computed others."""
    before, after = numbers_of(given), numbers_of(made)
    if before is None or after is None:
        return None
    whole, left = (np.unique(one[np.abs(one) >= _EXACT]) for one in (before, after))  # not NaN either
    as_floats = whole.astype(float)
    if not np.isin(left, as_floats).all():
        return None
    kept = whole[np.isin(as_floats, left)]
    if len(kept) < _ENOUGH or len(left) > _ALIKE * len(kept):
        return None
    first = int(np.flatnonzero(np.diff(kept.astype(float)) == 0)[0])
    return (
        f"{len(kept):,} different numbers of {given.dtype} became {len(left):,} of float64, which beyond 2**53 leaves "
        f"some out: {kept[first]} and {kept[first + 1]} are one"
    )
