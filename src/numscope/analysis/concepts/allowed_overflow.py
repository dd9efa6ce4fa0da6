"""Lines at which a program says that results may be too large: blocks of `np.errstate(over="ignore")`."""

from __future__ import annotations

import ast
from functools import lru_cache

from numscope.analysis.concepts.syntax import blocks_within, parsed
from numscope.operations.lore.skipping import ERRSTATE


@lru_cache(maxsize=16)
def may_overflow(text: str) -> frozenset[int]:
    """Return the lines in blocks that name overflow as what may happen."""
    blocks = [one for one in blocks_within(parsed(text), ERRSTATE) if _names_overflow(one)]
    return frozenset(line for one in blocks for line in range(one.lineno, (one.end_lineno or 0) + 1))


def _names_overflow(block: ast.With) -> bool:
    calls = [item.context_expr for item in block.items if isinstance(item.context_expr, ast.Call)]
    return any(
        keyword.arg == "over" and getattr(keyword.value, "value", None) == "ignore"
        for call in calls
        for keyword in call.keywords
    )
