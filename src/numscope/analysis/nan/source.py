"""The program's source text, as far as the files still have it."""

from __future__ import annotations

import linecache
import re

from numscope.trace import Site, Trace

_PRINTS = re.compile(r"\b(print|display|log(ger|ging)?\.\w+)\s*\(")

_NONFINITE = re.compile(r"\b(nan|inf|None|NaT|NA)\b", re.IGNORECASE)


def source_line(site: Site | None) -> str:
    """Return the line of source at `site`, as the file has it now; empty if it can't be read."""
    return linecache.getline(site.file, site.line).strip() if site is not None else ""


def names_nonfinite(line: str) -> bool:
    """Return whether a line of source writes NaN, an infinity or a missing value itself."""
    return _NONFINITE.search(line) is not None


class PrintingLines:
    """Answers whether the line of a call site prints."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._known: dict[int, bool] | None = None

    def __call__(self, site: int) -> bool:
        """Return whether the line of the call site with this number prints."""
        if self._known is None:
            rows = self._trace.sql("select id, file, line from sites where not in_library").to_pylist()
            self._known = {row["id"]: bool(_PRINTS.search(_text(row["file"], row["line"]))) for row in rows}
        return self._known.get(site, False)


def _text(file: str | None, line: int | None) -> str:
    return linecache.getline(file, line) if file and line else ""
