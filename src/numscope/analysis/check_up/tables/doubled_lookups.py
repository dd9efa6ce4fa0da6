"""Tables in which some keys stand twice, that a merge looks each row up in: what is computed of these counts twice."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.tables.doubled_rows import (
    FIX,
    KIND,
    MERGES,
    TOTALS,
    is_many_to_many,
    is_of_first,
    takes_several,
    total_of,
)
from numscope.analysis.concepts.line_names import place_beside
from numscope.analysis.concepts.tables import Table, table_of
from numscope.trace import Operation

# Most rows have one partner, so that one is meant for each; of few rows the number says little.
_MOST, _LEAST_ROWS = 1.5, 20


def doubled_lookups(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that make such tables, where a total is taken of what is computed of the rows.

    What the second table holds itself may be several numbers of each row, of which the total is meant.
    """
    lookups = [
        (call, merge, first, made)
        for call, merge in in_order(evidence, MERGES)
        if (first := table_of(merge, 0)) is not None
        and (made := table_of(merge, 0, ("output",))) is not None
        and _LEAST_ROWS <= first.rows < made.rows < _MOST * first.rows
        and not takes_several(merge)
        and is_many_to_many(merge)
    ]
    found: set[int] = set()
    for total, operation in in_order(evidence, TOTALS) if lookups else ():
        for call, merge, first, made in lookups:
            if call.id in found or operation.id < merge.id:
                continue
            name = _of_computed(evidence, merge, made, operation)
            if name is None or not is_of_first(evidence, merge, operation):
                continue
            found.add(call.id)
            second = table_of(merge, 1)
            place = (_made_by(evidence, call, second, merge.id) if second is not None else None) or call
            where, later = (place_beside(one.file, one.line, place.file) for one in (call, total))
            problem = (
                f"some keys of {second.rows if second else 0:,} rows stand twice: the merge in {where} makes "
                f"{made.rows:,} rows of {first.rows:,}, and the {name} in {later} counts some more than once"
            )
            yield finding_of(KIND, place, merge.id, 1, problem, FIX)


def _of_computed(evidence: Evidence, merge: Operation, made: Table, operation: Operation) -> str | None:
    """Return the name of a total of what was computed of all rows of a merge; None if an operation takes no such."""
    given = table_of(operation, 0)
    if given is None or given.rows != made.rows:
        return None
    computed = [one for one in given.arrays if one.hash not in made.hashes]
    named = (total_of(operation, one.name) for one in computed if len(given.arrays) == 1 or one.name)
    return next((one for one in named if one is not None), None)


def _made_by(evidence: Evidence, merge: Call, second: Table, before: int) -> Call | None:
    """Return the line of the same function that made the second table; None if none did."""
    maker = evidence.maker(second.arrays[0], before)
    call = None if maker is None else evidence.call_of(maker)
    is_near = call is not None and (call.file, call.function) == (merge.file, merge.function)
    return call if is_near else None
