"""Results outside of a function's range that follow from angles in degrees: sine and cosine take radians."""

from __future__ import annotations

import math

from numscope.analysis.concepts.line_names import place_beside
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root, at_line_of
from numscope.analysis.nan.upstream import upstream
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.nonfinite import MULTIPLIES, OF_ANGLES, TO_RADIANS, advice
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Trace

_CONVERTED = """
    select user_file as file, user_line as line from operations
    where name in (select unnest(?::varchar[])) and user_line is not null order by id limit 1
"""
_DEEPEST = 8
# Angles in radians may have gone around twice; degrees mostly are larger.
_LEAST_DEGREES, _MOST_DEGREES = 4 * math.pi, 360


def degrees(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that took the sine or cosine of degrees, of which `operation` made NaN.

    Only of a program that converts other angles to radians: what it has in degrees it has by choice. An overflow has
    another cause: sines and cosines are at most 1.
    """
    if "overflow" in operation.floating_point:
        return None
    converts = trace.ask(_CONVERTED, [sorted(TO_RADIANS)]).to_pylist()
    if not converts:
        return None
    for maker, _ in upstream(trace, operation, lambda operand: operand.is_array(), _DEEPEST):
        site = maker.user_site or maker.site
        name = function_name(maker.name)
        largest = max(map(_size, maker.inputs), default=0.0)
        if (
            name in OF_ANGLES
            and _LEAST_DEGREES < largest <= _MOST_DEGREES
            and site is not None
            and not site.in_library
            and not _scaled(trace, maker)
        ):
            said = (
                f"takes the {OF_ANGLES[name]} of numbers up to {largest:.4g}, which look like degrees: "
                f"{place_beside(converts[0]['file'], converts[0]['line'], site.file)} "
                "converts others to radians"
            )
            return Root(site, Cause(f"{said}{at_line_of(operation, site)}", advice("degrees", maker.name)))
    return None


def _scaled(trace: Trace, operation: Operation) -> bool:
    """Return whether angles were made by scaling, as days were to radians: degrees are data."""
    makers = [maker_of(trace, one, operation) for one in operation.inputs]
    return any(maker is not None and _scales(maker) for maker in makers)


def _scales(maker: Operation) -> bool:
    return bool(maker.traits & Trait.DIVIDES) or function_name(maker.name) in MULTIPLIES


def _size(operand: Operand) -> float:
    known = operand.statistics
    return 0.0 if known is None else max(abs(known.minimum), abs(known.maximum))
