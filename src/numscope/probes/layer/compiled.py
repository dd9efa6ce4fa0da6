"""A public API of which functions compiled by Cython are watched too, and objects that are called as functions."""

from __future__ import annotations

import sys
from typing import Any

from numscope.probes.layer.entry import Entry
from numscope.probes.layer.surface import Surface

_CYTHON = "cython_function_or_method"


class CompiledSurface(Surface):
    """A surface whose compiled functions have a vectorcall pointer, and whose ufuncs NumPy's probe records."""

    def _function(self, path: str, value: Any) -> Entry:
        entry = super()._function(path, value)
        if entry.function is not None or not entry.computes:
            return entry
        if is_cython(value):
            return Entry(self._name(path), value)
        if is_ufunc(value):
            return Entry(self._name(path), reason="a ufunc: NumPy's probe records it", computes=False)
        method = getattr(value, "__func__", None)
        if method is not None:
            return Entry(self._name(path), method, value.__name__)
        return self._object(path, value) or entry

    def _object(self, path: str, value: Any) -> Entry | None:
        """Return how calls of an object of a class of the library are seen; None: they are not."""
        if self._owns(type(value)):
            return Entry(self._name(path), reason="an object: its methods are recorded", computes=False)
        return None

    def _member(self, path: str, attribute: str, member: Any) -> Entry:
        entry = super()._member(path, attribute, member)
        if entry.function is None and entry.computes and is_cython(member):
            return Entry(entry.name, member)
        return entry


def is_cython(value: Any) -> bool:
    """Return whether a value is a function or a method that Cython compiled."""
    return type(value).__name__ == _CYTHON


def is_ufunc(value: Any) -> bool:
    """Return whether a value is a NumPy ufunc, without importing NumPy."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.ufunc)
