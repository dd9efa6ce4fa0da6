"""Products that became 0 for being too small: the line that multiplies in each turn is to blame, not the logarithm.

A number that is multiplied by probabilities again and again leaves its type's range after some hundred turns (Rabiner,
"A tutorial on hidden Markov models", 1989, section V.A).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from numscope.analysis.nan.arithmetic import explain
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root, at_line_of, left_by
from numscope.analysis.nan.roots.growth import EARLIER, at_call
from numscope.analysis.nan.roots.put_to_zero import OF_ZEROS
from numscope.analysis.nan.upstream import upstream
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.nonfinite import MULTIPLIES
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Trace

# The sizes of what the runs of one call left, in the order of time, until the one that is asked about.
_SIZES = f"""
    select operation as id, greatest(abs(minimum), abs(maximum)) as size
    from operand_contents
    where operation in (select id from operations where {EARLIER} or id = ?) and role in ('output', 'mutated')
        and minimum is not null
    order by operation
"""
_ADVICE = (
    "Divide by the sum in each turn and add up the logarithms of these sums, or add logarithms (logsumexp)."
)
_DEEPEST = 6
_FEWEST_TURNS = 5
# A recursion that begins anew does so with numbers so many times larger than those with which another one ended.
_ANEW = 1e6


@dataclass(frozen=True)
class _Fall:
    """How the results of a call fell. turns: how many until they were 0; last: their size before."""

    turns: int
    first: float
    last: float
    zero: int


def vanished(trace: Trace, operation: Operation) -> Root | None:
    """Return the line whose product fell to 0 from turn to turn, of which `operation` has no result."""
    called = operation.user_site or operation.site
    found = None if called is None else explain(operation, called.source)
    if called is None or found is None or not OF_ZEROS.search(found.sentence):
        return None
    product = _product(trace, operation)
    site = None if product is None else product.user_site or product.site
    if product is None or site is None or site.in_library or site.place == called.place:
        return None
    fall = _fall(trace, product)
    if fall is None or not _feeds_itself(trace, trace.operations[fall.zero], product):
        return None
    said = f"multiplies numbers down to 0 in {fall.turns:,} turns, from {fall.first:.3g} to {fall.last:.3g}"
    ending = at_line_of(operation, site, left_by(operation))
    return Root(site, Cause(f"{said}: too small for {product.outputs[0].dtype}{ending}", _ADVICE))


def _product(trace: Trace, operation: Operation) -> Operation | None:
    """Return the nearest product that gave the zeros of which `operation` has no result."""
    reader, zeros = operation, list(filter(_all_zero, operation.inputs[-1:]))
    for _ in range(_DEEPEST):
        maker = maker_of(trace, zeros[0], reader) if zeros else None
        if maker is None or maker.traits & Trait.CONTRACTS or function_name(maker.name) in MULTIPLIES:
            return maker
        # A row of a table is all 0 where the table is not: what made this content before?
        part = zeros if maker.traits & (Trait.VIEW | Trait.READS_PART) else []
        reader, zeros = maker, list(filter(_all_zero, maker.inputs)) or part
    return None


def _all_zero(operand: Operand) -> bool:
    known = operand.statistics
    return known is not None and not known.nonfinite and known.minimum == known.maximum == 0


def _fall(trace: Trace, product: Operation) -> _Fall | None:
    """Return how the results of a call fell to 0; None unless they came near to the end of their type before."""
    rows = trace.ask(_SIZES, [*at_call(product), product.id])
    ids, sizes = rows["id"].to_pylist(), rows["size"].to_pylist()
    zero = len(sizes)
    while zero and sizes[zero - 1] == 0:
        zero -= 1
    start = zero - 1
    while start > 0 and sizes[start - 1] > 0 and sizes[start] < _ANEW * sizes[start - 1]:
        start -= 1
    turns = zero - start
    if zero == len(sizes) or turns < _FEWEST_TURNS:
        return None
    dtype = product.outputs[0].dtype if product.outputs else None
    first, last = sizes[start], sizes[zero - 1]
    steepest = min(
        after / before for before, after in zip(sizes[start:], sizes[start + 1 : zero], strict=False)
    )
    # One more turn as steep as the steepest of those before, squared: numbers differ from turn to turn.
    if dtype not in _SMALLEST or last * steepest**2 > _SMALLEST[dtype]:
        return None
    return _Fall(turns, first, last, ids[zero])


_SMALLEST = {name: float(np.finfo(name).smallest_subnormal) for name in ("float16", "float32", "float64")}


def _feeds_itself(trace: Trace, zero: Operation, product: Operation) -> bool:
    """Return whether the call at which the results became 0 was given what it gave in the turn before."""
    makers = (one for one, _ in upstream(trace, zero, Operand.is_array, _DEEPEST))
    return any(one.name == product.name and one.user_site == zero.user_site for one in makers)
