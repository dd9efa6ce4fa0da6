"""What a line of the program's source says about non-finite values."""

from __future__ import annotations

import re

from numscope.trace import Site, Trace

_PRINTS = re.compile(r"\b(print|display|log(ger|ging)?\.\w+)\s*\(")

_NONFINITE = re.compile(r"\b(nan|inf|None|NaT|NA)\b", re.IGNORECASE)


def source_line(site: Site | None) -> str:
    """Return the line of source at `site`; empty if it is not known."""
    return site.source if site is not None else ""


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
            self._known = {
                row["id"]: bool(_PRINTS.search(self._line(row["file"], row["line"]))) for row in rows
            }
        return self._known.get(site, False)

    def _line(self, file: str | None, line: int | None) -> str:
        return self._trace.sources.line(file, line) if file and line else ""
