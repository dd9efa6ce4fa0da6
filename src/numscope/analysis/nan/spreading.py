"""Missing values of the data that a later line spreads, or hands on although it could leave them out."""

from __future__ import annotations

from numscope.analysis.concepts.missing import nans_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root
from numscope.operations.lore.formulas import function_name, short_name
from numscope.operations.lore.spreading import LEAVES_OUT_BY, SPREADS
from numscope.trace import Operation, Trace

_ADVICE = (
    "Fill or leave out missing values before it, or take what passes over them (fmax in place of maximum)."
)
# Where the results of one operation have so many times the NaN of its inputs.
_LEAST = 1.25
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
    select id, before, later from counted join chosen on operation = id
    where before > 0 and later > 0 and (spreads and later >= ? * before or leaves_out)
    order by id limit 1
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
    rows = trace.ask(_SPREADERS, [*named, _LEAST]).to_pylist()
    given = operation.user_site
    if not rows or given is None:
        return None
    spreader = trace.operations[rows[0]["id"]]
    site = spreader.user_site
    if site is None:
        return None
    policy = LEAVES_OUT_BY.get(spreader.name)
    if policy is not None:
        said = f"hands on the missing values of line {given.line}: {spreader.name} keeps them by default"
        return Root(site, Cause(said, f"Leave them out: `{policy}`."))
    counts = f"makes {rows[0]['later']:,} NaN of {rows[0]['before']:,} in {short_name(spreader.name)}"
    return Root(site, Cause(f"{counts}: these come from line {given.line}, and it hands each on", _ADVICE))


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
    before, later = max(map(nans_of, maker.inputs), default=0), max(map(nans_of, maker.outputs), default=0)
    site, again = maker.user_site, put_back.user_site
    if site is None or again is None or not before or later < _LEAST * before:
        return None
    counts = f"makes {later:,} NaN of {before:,} in {short_name(maker.name)}"
    return Root(site, Cause(f"{counts}, and line {again.line} puts them back", _ADVICE))
