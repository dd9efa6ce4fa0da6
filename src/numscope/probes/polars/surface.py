"""polars' public API: what computes, and not what only builds an expression or a plan."""

from __future__ import annotations

from typing import Any

from numscope.probes.layer.borders import BORDER_METHODS
from numscope.probes.layer.entry import Entry
from numscope.probes.layer.surface import Surface

_BUILDS = "builds an expression or a plan, which `select`, `with_columns` or `collect` compute"
# By the annotation of their results, which polars has on each function.
_UNCOMPUTED = ("Expr", "LazyFrame", "Selector", "Then", "When")


class PolarsSurface(Surface):
    """A surface whose functions that give expressions are none of its operations."""

    def _function(self, path: str, value: Any) -> Entry:
        return self._computing(super()._function(path, value))

    def _member(self, path: str, attribute: str, member: Any) -> Entry:
        entry = super()._member(path, attribute, member)
        # What is annotated as an expression of a Series is computed at once by an expression's method of this name.
        return entry if path.startswith("Series.") else self._computing(entry)

    def _is_public(self, attribute: str) -> bool:
        return attribute in BORDER_METHODS or super()._is_public(attribute)

    def _computing(self, entry: Entry) -> Entry:
        """Return the entry, without its function if that only builds what is computed later."""
        result = getattr(entry.function, "__annotations__", {}).get("return")
        return Entry(entry.name, reason=_BUILDS, computes=False) if result in _UNCOMPUTED else entry
