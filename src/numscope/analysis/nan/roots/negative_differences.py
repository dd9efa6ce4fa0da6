"""Differences below 0 of numbers that are not: the line that subtracts is to blame, not the logarithm or root of them.

Where most of its results are negative, the sign is wrong (variances of independent errors add up), or the order is.
"""

from __future__ import annotations

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root, at_line_of
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.nonfinite import LOGARITHMS, MULTIPLIES, ORDERS, ROOTS, SUBTRACTS
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Trace

_ADVICE = (
    "Look whether `+` is meant, as variances of independent errors add up, or the other order of the two."
)
_DEEPEST = 6
_HANDS_ON = Trait.VIEW | Trait.COPIES | Trait.READS_PART
_DIVIDES = frozenset(("divide", "__truediv__"))
# Of all runs of a call: how many there are, and in how many the results are negative on the whole.
_RUNS = """
    select count(*) as runs, count(*) filter (mean < 0) as negative from operand_contents
    where role in ('output', 'mutated') and mean is not null and operation in (
        select id from operations where process = ? and name = ?
            and user_site = (select user_site from operations where id = ?))
"""
_GIVEN = ("input", "argument")
_GIVEN_IN_RUNS = """
    select role, position, coalesce(minimum, real, integer) as low, coalesce(maximum, real, integer) as high
    from operand_contents where operation in (
        select id from operations where process = ? and name = ?
            and user_site = (select user_site from operations where id = ?))
        and list_contains(?::varchar[], role) and coalesce(minimum, real, integer) is not null
    order by operation
"""
_READERS = """
    select distinct operations.name from operands join operations on operation = operations.id
    where hash = ? and role = 'input'
"""


def negative_difference(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that subtracts, of whose negative difference `operation` takes the logarithm or the root.

    None where less than half of its results are negative, or where the program looks at their sign.
    """
    called = operation.user_site or operation.site
    if called is None or function_name(operation.name) not in LOGARITHMS | ROOTS:
        return None
    difference = _difference(trace, operation)
    site = None if difference is None else difference.user_site
    if difference is None or site is None or site.in_library or site.place == called.place:
        return None
    runs, negative = _runs(trace, difference)
    if 2 * negative <= runs or _is_compared(trace, difference.outputs[0]):
        return None
    lows = [low for one in _numbers(difference) if (low := _lowest(one)) is not None]
    of = "is negative" if runs == 1 else f"is negative in {negative:,} of {runs:,} runs"
    if len(lows) == 2 and min(lows) >= 0:
        said = f"subtracts the larger of two numbers that are not negative: the difference {of}"
    elif (taken := _taken_in_each_run(trace, difference)) is not None:
        said = f"subtracts {taken:.4g} from a number that was positive at first: the difference {of}"
    else:
        return None
    return Root(site, Cause(f"{said}{at_line_of(operation, site)}", _ADVICE))


def _numbers(difference: Operation) -> list[Operand]:
    return [one for one in difference.operands if one.role in _GIVEN and one.position is not None]


def _taken_in_each_run(trace: Trace, difference: Operation) -> float | None:
    """Return the positive number that all runs of a call subtracted, if what is left became negative by turns.

    What is left of a recursion in one turn goes into the next one: there it may be negative before the number is
    subtracted. None if the first run of all was given negative numbers, or if a count is only taken down.
    """
    makers = [maker_of(trace, one, difference) for one in _numbers(difference)]
    if any(
        one is not None and (one.name, one.user_site) == (difference.name, difference.user_site)
        for one in makers
    ):
        return None
    rows = trace.ask(
        _GIVEN_IN_RUNS, [difference.process, difference.name, difference.id, list(_GIVEN)]
    ).to_pylist()
    series: dict[tuple[str, int], list[tuple[float, float]]] = {}
    for row in rows:
        series.setdefault((row["role"], row["position"]), []).append((row["low"], row["high"]))
    same = [one for one in series.values() if len(set(one)) == 1 and one[0][0] == one[0][1] > 0]
    others = [one for one in series.values() if len(set(one)) > 1]
    if len(series) != 2 or len(same) != 1 or len(others) != 1 or others[0][0][0] < 0:
        return None
    return same[0][0][0]


def _difference(trace: Trace, operation: Operation) -> Operation | None:
    """Return the difference of which `operation` was given a positive multiple."""
    reader, given = operation, operation.inputs[0] if operation.inputs else None
    for _ in range(_DEEPEST):
        maker = None if given is None or not _has_negative(given) else maker_of(trace, given, reader)
        if maker is None:
            return None
        if function_name(maker.name) in SUBTRACTS:
            return maker if maker.outputs else None
        reader, given = maker, _scaled(maker)
    return None


def _scaled(maker: Operation) -> Operand | None:
    """Return the input of which `maker` gives a positive multiple, or a part, as it is."""
    negative = [one for one in maker.inputs if _has_negative(one)]
    others = [low for one in maker.inputs if one not in negative and (low := _lowest(one)) is not None]
    scales = function_name(maker.name) in MULTIPLIES | _DIVIDES and all(low > 0 for low in others)
    return negative[0] if len(negative) == 1 and (scales or maker.traits & _HANDS_ON) else None


def _lowest(operand: Operand) -> float | None:
    if operand.statistics is not None:
        return operand.statistics.minimum
    value = numbers_of(operand) if operand.kind in ("scalar", "float", "int") else None
    return None if value is None else float(value)


def _has_negative(operand: Operand) -> bool:
    lowest = _lowest(operand)
    return lowest is not None and lowest < 0


def _runs(trace: Trace, difference: Operation) -> tuple[int, int]:
    """Return how many runs of a call there were, and in how many the difference was negative.

    Of one run, its elements: more than half of them count as negative.
    """
    [row] = trace.ask(_RUNS, [difference.process, difference.name, difference.id]).to_pylist()
    values = numbers_of(difference.outputs[0])
    if values is not None and values.size > 1 and 2 * (values < 0).sum() <= values.size:
        return row["runs"], 0
    return row["runs"], row["negative"]


def _is_compared(trace: Trace, difference: Operand) -> bool:
    """Return whether the program asks whether a difference is larger than something."""
    if difference.hash is None:
        return True
    names = trace.ask(_READERS, [difference.hash])["name"].to_pylist()
    return any(function_name(name) in ORDERS for name in names)
