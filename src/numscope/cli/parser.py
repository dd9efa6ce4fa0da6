"""The parser of command lines: options are written out whole, and a mistyped word is answered with the nearest one."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from typing import Any, NoReturn

_UNKNOWN = "unrecognized arguments: "
_WRONG_OPTIONS = re.compile(r"(?<!\S)--\w\S*")
_OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]*")


class Parser(argparse.ArgumentParser):
    """An argument parser without abbreviations, whose errors name what was probably meant.

    Abbreviations would change their meaning with each new option.
    """

    def __init__(self, *names: Any, **details: Any) -> None:
        super().__init__(*names, **{"allow_abbrev": False, **details})
        self._inner: list[Parser] = []

    def knows(self, inner: Parser) -> None:
        """Look for the nearest option among those of a command's parser too."""
        self._inner.append(inner)

    def error(self, message: str) -> NoReturn:
        """Print the message with what was probably meant, and end with exit code 2."""
        wrong = _WRONG_OPTIONS.findall(message) if message.startswith(_UNKNOWN) else []
        if wrong:
            # Their values took the places of other words, which are not wrong.
            message = f"{_UNKNOWN}{' '.join(wrong)}. {self._meant(wrong[0].partition('=')[0])}"
        super().error(message.rstrip(" ."))

    def _meant(self, wrong: str) -> str:
        options = {
            option for parser in (self, *self._inner) for option in _OPTION.findall(parser.format_help())
        }
        return nearest(wrong, options)


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a question that names what was probably meant; empty if nothing known is near."""
    import difflib  # for mistyped words alone

    found = difflib.get_close_matches(word, sorted(known), 1, 0.6)
    return f"Did you mean {found[0]}? " if found else ""
