"""Filters and systems that feed their results back: what overflows in them is wrong in their coefficients."""

from __future__ import annotations

from typing import Any

import numpy as np

from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root
from numscope.errors import NumscopeError
from numscope.operations.lore.recursions import WEIGHTS_AT
from numscope.trace import Operand, Operation, Trace

_ADVICE = (
    "Design it in second-order sections (`output='sos'`, sosfilt), at a lower order, or check its poles."
)


def recursion(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that made the coefficients of a recursion that overflowed on finite inputs."""
    place = WEIGHTS_AT.get(operation.name)
    if place is None or "overflow" not in operation.floating_point:
        return None
    weights = next((one for one in operation.inputs if one.position == place and one.is_array()), None)
    maker = None if weights is None else maker_of(trace, weights, operation)
    site = None if maker is None else maker.user_site or maker.site
    if weights is None or maker is None or site is None or site.in_library:
        return None
    called, name = operation.user_site or operation.site, operation.name.rpartition(".")[2]
    where = f" ({line_of(called, site)})" if called is not None and not called.in_library else ""
    return Root(site, Cause(f"makes an unstable filter: {_poles(weights)}`{name}`{where} overflows", _ADVICE))


def _poles(weights: Operand) -> str:
    """Return how far outside the unit circle the poles lie; nothing where they do not show it."""
    try:
        value: Any = np.asarray(weights.value(), float)
    except (NumscopeError, ValueError, TypeError):
        return ""
    rows = value[:, 3:] if value.ndim == 2 and value.shape[1] == 6 else value.reshape(1, -1)
    poles = (
        np.abs(np.concatenate([np.roots(row) for row in rows])) if np.isfinite(rows).all() else np.zeros(0)
    )
    outside = int((poles > 1).sum())
    if not outside:
        return ""
    return f"{outside} of {poles.size} poles lie outside the unit circle (up to {poles.max():.6g}), "
