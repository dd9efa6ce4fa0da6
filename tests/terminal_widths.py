"""A command's output at a width of the terminal."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable

import pytest

from numscope.cli.main import main

WIDTHS = (60, 80, 100, 200)
_STYLES = re.compile(r"\x1b\[[0-9;]*m")


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def at_width(words: str, trace: str, width: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what a command prints in a terminal of `width` columns, without styles."""
    screen = _Terminal()
    first, *others = words.split()
    with monkeypatch.context() as patch:
        patch.setenv("COLUMNS", str(width))
        patch.setenv("TERM", "xterm")
        patch.setattr("sys.stdout", screen)
        assert main([first, trace, *others]) in (0, 1)
    return _STYLES.sub("", screen.getvalue())


def check_fit(
    words: str, trace: str, names: Iterable[str], file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check a command at all widths.

    No line is too long, each of `names` that it shows in the widest is whole, and `file` is whole wherever it stands.
    """
    texts = {width: at_width(words, trace, width, monkeypatch) for width in WIDTHS}
    shown = [name for name in names if name in texts[WIDTHS[-1]]]
    assert shown, f"{words} shows no name at all"
    for width, text in texts.items():
        long = [line for line in text.splitlines() if len(line.rstrip()) > width]
        assert not long, f"{words} at {width}: {long[0]}"
        cut = [name for name in shown if name not in text]
        assert not cut, f"{words} at {width}: {cut[0]} is not whole in\n{text}"
        pieces = [piece for piece in re.findall(r"[\w.]+", text) if len(piece) > 3 and file.startswith(piece)]
        assert all(piece == file for piece in pieces), f"{words} at {width}: {pieces}"
