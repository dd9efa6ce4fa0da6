"""A table of text, for terminals, rich consoles and notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.table import Table as RichTable
from rich.text import Text

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

    def __rich__(self) -> RichTable:
        table = RichTable(title=Text(self.title), caption=Text(self.note) if self.note else None)
        for column in self.columns:
            right = column in self.numeric
            table.add_column(column, justify="right" if right else "left", no_wrap=right, overflow="fold")
        for row in self.rows:
            table.add_row(*(Text(cell) for cell in row))
        return table

    def _repr_html_(self) -> str:
        return table_html(self.title, self.columns, self.rows, self.numeric, self.note)
