"""How libraries put the borders of parts together, and cut by them."""

from __future__ import annotations

# What makes one sequence of several, by the last part of its name.
JOINS = frozenset(("append", "concatenate", "hstack", "insert", "r_", "cat", "chain"))
# What cuts an array at the borders that are its second argument.
SPLITS = frozenset(("split", "array_split", "tensor_split"))
