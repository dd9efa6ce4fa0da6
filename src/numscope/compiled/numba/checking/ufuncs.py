"""Calls of @vectorize and @guvectorize functions, made again element by element with their Python function."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from numscope.compiled.numba.checking.finding import Finding
from numscope.compiled.numba.checking.values import difference
from numscope.probes.numba.adapter import dispatcher_of

# Each is a call of the Python function.
_MOST_ELEMENTS = 20_000


def check_ufunc(ufunc: Any, arguments: tuple[Any, ...], result: Any, tolerance: int) -> Finding | str | None:
    """Return what differs between `result` and Python's; why that is not known, as text; or None where all is well."""
    function = python_function(ufunc)
    if getattr(result, "size", 1) > _MOST_ELEMENTS:
        return f"it has more than {_MOST_ELEMENTS:,} elements"
    again = _generalised if getattr(_plain(ufunc), "signature", None) else _elementwise
    try:
        with np.errstate(all="ignore"):
            python = again(ufunc, function, copy.deepcopy(arguments), result)
    except Exception as error:  # noqa: BLE001 - whatever the user's function raises is the answer
        said: str | None = f"compiled returns, Python raises {type(error).__name__}: {error}"
    else:
        said = difference(result, python, tolerance)
        said = f"the results differ: {said}" if said else None
    if said is None:
        return None
    code = function.__code__
    inputs = ", ".join(_shown(value) for value in arguments)
    return Finding("differs", function.__name__, code.co_filename, code.co_firstlineno, said, inputs)


def python_function(ufunc: Any) -> Any:
    """The function that `ufunc` was made of."""
    made_of = getattr(ufunc, "gufunc_builder", None) or dispatcher_of(ufunc)
    return getattr(made_of, "py_func", None)


def _plain(ufunc: Any) -> Any:
    return getattr(ufunc, "ufunc", ufunc)


def _elementwise(ufunc: Any, function: Callable[..., Any], arguments: tuple[Any, ...], result: Any) -> Any:
    inputs = np.broadcast_arrays(*arguments[: _plain(ufunc).nin])
    values = [function(*items) for items in zip(*(array.flat for array in inputs), strict=True)]
    dtype = np.asarray(result).dtype
    return np.array([dtype.type(value) for value in values], dtype).reshape(np.shape(result))


def _generalised(ufunc: Any, function: Callable[..., Any], arguments: tuple[Any, ...], result: Any) -> Any:
    """The function on each stack of core arrays; outputs begin as those that were given, or as zeros."""
    plain = _plain(ufunc)
    sides = re.sub(r"\s", "", plain.signature).split("->")
    ranks = [[_rank(core) for core in re.findall(r"\(([^)]*)\)", side)] for side in sides]
    results = result if isinstance(result, tuple) else (result,)
    given = [np.asarray(value) for value in arguments[: plain.nin]]
    outputs = [np.zeros_like(np.asarray(one)) for one in results]
    for output, before in zip(outputs, arguments[plain.nin :], strict=False):
        output[...] = before
    loop = np.shape(outputs[0])[: np.ndim(outputs[0]) - ranks[1][0]]
    spread = [
        np.broadcast_to(array, loop + array.shape[array.ndim - rank :])
        for array, rank in zip(given, ranks[0], strict=True)
    ]
    scalars = list(_scalar_inputs(ufunc))
    for place in np.ndindex(*loop):
        cores = [
            array[place] if rank or scalar else array[place][np.newaxis]
            for array, rank, scalar in zip(spread, ranks[0], scalars, strict=False)
        ]
        outs = [
            output[(*place, ...)] if rank else output[(*place, np.newaxis, ...)].reshape(1)
            for output, rank in zip(outputs, ranks[1], strict=True)
        ]
        function(*cores, *outs)
        for output, out, rank in zip(outputs, outs, ranks[1], strict=True):
            if not rank:
                output[place] = out[0]
    return tuple(outputs) if isinstance(result, tuple) else outputs[0]


def _rank(core: str) -> int:
    return len(core.split(",")) if core else 0


def _scalar_inputs(ufunc: Any) -> Iterator[bool]:
    """Of each input whether the Python function takes it as a number and not as an array of one item."""
    versions = ufunc.gufunc_builder.nb_func.overloads
    signature = next(iter(versions.values())).signature if versions else None
    for kind in signature.args if signature is not None else ():
        yield not hasattr(kind, "ndim")


def _shown(value: Any) -> str:
    if isinstance(value, np.ndarray) and value.size > 6:
        return f"{value.dtype}{list(value.shape)}"
    return repr(value)[:60]
