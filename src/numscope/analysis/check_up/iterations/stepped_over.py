"""Short changes that a solver of differential equations steps over: the right-hand side is never asked in between.

A solver with steps of its own choice sees the right-hand side at the points of its stages alone. Source: L. F. Shampine
and S. Thompson, "Event location for ordinary differential equations", Computers & Mathematics 39 (2000).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.line_names import place_beside
from numscope.trace import Operation

KIND = "convergence"
_SOLVERS = ("solve_ivp", "odeint", "solve_bvp", "step", "integrate")
_COMPARES = ("less", "less_equal", "greater", "greater_equal", "__lt__", "__le__", "__gt__", "__ge__")
_LEAST_TIMES = 8
# So many times on each side: what is compared with two tiny numbers guards a division at the start.
_EACH_SIDE = 2
# A peak, `exp(-((t - t0) / width)**2)`, of which no more than this share of its height is seen.
_SEEN = 1e-3
_FIX = "`max_step=` below the length of the change, or solve up to it and go on from there with a second call"
# The numbers that the operations of one kind were given while a solver ran, and what they gave.
_ASKED = """
    select o.id, o.user_file as file, o.user_line as line, o.user_function as function, p.role, p.position,
        coalesce(p.minimum, p.real, p.integer)::double as number
    from called_operations o join operand_contents p on p.operation = o.id
    where o.parent = ? and not o.in_library and o.call in (select unnest(?::integer[])) order by o.id, p.place
"""


def stepped_over(evidence: Evidence) -> Iterator[Finding]:
    """Yield the calls of solvers between whose steps the right-hand side has a change that they never see."""
    found: set[int] = set()
    for call, operation in in_order(evidence, _SOLVERS):
        said = None if call.id in found else _window(evidence, operation) or _peak(evidence, call, operation)
        if said is not None:
            found.add(call.id)
            yield finding_of(KIND, call, operation.id, 1, said, _FIX)


def _window(evidence: Evidence, solver: Operation) -> str | None:
    """Return what is said of a time between two limits in which no comparison of the time fell."""
    by_limit: dict[Any, dict[float, set[float]]] = defaultdict(lambda: defaultdict(set))
    for place, given in asked(evidence, solver, _COMPARES):
        if len(given) == 3:
            by_limit[place[0], place[2]][given[1]].add(given[0])
    for limits in by_limit.values():
        for low, high in pairwise(sorted(limits)):
            # What is compared with both is one quantity: of a chain `a <= t < b` the second is asked seldom.
            if not limits[low] & limits[high]:
                continue
            times = sorted(limits[low] | limits[high])
            before, after = [one for one in times if one < low], [one for one in times if one > high]
            if len(times) < _LEAST_TIMES or len(before) + len(after) < len(times):
                continue
            if min(len(before), len(after)) < _EACH_SIDE:
                continue
            return (
                f"`{last_name(solver)}` asks what changes from {low:g} to {high:g} at {len(times):,} times, and never "
                f"in between: it goes from {before[-1]:.6g} to {after[0]:.6g}, past the change"
            )
    return None


def _peak(evidence: Evidence, call: Call, solver: Operation) -> str | None:
    """Return what is said of a peak whose middle was passed, and of which next to nothing was seen."""
    middles: dict[Any, list[float]] = defaultdict(list)
    for place, given in asked(evidence, solver, ("subtract", "__sub__")):
        middles[place].append(given[-1])
    heights: dict[Any, list[tuple[float, ...]]] = defaultdict(list)
    for place, given in asked(evidence, solver, ("exp",)):
        heights[place].append(given)
    for place, calls in heights.items():
        passed = middles.get(place, [])
        if len(calls) < _LEAST_TIMES or not passed or not min(passed) < 0 < max(passed):
            continue
        highest = max(one[-1] for one in calls)
        if highest < _SEEN and all(one[0] <= 0 for one in calls):
            where = place_beside(place[0], place[1], call.file)
            return (
                f"`{last_name(solver)}` asks the peak in {where} {len(calls):,} times, on both sides of its middle, "
                f"and sees no more than {highest:.2g} of its height: it steps over it"
            )
    return None


def asked(
    evidence: Evidence, solver: Operation, names: tuple[str, ...]
) -> Iterator[tuple[tuple[str, int, str | None], tuple[float, ...]]]:
    """Yield where the program's own function called an operation while a solver ran, and the numbers of this."""
    calls = [
        row["id"]
        for row in evidence.trace.ask("select id, name from calls where not in_library").to_pylist()
        if row["name"].rpartition(".")[2] in names
    ]
    rows = evidence.trace.ask(_ASKED, [solver.id, calls]).to_pylist() if calls else []
    by_operation: dict[int, list[Any]] = defaultdict(list)
    for row in rows:
        by_operation[row["id"]].append(row)
    for ours in by_operation.values():
        first = ours[0]
        if all(row["number"] is not None for row in ours):
            yield (first["file"], first["line"], first["function"]), tuple(row["number"] for row in ours)
