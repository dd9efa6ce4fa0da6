"""A table that fits into the terminal: names stay whole, and the least important columns go first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from rich.console import Console, ConsoleOptions, JustifyMethod, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

# Letters that are left of a column that may be cut.
_LEAST = 12
# No name is longer, but in a trace made to spoil the screen: it must not push all other columns out.
_LONGEST = 200
# Where a name or a path may be broken that is wider than the terminal.
_BREAK = re.compile(r"(?<=[._: ])(?=[^._: ])")
_BREAK_OF_PATHS = re.compile(r"(?<=[/ ])(?=[^/ ])")


@dataclass
class _Column:
    header: str
    justify: JustifyMethod = "left"
    cells: list[Text] = field(default_factory=list)

    @property
    def width(self) -> int:
        return max(line.cell_len for cell in (Text(self.header), *self.cells) for line in cell.split("\n"))


class FittedTable:
    """Rows under headings. The first column, or the one called `name`, is never cut.

    least: headings of columns that are left out where there is no room, the first of them first. cut: headings of
    columns whose cells are cut before any column is left out. gap: blanks between columns.
    """

    def __init__(
        self, least: Sequence[str] = (), cut: Sequence[str] = (), name: str | None = None, gap: int = 2
    ) -> None:
        self._gap = gap
        self._least = tuple(least)
        self._cut = tuple(cut)
        self._name = name
        self._columns: list[_Column] = []

    def add_column(self, header: str, right: bool = False) -> None:
        """Add a column. right: of numbers."""
        self._columns.append(_Column(header, "right" if right else "left"))

    def add_row(self, *cells: str | Text) -> None:
        """Add a row; a text is taken as it is, without markup."""
        for column, cell in zip(self._columns, cells, strict=True):
            text = Text(cell) if isinstance(cell, str) else cell.copy()
            text.truncate(_LONGEST, overflow="ellipsis")
            column.cells.append(text)

    @property
    def widest(self) -> int:
        """How wide it is where there is room for all of it."""
        return sum(column.width for column in self._columns) + self._gap * (len(self._columns) - 1)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the table with the columns for which there is room."""
        kept = list(self._columns)
        leaving = [header for header in self._least if any(column.header == header for column in kept)]
        while leaving and self._needed(kept) > options.max_width:
            header = leaving.pop(0)
            kept = [column for column in kept if column.header != header]
        yield self._table(kept, options.max_width)

    def _needed(self, kept: Sequence[_Column]) -> int:
        widths = (min(column.width, _LEAST) if self._may_cut(column) else column.width for column in kept)
        return sum(widths) + self._gap * (len(kept) - 1)

    def _may_cut(self, column: _Column) -> bool:
        return column.header in self._cut

    def _table(self, kept: Sequence[_Column], width: int) -> Table:
        widths = self._widths(kept, width)
        table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, self._gap, 0, 0))
        for column, room in zip(kept, widths, strict=True):
            table.add_column(
                column.header, justify=column.justify, no_wrap=True, overflow="ellipsis", width=room
            )
        named = [column.header == self._name if self._name else column is kept[0] for column in kept]
        cells = [
            [_folded(cell, room) for cell in column.cells] if is_name else column.cells
            for column, room, is_name in zip(kept, widths, named, strict=True)
        ]
        for row in zip(*cells, strict=True):
            table.add_row(*row)
        return table

    def _widths(self, kept: Sequence[_Column], width: int) -> list[int]:
        """Return each column's width: what can be cut shares what is left, then the name is folded."""
        cut = sorted((column for column in kept if self._may_cut(column)), key=lambda column: column.width)
        fixed = [column for column in kept if not self._may_cut(column)]
        left = width - self._gap * (len(kept) - 1) - sum(column.width for column in fixed)
        found = {id(column): column.width for column in fixed}
        for index, column in enumerate(cut):
            room = max(min(_LEAST, column.width), min(column.width, left // (len(cut) - index)))
            found[id(column)] = room
            left -= room
        if left < 0:
            named = [column for column in kept if column.header == self._name] or list(kept[:1])
            found[id(named[0])] = max(_LEAST, found[id(named[0])] + left)
        return [found[id(column)] for column in kept]


class WholeName:
    """A name or a path that is broken between its parts, where there is no room for it on one line."""

    def __init__(self, text: Text) -> None:
        self._text = text

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Return its width, or the width that there is."""
        width = min(self._text.cell_len, options.max_width)
        return Measurement(width, width)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield it on as many lines as it takes."""
        yield _folded(self._text, options.max_width)


def _folded(cell: Text, width: int) -> Text:
    """Return a name on lines of `width`, a path broken behind `/` only; a longer part is left whole."""
    if cell.cell_len <= width:
        return cell
    breaks: list[int] = []
    start = 0
    pattern = _BREAK_OF_PATHS if "/" in cell.plain else _BREAK
    ends = [*(found.start() for found in pattern.finditer(cell.plain)), len(cell)]
    for before, end in pairwise(ends):
        if end - start > width and before > start:
            breaks.append(before)
            start = before
    return Text("\n").join(cell.divide(breaks))
