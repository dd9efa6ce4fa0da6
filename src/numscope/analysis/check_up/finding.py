"""One finding of a check-up, and what all kinds of finding are made of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """A fault of one line of the program.

    kind: what it is called. operation: id of an operation that shows it, the first one. calls: how many show it.
    problem: the verdict with its numbers. fix: what to do. look: the command that shows more, without the trace.
    source: the text of the line. written: what to write in its place, where one change of this line mends it.
    """

    kind: str
    file: str
    line: int
    function: str | None
    operation: int
    calls: int
    problem: str
    fix: str
    look: str
    source: str = ""
    written: str = ""
