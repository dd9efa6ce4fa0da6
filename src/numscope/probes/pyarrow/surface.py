"""pyarrow's public API: functions and methods compiled by Cython, named after the class that has them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numscope.probes.layer.borders import BORDER_METHODS
from numscope.probes.layer.compiled import CompiledSurface, is_cython
from numscope.probes.layer.entry import Entry

# The functions of `pyarrow` itself that make or join arrays; the others make types, buffers and settings.
_MAKING = frozenset(
    (
        *("array", "arange", "chunked_array", "nulls", "record_batch", "repeat", "table"),
        *("concat_arrays", "concat_batches", "concat_tables", "deserialize_pandas", "serialize_pandas"),
    )
)


class ArrowSurface(CompiledSurface):
    """A surface whose methods stand under the class that defines them."""

    def classes_found(self) -> dict[type, str]:
        """Return the public classes, base classes first: a compiled method is one object for all derived from them."""
        found = super().classes_found()
        return dict(sorted(found.items(), key=lambda item: len(item[0].__mro__)))

    def _function(self, path: str, value: Any) -> Entry:
        if "." not in path and path not in _MAKING:
            return self._none(path, "makes types, buffers or settings, no arrays")
        return super()._function(path, value)

    def _constructor(self, kind: type, path: str) -> Entry:
        entry = super()._constructor(kind, path)
        if entry.function is not None:
            return entry
        return self._none(path, "its objects are made by functions, such as `array`")

    def _member(self, path: str, attribute: str, member: Any) -> Entry:
        entry = super()._member(path, attribute, member)
        function = getattr(member, "__func__", None)
        if entry.function is None and entry.computes and is_cython(function):
            return Entry(entry.name, function)
        return entry

    def _is_public(self, attribute: str) -> bool:
        return attribute in BORDER_METHODS or super()._is_public(attribute)

    def _members(self, kind: type, path: str) -> Iterator[Entry]:
        classes = self.found
        inherited = {name for base in kind.__mro__[1:] if base in classes for name in vars(base)}
        for entry in super()._members(kind, path):
            name = entry.name.rpartition(".")[2]
            if name in vars(kind) or name not in inherited:
                yield entry
