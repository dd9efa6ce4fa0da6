"""Masks that keep the wrong side of a threshold: `power[power <= gate]` is nothing but zeros, and has no logarithm."""

from __future__ import annotations

from math import prod

from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root
from numscope.operations.lore.formulas import short_name
from numscope.trace import Operand, Operation, Trace

_ADVICE = "Turn the comparison round (`>` for `<=`), or negate the mask (`~mask`)."
_DEEPEST = 6


def chosen_zeros(trace: Trace, operation: Operation) -> Root | None:
    """Return the line of a comparison that keeps only the zeros of what it compares, if `operation` fails on them.

    None unless the mask was made of the very values that it chooses from, and leaves out others than 0.
    """
    called = operation.user_site or operation.site
    reader, zeros = operation, next(filter(_is_zero, operation.inputs), None)
    for _ in range(_DEEPEST):
        maker = None if zeros is None else maker_of(trace, zeros, reader)
        if maker is None:
            return None
        mask = next((one for one in maker.inputs if one.is_array() and one.dtype == "bool"), None)
        if mask is not None:
            compared = maker_of(trace, mask, maker)
            site = None if compared is None else compared.user_site or compared.site
            if (
                compared is None
                or site is None
                or called is None
                or site.in_library
                or site.place == called.place
            ):
                return None
            others = [
                one for one in maker.inputs if one is not mask and one.hash is not None and not _is_zero(one)
            ]
            if not any(one.hash == other.hash for one in compared.inputs for other in others):
                return None
            values = prod(others[0].shape or ())
            said = f"keeps only the zeros of {values:,} values ({short_name(compared.name)}), and leaves out the others"
            return Root(site, Cause(f"{said}; {line_of(called, site)} has no finite result of them", _ADVICE))
        reader, zeros = maker, next(filter(_is_zero, maker.inputs), None)
    return None


def _is_zero(operand: Operand) -> bool:
    """Return whether all elements are 0. A mask is none of these."""
    known = operand.statistics
    if known is None or operand.dtype == "bool":
        return False
    return bool(known.minimum == known.maximum == 0 and not known.nans)
