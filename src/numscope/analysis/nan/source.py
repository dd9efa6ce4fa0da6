"""What a line of the program's source says about non-finite values."""

from __future__ import annotations

import ast
import re
from functools import lru_cache

from numscope.analysis.concepts.syntax import blocks_within, parsed
from numscope.operations.lore.skipping import SILENCES
from numscope.trace import Site, Trace

_PRINTS = re.compile(r"\b(print|display|log(ger|ging)?\.\w+)\s*\(")
# What makes text of a value, whatever becomes of the text.
_MAKES_TEXT = re.compile(r"\b(str|repr|format|write)\s*\(|\bf[\"']|[\"'] % ")
# Python's own sums, which no operation shows: of NaN they are NaN.
_MAKES_NUMBER = re.compile(r"(?<![\w.])float\s*\(|\.item\(\)")
_ADDS_UP = re.compile(r"(?<![\w.])(sum|fmean|(math\.)?fsum|statistics\.\w+)\s*\(")
_NONFINITE = re.compile(r"\b(nan|inf|None|NaT|NA)\b", re.IGNORECASE)


def source_line(site: Site | None) -> str:
    """Return the line of source at `site`; empty if it is not known."""
    return site.source if site is not None else ""


def names_nonfinite(line: str) -> bool:
    """Return whether a line of source writes NaN, an infinity or a missing value itself."""
    return _NONFINITE.search(line) is not None


def writes_nonfinite(trace: Trace, site: Site | None) -> bool:
    """Return whether the statement at `site` names such a value, or has one among the elements of its data."""
    if site is None or names_nonfinite(site.source):
        return site is not None
    tree = parsed(trace.sources.text(site.file) or "")
    return any(
        names_nonfinite(ast.unparse(element))
        for statement in ast.walk(tree)
        if isinstance(statement, (ast.Assign, ast.AnnAssign, ast.Return, ast.Expr))
        and statement.lineno <= site.line <= (statement.end_lineno or 0)
        for data in ast.walk(statement)
        if isinstance(data, (ast.List, ast.Tuple))
        for element in data.elts
        if isinstance(element, (ast.Constant, ast.Name, ast.Attribute, ast.Call))
    )


def is_silenced(trace: Trace, site: Site | None) -> bool:
    """Return whether the line at `site` stands in a block that silences warnings of arithmetic (`np.errstate`)."""
    return site is not None and site.line in _silenced(trace.sources.text(site.file) or "")


@lru_cache(maxsize=16)
def _silenced(text: str) -> frozenset[int]:
    blocks = blocks_within(parsed(text), SILENCES)
    return frozenset(line for one in blocks for line in range(one.lineno, (one.end_lineno or 0) + 1))


class Lines:
    """The program's lines by the numbers of call sites; without a trace nothing is known of any."""

    def __init__(self, trace: Trace | None = None) -> None:
        self._trace = trace
        self._known: dict[int, str] | None = None

    def prints(self, site: int) -> bool:
        """Return whether the line of the call site with this number prints."""
        return _PRINTS.search(self._line(site)) is not None

    def makes_text(self, site: int) -> bool:
        """Return whether the line of the call site with this number makes text of values."""
        return _MAKES_TEXT.search(self._line(site)) is not None

    def adds_up(self, site: int) -> bool:
        """Return whether the line of the call site with this number has a sum of Python's own."""
        return _ADDS_UP.search(self._line(site)) is not None

    def asks_for_number(self, site: int) -> bool:
        """Return whether the line of the call site with this number makes a number of Python's: `float(total)`."""
        return _MAKES_NUMBER.search(self._line(site)) is not None

    def names_nonfinite(self, site: int) -> bool:
        """Return whether this line writes NaN, an infinity or a missing value itself."""
        return names_nonfinite(self._line(site))

    def _line(self, site: int) -> str:
        if self._known is None:
            self._known = {} if self._trace is None else _texts(self._trace)
        return self._known.get(site, "")


def _texts(trace: Trace) -> dict[int, str]:
    rows = trace.ask("select id, file, line from sites where not in_library").to_pylist()
    return {
        row["id"]: trace.sources.line(row["file"], row["line"]) for row in rows if row["file"] and row["line"]
    }
