"""A table of text, for terminals, rich consoles and notebooks."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Group
from rich.text import Text

from numscope.views.fitted_table import FittedTable
from numscope.views.inspector.notebook import table_html


@dataclass(frozen=True)
class Table:
    """Rows of cells under column names; columns listed in `numeric` are set flush right.

    least: columns that are left out where there is no room, the first of them first; empty ones leave before.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    numeric: frozenset[str] = frozenset()
    note: str = ""
    least: tuple[str, ...] = ()

    def __str__(self) -> str:
        cells = [[column, *(row[number] for row in self.rows)] for number, column in enumerate(self.columns)]
        widths = {column[0]: max(map(len, column)) for column in cells}
        leaving = self._leaving()
        room = shutil.get_terminal_size().columns
        while leaving and sum(widths.values()) + 2 * (len(widths) - 1) > room:
            del widths[leaving.pop(0)]
        columns = [column for column in cells if column[0] in widths]
        lines = [
            "  ".join(map(self._padded, row, columns, widths.values())).rstrip()
            for row in zip(*columns, strict=True)
        ]
        below = "  ".join("-" * width for width in widths.values())
        return "\n".join([self.title, lines[0], below, *lines[1:], *([self.note] if self.note else [])])

    def _padded(self, cell: str, column: Sequence[str], width: int) -> str:
        return cell.rjust(width) if column[0] in self.numeric else cell.ljust(width)

    def _leaving(self) -> list[str]:
        """The columns that leave where there is no room, in their order."""
        rows = list(zip(*self.rows, strict=True)) if self.rows else [()] * len(self.columns)
        empty = [column for column, cells in zip(self.columns, rows, strict=True) if not any(cells)]
        return [*empty, *(column for column in self.least if column not in empty)]

    def __rich__(self) -> Group:
        table = FittedTable(least=tuple(self._leaving()))
        for column in self.columns:
            table.add_column(column, right=column in self.numeric)
        for row in self.rows:
            table.add_row(*row)
        note = [Text(self.note, style="dim")] if self.note else []
        return Group(Text(self.title, style="italic"), table, *note)

    def _repr_html_(self) -> str:
        return table_html(self.title, self.columns, self.rows, self.numeric, self.note)
