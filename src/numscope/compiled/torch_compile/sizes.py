"""Sizes and numbers that a compilation holds for: those that torch made a variable, and those that the code fixes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from numscope.compiled.torch_compile.records import Compilation, FailedGuard

_SYMBOL = re.compile(
    r"\w+ \((?P<sources>.+)\): (?P<value>\S+) at compile time, between (?P<low>\S+) and (?P<high>\S+)$"
)
_UNBOUNDED = {"infinity": "", "-infinity": "", "oo": "", "-oo": "", "9223372036854775806": ""}


@dataclass(frozen=True)
class Size:
    """A size or number of the arguments, the value it had, and the range that the compilation holds for."""

    source: str
    value: str
    low: str
    high: str

    @property
    def fixed(self) -> bool:
        """Whether the code leaves one value only, although torch had made it a variable."""
        return self.low == self.high

    def __str__(self) -> str:
        if self.fixed:
            return f"{self.source} = {self.value} only"
        low = "" if self.low in _UNBOUNDED else f" from {self.low}"
        high = "" if self.high in _UNBOUNDED else f" to {self.high}"
        up = " up" if low and not high else ""
        return f"any {self.source}{low}{high}{up}"


def sizes(compilation: Compilation) -> list[Size]:
    """Return the sizes that `compilation` has as variables of torch's, in its order."""
    found = {
        size.source: size for graph in compilation.graphs for text in graph.symbols for size in _read(text)
    }
    return list(found.values())


def _read(text: str) -> Iterator[Size]:
    match = _SYMBOL.match(text)
    if match is not None:
        yield Size(match["sources"].partition(", ")[0], match["value"], match["low"], match["high"])


def size_of_guard(failed: FailedGuard, compilation: Compilation) -> Size | None:
    """Return what became, in the new compilation, of the size or number that made the earlier one fail."""
    mismatch = re.match(r"tensor '(?P<tensor>.+)' size mismatch at index (?P<index>\d+)", failed.guard)
    source = (
        f"{mismatch['tensor']}.size()[{mismatch['index']}]" if mismatch else failed.guard.partition(" ")[0]
    )
    return next((size for size in sizes(compilation) if size.source == source), None)
