"""Operands of a few chosen slots, of long traces of which all operands would take too long."""

from __future__ import annotations


def operands_of(operations: str, slots: str, columns: str) -> str:
    """Return a query for operands with what their contents hold.

    operations, slots: names of relations with an `id`; columns: in SQL, of both, of `recorded_operands` and `contents`.
    """
    return f"""
        select {columns} from {operations} join recorded_operands on operation = {operations}.id
            join {slots} on slot = {slots}.id join contents on content = contents.id
    """
