"""How a sentence about one line of the program names another."""

from __future__ import annotations

from pathlib import PurePath

from numscope.trace import Site


def line_of(site: Site, beside: Site) -> str:
    """Return `line 12` for a site in the file of another one; else `tools.py:12`, with folders if need be."""
    return place_beside(site.file, site.line, beside.file)


def place_beside(file: str, line: int, beside: str) -> str:
    """Return how a line of `file` is named where the file `beside` is known: as `line_of` does."""
    if file == beside:
        return f"line {line}"
    parts, others = PurePath(file).parts, PurePath(beside).parts
    alike = next(
        (n for n, (one, other) in enumerate(zip(parts[::-1], others[::-1], strict=False)) if one != other), 0
    )
    return f"{PurePath(*parts[-alike - 1 :])}:{line}"
