"""The source of the recorded program, in the one place where it is read."""

from __future__ import annotations

import linecache


def source_of(file: str) -> str:
    """Return the text of a source file or of a notebook's cell, as it is now; empty if it can't be read."""
    return "".join(linecache.getlines(file))


def source_line(file: str, line: int) -> str:
    """Return one line of it without the space around; empty if it can't be read."""
    return linecache.getline(file, line).strip()
