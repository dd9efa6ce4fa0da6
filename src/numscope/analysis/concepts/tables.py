"""Rows of numbers among an operation's operands: an array of one or two axes, or the columns of a data frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operand, Operation

_INDEX = "index"
GIVEN = ("input", "argument")


@dataclass(frozen=True)
class Table:
    """What an operation was given at a place, or left there: its arrays, each with as many rows."""

    arrays: tuple[Operand, ...]
    rows: int

    @property
    def hashes(self) -> frozenset[str]:
        """What the arrays hold."""
        return frozenset(one.hash for one in self.arrays if one.hash is not None)

    def columns(self, most: int = 50) -> list[Any]:
        """Return the first columns as arrays of floats; those that were not kept, or are no numbers, are left out."""
        found: list[Any] = []
        for one in self.arrays:
            numbers = numbers_of(one) if len(found) < most else None
            if numbers is not None and numbers.dtype.kind in "fiub":
                found += list(numbers.reshape(self.rows, -1).astype(float).T)
        return found[:most]


def table_of(operation: Operation, place: int, roles: tuple[str, ...] = GIVEN) -> Table | None:
    """Return the table at a place among the operands of these roles; None if nothing there has rows."""
    arrays = [
        one
        for one in operation.operands
        if one.position == place
        and one.role in roles
        and one.kind == "array"
        and one.name != _INDEX
        and len(one.shape or ()) in (1, 2)
    ]
    rows = arrays[0].shape[0] if arrays and arrays[0].shape else 0
    same = tuple(one for one in arrays if one.shape and one.shape[0] == rows)
    return Table(same, rows) if rows else None
