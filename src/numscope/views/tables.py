"""Arrow tables in the terminal."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text


def arrow_rows(table: Any) -> list[dict[str, Any]]:
    """The rows of an Arrow table as dictionaries; columns of the same name are numbered."""
    names: list[str] = []
    for name in table.column_names:
        names.append(name if name not in names else f"{name}_{len(names)}")
    rows: list[dict[str, Any]] = table.rename_columns(names).to_pylist()
    return rows


def arrow_view(table: Any, in_all: int) -> RenderableType:
    """An Arrow table, and how many rows it was cut from."""
    view = Table(box=None, pad_edge=False, header_style="bold")
    for column in table.schema:
        number = str(column.type).startswith(("int", "uint", "float", "double", "decimal"))
        view.add_column(column.name, justify="right" if number else "left")
    for row in zip(*(column.to_pylist() for column in table.columns), strict=True):
        view.add_row(*(_cell(value) for value in row))
    if table.num_rows == in_all:
        return view
    return Group(view, Text(f"{table.num_rows:,} of {in_all:,} rows (--limit)", style="dim"))


def _cell(value: Any) -> Text:
    if value is None:
        return Text("null", style="dim")
    return Text(f"{value:.6g}" if isinstance(value, float) else str(value))
