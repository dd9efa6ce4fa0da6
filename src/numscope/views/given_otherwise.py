"""What a program was given otherwise in its second run, in the terminal."""

from __future__ import annotations

import math
from pathlib import PurePath

from rich.console import RenderableType
from rich.text import Text

from numscope.analysis.diff.given_otherwise import GivenOtherwise
from numscope.analysis.diff.judging import OperandDifference
from numscope.views.fitted_table import WholeName
from numscope.views.operations import short_site

_HEADS = {
    "arguments": "its command line was changed",
    "variables": "its environment was changed",
    "library": "another version of a library ran",
}
_MOST_WORDS = 6
_MOST_COLUMNS = 3


def given_view(given: GivenOtherwise) -> list[RenderableType]:
    """Return what was changed, and which numbers of a file are others."""
    lines: list[RenderableType] = []
    if given.kind in _HEADS:
        lines.append(Text(f"The source is the same, {_HEADS[given.kind]}:", style="bold"))
        for both in given.changed[:_MOST_WORDS]:
            signs = zip(("- ", "+ "), ("red", "green"), both, strict=True)
            lines += [Text(f"   {sign}{text}", style=style) for sign, style, text in signs if text]
    if given.reader is not None:
        place = short_site(given.reader.user_site or given.reader.site)
        name = PurePath(given.file).name
        head = f"{name} holds other data" if given.kind == "data" else f"{name} has other data"
        same = "The source is the same, " if given.kind == "data" else ""
        lines.append(WholeName(Text(f"{same}{head}, read at {place}:", style="bold")))
        lines += [Text(f"   {_column(one)}") for one in given.data[:_MOST_COLUMNS]]
    return lines


def _column(one: OperandDifference) -> str:
    found = one.difference
    if found is None:
        return (
            f"{one.place}: {one.first} -> {one.second}"
            if one.first != one.second
            else f"{one.place}: other content"
        )
    if found.shapes[0] != found.shapes[1] and all(found.shapes):
        return f"{one.place}: {found.shapes[0][0]:,} rows -> {found.shapes[1][0]:,}"
    if found.values is None or found.first_index is None:
        return f"{one.place}: {one.first} -> {one.second}"
    index = ", ".join(map(str, found.first_index))
    size = math.prod(found.shapes[1])
    count = round((found.share or 0.0) * size)
    others = f" ({count:,} of {size:,} differ)" if size > 1 else ""
    return f"{one.place}[{index}]: {found.values[0]} -> {found.values[1]}{others}"
