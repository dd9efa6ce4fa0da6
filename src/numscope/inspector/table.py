"""A table of text, for terminals, rich consoles and notebooks."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass

from rich.table import Table as RichTable
from rich.text import Text


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
        head = "".join(f"<th>{html.escape(column)}</th>" for column in self.columns)
        body = "".join(f"<tr>{self._cells(row)}</tr>" for row in self.rows)
        note = f"<p>{html.escape(self.note)}</p>" if self.note else ""
        return (
            f"<table><caption>{html.escape(self.title)}</caption>"
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{note}"
        )

    def _cells(self, row: Sequence[str]) -> str:
        return "".join(
            f'<td style="text-align:{"right" if column in self.numeric else "left"}">{html.escape(cell)}</td>'
            for column, cell in zip(self.columns, row, strict=True)
        )
