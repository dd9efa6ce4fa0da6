"""Floating-point operations added up by operation, layer, line or training step, and what part of the peak that is."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from numscope.analysis.concepts.flops import count_flops
from numscope.analysis.top.peak import Peak
from numscope.errors import UsageError
from numscope.operations.traits import Trait, has_sql
from numscope.trace import Trace

# What to add up by -> how a group is called.
_GROUPS = {
    "operation": "name",
    "module": "case when model is null then 'outside layers' when coalesce(module, '') = '' then model else module end",
    "site": "coalesce(coalesce(user_file, file) || ':' || coalesce(user_line, line), '?')",
    "phase": "coalesce(phase, 'outside a model')",
    "step": "coalesce(step, 0)::varchar",
}
GROUPINGS = tuple(_GROUPS)
# From the first operation of a model in it to the last one's end: what the model does not use of it counts too.
_STEPS = """
    select step::varchar as step, max(time_ns + coalesce(duration_ns, 0)) - min(time_ns) as ns
    from modules join called_operations on operation = id where phase is not null group by step
"""
# What of an operator without formula is no computation of its own: it shows or moves memory.
_NO_COMPUTATION = Trait.VIEW | Trait.UNINITIALISED | Trait.COPIES | Trait.ASSIGNS | Trait.FRAME


@dataclass(frozen=True)
class FlopCost:
    """One group. duration_ns: of the operations that have a formula, with those inside them; of a step all of it.

    share: of all FLOPs. of_peak: the speed as a share of the machine's; None if that was not measured. bytes: that the
    operations read and wrote. intensity: operations a byte; compute_bound: whether this is above what the machine's
    memory can feed.
    """

    group: str
    calls: int
    flops: int
    share: float
    duration_ns: int
    gflops_per_s: float
    of_peak: float | None
    bytes: int
    intensity: float
    compute_bound: bool | None


@dataclass(frozen=True)
class WithoutFormula:
    """An operation that computes and has no formula, with its own time."""

    name: str
    calls: int
    self_ns: int


@dataclass(frozen=True)
class FlopProfile:
    """The groups with most FLOPs. groups: how many there are. wall_ns: from the first operation to the last one's end.

    without: what computes and is not counted, longest first; unknown: of names with a formula, how many could not be
    counted; of_peak: all FLOPs in wall_ns as a share of the peak.
    """

    by: str
    costs: tuple[FlopCost, ...]
    groups: int
    flops: int
    wall_ns: int
    of_peak: float | None
    peak: Peak | None
    without: tuple[WithoutFormula, ...]
    unknown: dict[str, int]


def flop_profile(
    trace: Trace,
    by: str = "operation",
    limit: int = 20,
    peak: Peak | None = None,
    gb_per_s: float | None = None,
) -> FlopProfile:
    """Add up by `by` (one of GROUPINGS), most FLOPs first. gb_per_s: of this machine's memory.

    Raises UsageError for a grouping that is not known.
    """
    if by not in _GROUPS:
        raise UsageError(f"FLOPs can't be added up by {by!r}; known are {', '.join(_GROUPS)}.")
    flops = count_flops(trace)
    sums: dict[str, dict[str, int]] = defaultdict(lambda: dict.fromkeys(("calls", "flops", "ns", "bytes"), 0))
    for row in trace.ask(_query(by)).to_pylist() if flops.of else ():
        if row["id"] in flops.of:
            _add(sums[row["group"]], row, flops.of[row["id"]])
    if by == "step":
        for row in trace.ask(_STEPS).to_pylist():
            if row["step"] in sums:
                sums[row["step"]]["ns"] = row["ns"]
    total = flops.total
    costs = [_cost(group, known, total, peak, gb_per_s) for group, known in sums.items()]
    costs.sort(key=lambda cost: (-cost.flops, cost.group))
    wall_ns = _wall_ns(trace)
    return FlopProfile(
        by,
        tuple(costs[:limit]),
        len(costs),
        total,
        wall_ns,
        total / wall_ns / peak.gflops_per_s if peak and wall_ns else None,
        peak,
        _without(trace, set(flops.of)),
        flops.unknown,
    )


def _query(by: str) -> str:
    joined = (
        "left join modules on modules.operation = operation.id" if by in ("module", "phase", "step") else ""
    )
    return f"""
        select operation.id, {_GROUPS[by]} as "group", coalesce(duration_ns, 0) as ns, bytes_in + bytes_out as bytes
        from called_operations operation {joined}
        """


def _add(known: dict[str, int], row: dict[str, Any], flops: int) -> None:
    known["calls"] += 1
    known["flops"] += flops
    known["ns"] += row["ns"]
    known["bytes"] += row["bytes"]


def _cost(
    group: str, known: dict[str, int], total: int, peak: Peak | None, gb_per_s: float | None
) -> FlopCost:
    speed = known["flops"] / known["ns"] if known["ns"] else 0.0
    intensity = known["flops"] / known["bytes"] if known["bytes"] else 0.0
    return FlopCost(
        group,
        known["calls"],
        known["flops"],
        known["flops"] / total if total else 0.0,
        known["ns"],
        speed,
        speed / peak.gflops_per_s if peak else None,
        known["bytes"],
        intensity,
        intensity > peak.gflops_per_s / gb_per_s if peak and gb_per_s else None,
    )


def _wall_ns(trace: Trace) -> int:
    row = trace.ask(
        "select max(time_ns + coalesce(duration_ns, 0)) - min(time_ns) as wall from recorded_operations"
    ).to_pylist()[0]
    return int(row["wall"] or 0)


def _without(trace: Trace, counted: set[int]) -> tuple[WithoutFormula, ...]:
    """Return what takes time itself, neither has a formula nor runs inside what has one, and is no view or copy."""
    rows = trace.ask(f"""
        select operation.id, operation.parent, name, coalesce(self_ns, 0) as ns, inputs > 0
            and not {has_sql("traits", _NO_COMPUTATION)} as computes
        from called_operations operation order by operation.id
        """).to_pylist()
    inside: set[int] = set(counted)
    found: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    holds = {row["parent"] for row in rows}
    for row in rows:
        if row["parent"] in inside or row["id"] in counted:
            inside.add(row["id"])
        elif row["computes"] and row["id"] not in holds:
            found[row["name"]][0] += 1
            found[row["name"]][1] += row["ns"]
    ordered = sorted(found.items(), key=lambda one: -one[1][1])
    return tuple(WithoutFormula(name, calls, ns) for name, (calls, ns) in ordered)
