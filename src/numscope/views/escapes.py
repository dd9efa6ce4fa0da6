"""Text for a terminal: names in a trace may hold escape sequences, marks that turn a line around, lone surrogates."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Iterable
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

# Control, format, surrogate, private, unassigned, and the separators that end a line.
_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
_LAYOUT = "\n\t"


def visible(text: str) -> str:
    """`text` with everything that a terminal would act upon instead of showing it written out: `␛`, `⟨U+202E⟩`."""
    return text if text.isprintable() else "".join(map(_shown, text))


def written(view: RenderableType, columns: int) -> str:
    """Return what the terminal would show, as text without colours."""
    from io import StringIO

    from rich.console import Console

    file = StringIO()
    Console(width=columns, file=file, force_jupyter=False, color_system=None).print(Visible(view))
    return file.getvalue().rstrip()


def _shown(letter: str) -> str:
    if letter in _LAYOUT or unicodedata.category(letter) not in _HIDDEN:
        return letter
    number = ord(letter)
    if number < 0x20:
        return chr(0x2400 + number)
    return "\N{SYMBOL FOR DELETE}" if number == 0x7F else f"\u27e8U+{number:04X}\u27e9"


class Visible:
    """A view all of whose texts are shown as what they are."""

    def __init__(self, view: RenderableType) -> None:
        self._view = view

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterable[Segment]:
        """The view's segments, their texts made visible."""
        from rich.segment import Segment  # a small installation prints errors without it

        for segment in console.render(self._view, options):
            yield segment if segment.control else Segment(visible(segment.text), segment.style)


def print_text(text: str, file: TextIO | None = None) -> None:
    """Print `text` to `file`, or standard output, with escapes shown: all that may come from a trace comes here."""
    stream = sys.stdout if file is None else file
    stream.write(visible(text) + "\n")


def print_json(text: str) -> None:
    """Print a JSON document; what a terminal would act upon in its strings is escaped as JSON does it."""
    sys.stdout.write((text if text.isascii() else "".join(map(_escaped, text))) + "\n")


def _escaped(letter: str) -> str:
    if letter in _LAYOUT or unicodedata.category(letter) not in _HIDDEN:
        return letter
    return json.dumps(letter)[1:-1]
