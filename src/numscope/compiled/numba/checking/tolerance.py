"""How far apart the results of right code may lie.

Numba adds the elements of an array one after the other, NumPy in pairs; with fastmath or in parallel loops the order is
another again. The error of n additions in a row is at most n units of the sum of the magnitudes (N. J. Higham, Accuracy
and Stability of Numerical Algorithms, 2nd ed., section 4.2), so that many units may two right results lie apart.
"""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from numscope.compiled.numba.checking.finding import Call
from numscope.compiled.numba.checking.values import Tolerance
from numscope.compiled.numba.explaining.source import Source
from numscope.probes.numba.adapter.compiler import as_dtype, numba_types

_REDUCTIONS = frozenset(
    [
        "sum",
        "nansum",
        "mean",
        "nanmean",
        "average",
        "std",
        "nanstd",
        "var",
        "nanvar",
        "prod",
        "nanprod",
        "cumsum",
        "cumprod",
        "dot",
        "vdot",
        "matmul",
        "trace",
        "norm",
        "convolve",
        "correlate",
        "cov",
        "corrcoef",
        "trapz",
        "trapezoid",
        "inner",
        "outer",
        "kron",
    ]
)


def tolerance_of(call: Call, units: int) -> Tolerance:
    """Return what a call's result may differ by: `units`, for each element that one number of it may sum up."""
    function = call.dispatcher.py_func
    reordered = call.options.get("fastmath") or call.options.get("parallel") or _reduces(function, set())
    return Tolerance(units * (_largest(call) if reordered else 1), _kind(call), bool(reordered))


def _largest(call: Call) -> int:
    return (
        max((int(np.size(value)) for value in call.arguments if isinstance(value, np.ndarray)), default=1)
        or 1
    )


def _kind(call: Call) -> np.dtype[Any] | None:
    """Return the type of a float that the call returns: Numba hands it out as a float of Python's, of 64 bits."""
    import numba

    types = numba_types()
    given = tuple(numba.typeof(value) for value in call.arguments)
    signatures = call.dispatcher.nopython_signatures
    fitting = [one for one in signatures if tuple(one.args) == given] or signatures
    returned = {one.return_type for one in fitting}
    if len(returned) == 1 and isinstance(one := returned.pop(), (types.Float, types.Complex)):
        found: np.dtype[Any] = as_dtype(one)
        return found
    return None


def _reduces(function: Any, met: set[Any]) -> bool:
    """Tell whether a function, or a compiled one of its module's that it calls, sums up arrays in one call."""
    met.add(function)
    code = function.__code__
    definition = Source.of(code.co_filename).function(function.__name__, code.co_firstlineno + 1)
    products = definition is not None and any(isinstance(node, ast.MatMult) for node in ast.walk(definition))
    if products or _REDUCTIONS.intersection(code.co_names):
        return True
    named = (function.__globals__.get(name) for name in code.co_names)
    inner = (getattr(value, "py_func", None) for value in named)
    return any(_reduces(one, met) for one in inner if one is not None and one not in met)
