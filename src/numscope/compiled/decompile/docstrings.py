"""Where a code object keeps its docstring."""

from __future__ import annotations

import sys
from types import CodeType

_HAS_DOCSTRING = 0x4000000  # CO_HAS_DOCSTRING, from 3.14 on


def docstring_of(code: CodeType) -> str | None:
    """Give a function's docstring: its first constant when that is a string, which 3.14 marks with a flag."""
    if not code.co_consts or not code.co_flags & 1 or code.co_name.startswith("<"):
        return None
    first = code.co_consts[0]
    if not isinstance(first, str):
        return None
    if sys.version_info >= (3, 14) and not code.co_flags & _HAS_DOCSTRING:
        return None
    return first
