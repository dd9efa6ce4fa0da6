"""A named relation in which a trace is asked: its query, and what its columns mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from numscope.trace.tables import TABLES

# Of a content hash, as text.
HASH = "format('{:016x}{:016x}', hash_high, hash_low)"
# OPERAND_UNREADABLE of format.h.
UNREADABLE = "(kept and converted and hash_low is null)"
# What the column `operation` of most relations means.
OPERATION = {"operation": "Id of the operation."}

_STORED_MEANINGS = {
    column.name: column.meaning
    for table in ("layouts", "values", "contents", "slots", "operands", "calls", "operations")
    for column in TABLES[table].columns
}


@dataclass(frozen=True)
class Relation:
    """One named relation. columns: the meaning of those that no stored table has under the same name.

    parameters: a relation that has some is a table macro, asked as `name(value)`; `example` has such values.
    """

    name: str
    meaning: str
    query: str
    columns: Mapping[str, str] = field(default_factory=dict)
    parameters: tuple[str, ...] = ()
    example: tuple[str, ...] = ()

    def statement(self) -> str:
        """Return the SQL statement that creates it."""
        if self.parameters:
            return f'create macro "{self.name}"({", ".join(self.parameters)}) as table {self.query}'
        return f'create view "{self.name}" as {self.query}'

    def call(self) -> str:
        """Return how a query names it."""
        return f"{self.name}({', '.join(self.example)})" if self.parameters else f'"{self.name}"'

    def column_meaning(self, column: str) -> str:
        """Return what a column means: its own text, or that of the stored column of this name."""
        return self.columns.get(column) or _STORED_MEANINGS.get(column, "")
