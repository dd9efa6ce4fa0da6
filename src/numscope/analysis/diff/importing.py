"""Operations that ran because the program imported something: what a library computes then is none of the program's."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.diff.statements import statements_of
from numscope.trace import Trace

# In SQL: an operation that a library ran because code of the standard library imported it for the program.
_BY_THE_STANDARD_LIBRARY = ("'%/importlib/\\_\\_init\\_\\_.py' escape '\\'", "'<frozen importlib%'")
IMPORTING = " or ".join(["importing", *(f"user_file like {pattern}" for pattern in _BY_THE_STANDARD_LIBRARY)])


def import_lines(trace: Trace) -> Iterator[tuple[str, int]]:
    """Yield file and line of each import statement in the program's own sources."""
    for file in trace.sources.files():
        for statement in statements_of(file, trace.sources.lines(file)):
            if statement.imports:
                yield from ((file, line) for line in range(statement.line, statement.last + 1))
