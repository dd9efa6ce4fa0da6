"""A program's source as a syntax tree."""

from __future__ import annotations

import ast
import warnings
from functools import lru_cache


@lru_cache(maxsize=32)
def parsed(text: str) -> ast.Module:
    """Return the tree of a file's text; an empty module where this Python can't read it. The tree is shared."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the program's own text, as of an escape that is none
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])
