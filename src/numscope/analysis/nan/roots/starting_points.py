"""Searches that overflow at their starting point and never leave it: the line that started there is to blame."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.operations.lore.starting_points import STANDARD, STARTS_FROM
from numscope.trace import Operation, Site, Trace

# Of the operations of one name at one line: the search that they ran inside of (NULL: none), and whether what they made
# is bad. Outermost operations bound those that run inside: ids rise with time in each thread.
_RUNS = "select 1 from calls where name in (select unnest(?::varchar[])) limit 1"
_EVALUATIONS = f"""
    with runs as (
        select id, process, thread, id in (select operation from nonfinite_operands where "after") bad
        from operations where name = ? and user_file = ? and user_line = ? and process = ? and id <= ?
    ), searches as (
        select id, name, process, thread, lead(id, 1, {1 << 62}) over one_thread as next
        from operations where depth = 0 window one_thread as (partition by process, thread order by id)
    )
    select searches.id as search, any_value(searches.name) as name, bool_and(runs.bad) as bad,
        list(runs.id) as runs
    from runs join searches on runs.id > searches.id and runs.id < searches.next
        and runs.process = searches.process and runs.thread = searches.thread
    where searches.name in (select unnest(?::varchar[])) group by search order by search limit 1
"""

_MOST = 20


def starting_point(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that began a search at a point where the line of `operation` has no finite result.

    None if `operation` is no part of a function that a search evaluated, or if any evaluation was finite.
    """
    site = operation.user_site or operation.site
    if site is None or not trace.ask(_RUNS, [list(STARTS_FROM)]).num_rows:
        return None
    at = [operation.name, site.file, site.line, operation.process, operation.id]
    rows = trace.ask(_EVALUATIONS, [*at, list(STARTS_FROM)]).to_pylist()
    if not rows or not rows[0]["bad"]:
        return None
    if _never_in_its_range(operation, trace.operations.fetch(rows[0]["runs"][:_MOST])):
        return None
    search = trace.operations[rows[0]["search"]]
    called = search.user_site or search.site
    # What the search itself writes stands at the same line, and is no evaluation.
    return (
        None if called is None or called.place == site.place else Root(called, _cause(search, called, site))
    )


def _never_in_its_range(operation: Operation, runs: Sequence[Operation]) -> bool:
    """Return whether the search gave the same numbers at each point, for some of which there is no finite result.

    As for `(x - 2) ** power` of data below 2, or the logarithm of times that begin at 0: whatever the parameters are,
    it has none.
    """
    most = (
        0 if "divide" in operation.floating_point else -1 if "invalid" in operation.floating_point else None
    )
    if most is None or len(runs) < 2:
        return False
    return any(
        one.statistics is not None
        and np.sign(one.statistics.minimum) <= most
        and all(one.hash is not None and one.hash in {given.hash for given in run.inputs} for run in runs)
        for one in operation.inputs
    )


def _cause(search: Operation, called: Site, evaluated: Site) -> Cause:
    name, argument = search.name.rpartition(".")[2], STARTS_FROM[search.name]
    standard = STANDARD.get(search.name)
    unsaid = f": no `{argument}` is given, so {standard}" if standard and _omits(called, argument) else ""
    where = line_of(evaluated, called)
    said = f"starts where {where} has no finite result{unsaid}; `{name}` never gets away from there"
    return Cause(said, f"Give it a start of the right size (`{argument}=`), or scale the data first.")


def _omits(called: Site, argument: str) -> bool:
    return f"{argument}=" not in called.source.replace(" ", "")
