"""(n,) met (n, 1) and made (n, n): all pairs in place of n differences."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from numscope.analysis.check_up.elementwise import Step, steps
from numscope.analysis.check_up.evidence import Evidence, finding_of, is_trait, last_name, reached
from numscope.analysis.check_up.finding import Finding
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation

KIND = "broadcasting"
_LEAST = 3
_SQUARE_HOPS = 8
_SUMMARIES = ("mean", "sum", "std", "var", "reduce", "average", "all", "any", "norm", "max", "min", "median")
_LOSSES = ("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "binary_cross_entropy")
_FLATTENING = ("ravel", "flatten", "reshape")
# They call a function of the program again and again for its residuals, a list, and make their squares small.
_FITS = ("least_squares", "leastsq")
_OUTER = """len(result_shape) = 2 and result_shape[1] = result_shape[2] and result_shape[1] >= 3
    and len(first_shape) + len(second_shape) = 3"""


def broadcasting(evidence: Evidence) -> Iterator[Finding]:
    """Yield lines that compare all pairs of two equally long lists, and then take one number of them."""
    calls = [
        call
        for call in evidence.calls.values()
        if is_trait(call, Trait.ELEMENTWISE) or _is_arithmetic(call.name)
    ]
    lines: dict[object, list[Step]] = {}
    for step in steps(evidence, calls, "kind = 'array' and len(shape) = 2 and shape[1] = shape[2]", _OUTER):
        shapes = {step.first.shape, step.second.shape}
        count = step.result.shape[0]
        if shapes == {(count,), (count, 1)} and count >= _LEAST:
            lines.setdefault(step.call.place, []).append(step)
    for found in lines.values():
        finding = _judge(evidence, found)
        if finding is not None:
            yield finding
    yield from _expanded_losses(evidence)


def _is_arithmetic(name: str) -> bool:
    return name in ("add", "subtract", "multiply", "divide", "eq", "ne", "lt", "le", "gt", "ge", "power")


def _judge(evidence: Evidence, found: list[Step]) -> Finding | None:
    step = found[0]
    operation = evidence.fetch([step.operation])[0]
    column = next((one for one in operation.inputs if one.shape and len(one.shape) == 2), None)
    if column is None or _is_on_purpose(evidence, operation, column):
        return None
    taker = _taker(evidence, operation, step.result.shape[0])
    if taker is None:
        return None
    count = step.result.shape[0]
    site = taker.user_site or taker.site
    problem = (
        f"{step.call.name} of ({count},) and ({count}, 1) made ({count}, {count}): {count * count:,} numbers, all "
        f"pairs, where {count:,} were meant; {last_name(taker)} at line "
        f"{site.line if site else '?'} takes them together"
    )
    return finding_of(KIND, step.call, step.operation, len(found), problem, _FIX)


_FIX = "give both one shape before: `p.ravel()`, `p[:, 0]` or `p.squeeze(1)` of the (n, 1) one"


def _taker(evidence: Evidence, operation: Operation, count: int) -> Operation | None:
    """Return what makes one number of the square: a summary, or the fit to which the flattened square goes back."""
    # A robust loss takes several lines: whatever keeps all pairs is followed until one takes them together.
    for later in reached(evidence, operation, _SQUARE_HOPS, partial(_keeps_square, count)):
        if _is_summary(later):
            return later
        if last_name(later) in _FLATTENING and operation.parent is not None:
            (outer,) = evidence.fetch([operation.parent])
            if last_name(outer) in _FITS:
                return outer
    return None


def _keeps_square(count: int, operation: Operation) -> bool:
    """Return whether an operation gives a square of this many rows again."""
    return any(one.shape == (count, count) for one in operation.outputs)


def _is_summary(operation: Operation) -> bool:
    """Return whether the operation makes one number of a square."""
    square = any(len(one.shape or ()) == 2 for one in operation.inputs)
    one_number = any(
        not one.shape and one.kind in ("scalar", "array", "float", "int") for one in operation.outputs
    )
    return square and one_number and last_name(operation) in _SUMMARIES


def _is_on_purpose(evidence: Evidence, operation: Operation, column: Operand) -> bool:
    """Return whether the program put the axis there for this: `x[:, None]`, or both sides show one array."""
    others = [one for one in operation.inputs if one.is_array() and one is not column]
    if any(_same_memory(column, other) for other in others):
        return True
    makers = evidence.trace.ask(
        """
        select distinct operation from operand_layouts
        where operation <= ? and operation > ? and role = 'output' and address = ?
        order by operation desc limit 4
        """,
        [operation.id - 1, operation.id - 5000, column.address or 0],
    )["operation"].to_pylist()
    for maker in evidence.fetch(makers):
        if not any(one.hash == column.hash and one.shape == column.shape for one in maker.outputs):
            continue
        if "None" in str(maker.scalars.get("1", "")) or last_name(maker) in (
            "expand_dims",
            "unsqueeze",
            "meshgrid",
        ):
            return True
        same_line = maker.user_site is not None and maker.user_site == operation.user_site
        # `returns[rows]` of an (n, 1) array takes rows: the axis was there before.
        column_before = any(one.shape and len(one.shape) == 2 and one.shape[1] == 1 for one in maker.inputs)
        shapes_it = last_name(maker) in ("reshape", "__getitem__", "transpose", "view")
        if same_line and shapes_it and not column_before:
            return True
    return False


def _same_memory(one: Operand, other: Operand) -> bool:
    places = {one.address, one.owner} - {None}
    return bool(places & ({other.address, other.owner} - {None}))


def _expanded_losses(evidence: Evidence) -> Iterator[Finding]:
    """Yield losses of two arrays that were stretched against each other: one along rows, the other along columns."""
    rows = evidence.rows(
        """
        select o.id, any_value(o.call) as call, any_value(shape) shape, count(*) times from recorded_operations o
            join operand_layouts on operation = o.id
        where o.call in {calls} and role = 'input' and len(shape) = 2 and shape[1] = shape[2] and shape[1] >= 3
            and ((strides[1] = 0) <> (strides[2] = 0))
        group by o.id having count(distinct strides[1] = 0) = 2 order by o.id
        """,
        evidence.named(*_LOSSES),
    )
    seen: set[object] = set()
    for row in rows:
        call = evidence.calls[row["call"]]
        if call.place in seen:
            continue
        seen.add(call.place)
        count = row["shape"][0]
        times = sum(evidence.calls[other["call"]].place == call.place for other in rows)
        pairs = f"all {count * count:,} pairs where {count:,} were meant"
        problem = f"{call.name} of ({count},) and ({count}, 1) compares {pairs}"
        yield finding_of(KIND, call, row["id"], times, problem, _FIX)
