"""Missing values of the data that a later line spreads, or hands on although it could leave them out."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.missing import nans_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root
from numscope.operations.lore.formulas import function_name, short_name
from numscope.operations.lore.spreading import LEAVES_OUT_BY, SPREADS
from numscope.trace import Operand, Operation, Trace

_ADVICE = (
    "Fill or leave out missing values before it, or take what passes over them (fmax in place of maximum)."
)
# Where results have so many times the NaN of the inputs, or so large a part of the numbers is lost.
_LEAST, _LEAST_LOST = 1.25, 0.25
_MOST_LOOKED_AT = 20
_CANDIDATES = """
    with known as (
        select id, regexp_matches(name, ?) as spreads, name in (select unnest(?::varchar[])) as leaves_out
        from operations where id > ? and depth = 0 and process = ? and not coalesce(in_library, false)
    )
    {} from known where spreads or leaves_out
"""
_SPREADERS = f"""
    with chosen as (
        {_CANDIDATES.format("select *")}
    ), counted as (
        select operation, max(nans) filter (not "after") as before, max(nans) filter ("after") as later
        from nonfinite_operands where operation in (select id from chosen) group by operation
    )
    select id from counted join chosen on operation = id
    where before > 0 and later > 0 and (spreads and later > before or leaves_out)
    order by id limit {_MOST_LOOKED_AT}
"""


def spreading(trace: Trace, operation: Operation) -> Root | None:
    """Return the first line that makes many NaN of the few that `operation` put into the data, or hands them on."""
    begun = _put_back(trace, operation)
    if begun is not None:
        return _widened(begun, operation)
    named = [SPREADS, list(LEAVES_OUT_BY), operation.id, operation.process]
    # Without any, what is not finite need not be looked through: of a large trace it takes long.
    if not trace.ask(_CANDIDATES.format("select 1") + " limit 1", named).num_rows:
        return None
    found = trace.operations.fetch(trace.ask(_SPREADERS, named)["id"].to_pylist())
    spreader = next((one for one in found if one.name in LEAVES_OUT_BY or _spreads(one)), None)
    site, given = None if spreader is None else spreader.user_site, operation.user_site
    if spreader is None or site is None or given is None:
        return None
    policy = LEAVES_OUT_BY.get(spreader.name)
    if policy is not None:
        said = f"hands on the missing values of {line_of(given, site)}: {spreader.name} keeps them by default"
        return Root(site, Cause(said, f"Leave them out: `{policy}`."))
    return Root(
        site,
        Cause(f"{_counts(spreader)}: these come from {line_of(given, site)}, and it hands each on", _ADVICE),
    )


def _put_back(trace: Trace, operation: Operation) -> Operation | None:
    """Return what made the array whose NaN a `where` only puts back: `np.where(np.isnan(x), np.nan, y)`."""
    if function_name(operation.name) != "where":
        return None
    conditions = [one for one in operation.inputs if one.dtype == "bool"]
    tests = [maker_of(trace, one, operation) for one in conditions]
    for test in tests:
        if test is not None and function_name(test.name) == "isnan" and test.inputs:
            return maker_of(trace, test.inputs[0], test)
    return None


def _widened(maker: Operation, put_back: Operation) -> Root | None:
    """Return the line of `maker` if it made more NaN of those that it was given."""
    site, again = maker.user_site, put_back.user_site
    if site is None or again is None or not _spreads(maker):
        return None
    return Root(site, Cause(f"{_counts(maker)}, and {line_of(again, site)} puts them back", _ADVICE))


def _most(operands: Iterable[Operand]) -> tuple[int, int]:
    """Return how many NaN the operand with most of them has, and how many elements."""
    return max(((nans_of(one), prod(one.shape or ())) for one in operands), default=(0, 0))


def _spreads(operation: Operation) -> bool:
    (before, size), (later, _) = _most(operation.inputs), _most(operation.outputs)
    return bool(before) and (later >= _LEAST * before or later - before >= _LEAST_LOST * (size - before) > 0)


def _counts(operation: Operation) -> str:
    (before, _), (later, _) = _most(operation.inputs), _most(operation.outputs)
    return f"makes {later:,} NaN of {before:,} in {short_name(operation.name)}"
