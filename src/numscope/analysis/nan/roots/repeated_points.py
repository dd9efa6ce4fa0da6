"""Interpolations between points of which one stands twice: the slope between the two is a division by 0."""

from __future__ import annotations

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.own_operations import own_before
from numscope.analysis.nan.root import Root, at_line_of
from numscope.operations.lore.outside import DIVIDES_BY_STEPS
from numscope.trace import Operation, Trace

_MOST = 20
_ADVICE = "Keep one value for each point (`unique` tells where), or the mean of those that stand at it."


def repeated_point(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that gave an interpolation a point twice, if nothing that `operation` asks lies outside."""
    owner, _, called = operation.name.rpartition(".")
    if owner not in DIVIDES_BY_STEPS or called != "__call__" or not operation.inputs:
        return None
    asked = numbers_of(operation.inputs[-1])
    held = {one.hash for one in operation.inputs}
    for made in own_before(trace, operation, [owner], _MOST)[::-1]:
        arrays = [one for one in made.inputs if one.is_array()]
        if held.isdisjoint(one.hash for one in arrays):
            continue
        points = numbers_of(arrays[0])
        site = made.user_site
        if asked is None or points is None or site is None or not (asked.size and points.size):
            return None
        kept, counts = np.unique(points, return_counts=True)
        twice = kept[counts > 1]
        if not twice.size or asked.min() < kept[0] or asked.max() > kept[-1]:
            return None
        stand = "1 stands" if twice.size == 1 else f"{twice.size:,} stand"
        said = f"gives `{owner.rpartition('.')[2]}` {points.size:,} points of which {stand} there twice ({twice[0]:g})"
        return Root(site, Cause(said + at_line_of(operation, site), _ADVICE))
    return None
