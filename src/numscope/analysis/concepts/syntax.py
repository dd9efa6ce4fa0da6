"""A program's source as a syntax tree."""

from __future__ import annotations

import ast
from functools import lru_cache


@lru_cache(maxsize=32)
def parsed(text: str) -> ast.Module:
    """Return the tree of a file's text; an empty module where this Python can't read it. The tree is shared."""
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])
