"""A result that comes from Numba's cache, compiled with a callee that has changed since.

Numba's cache looks at the file of the function alone (its manual, "Caching limitations").
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from numscope.probes.numba.adapter.compiler import index_of_cached


def stale_callee(dispatcher: Any) -> str:
    """Return in words which callee of a function that was loaded from the cache is newer; "" where none is."""
    index = index_of_cached(dispatcher)
    if index is None or not os.path.exists(index):
        return ""
    written = os.path.getmtime(index)
    for callee in _callees(dispatcher.py_func, set()):
        file = callee.__code__.co_filename
        if os.path.exists(file) and os.path.getmtime(file) > written:
            place = f"{os.path.relpath(file)}:{callee.__code__.co_firstlineno}"
            files = os.path.relpath(index).rpartition(".")[0]
            return (
                f"`{dispatcher.py_func.__name__}` comes from Numba's cache, which holds it with an older "
                f"`{callee.__name__}` ({place}): delete {files}*"
            )
    return ""


def _callees(function: Any, seen: set[Any]) -> Iterator[Any]:
    """The compiled functions that a function names, and those that they name."""
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    named = [function.__globals__.get(name) for name in function.__code__.co_names]
    for value in (*named, *cells):
        callee = getattr(value, "py_func", None)
        if callee is not None and callee not in seen:
            seen.add(callee)
            yield callee
            yield from _callees(callee, seen)
