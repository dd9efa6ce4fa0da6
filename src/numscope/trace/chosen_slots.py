"""Operands of a few chosen slots, of long traces of which all operands would take too long."""

from __future__ import annotations

# Which calls have operands in which slots: what the view `call_slots` shows, one pass over all operands.
SLOTS_OF_CALLS = "slots_of_calls"
SLOTS_OF_CALLS_QUERY = """
    select distinct call, slot from stored.operands join stored.operations operation on operation = operation.id
    """


def operands_of(operations: str, slots: str, columns: str) -> str:
    """Return a query for operands with what their contents hold.

    operations, slots: names of relations with an `id`; columns: in SQL, of both, of `recorded_operands` and `contents`.
    """
    return f"""
        select {columns} from {operations} join recorded_operands on operation = {operations}.id
            join {slots} on slot = {slots}.id join contents on content = contents.id
    """
