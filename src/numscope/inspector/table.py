"""A table of text, for terminals, rich consoles and notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Group
from rich.text import Text

from numscope.views.fitted_table import FittedTable
from numscope.views.inspector.notebook import table_html


@dataclass(frozen=True)
class Table:
    """Rows of cells under column names; columns listed in `numeric` are set flush right."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    numeric: frozenset[str] = frozenset()
    note: str = ""

    def __str__(self) -> str:
        widths = [max(len(cell) for cell in cells) for cells in zip(self.columns, *self.rows, strict=True)]
        lines = [self._line(self.columns, widths), "  ".join("-" * width for width in widths)]
        lines += [self._line(row, widths) for row in self.rows]
        return "\n".join([self.title, *lines, *([self.note] if self.note else [])])

    def _line(self, cells: Sequence[str], widths: Sequence[int]) -> str:
        padded = [
            cell.rjust(width) if column in self.numeric else cell.ljust(width)
            for cell, width, column in zip(cells, widths, self.columns, strict=True)
        ]
        return "  ".join(padded).rstrip()

    def __rich__(self) -> Group:
        # The first column names the row; of the others the last go first where there is no room.
        table = FittedTable(least=tuple(reversed(self.columns[1:])))
        for column in self.columns:
            table.add_column(column, right=column in self.numeric)
        for row in self.rows:
            table.add_row(*row)
        note = [Text(self.note, style="dim")] if self.note else []
        return Group(Text(self.title, style="italic"), table, *note)

    def _repr_html_(self) -> str:
        return table_html(self.title, self.columns, self.rows, self.numeric, self.note)
