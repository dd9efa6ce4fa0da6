"""A fault that the second run shows by itself, and the first does not: where its line was changed, that is the cause.

A check-up of either run alone finds them. What it finds in both runs is no difference.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, NamedTuple

from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.diff.program_change import ProgramChange, SourceChange
from numscope.analysis.diff.statements import Statement
from numscope.trace import Trace

if TYPE_CHECKING:
    from numscope.analysis.check_up.finding import Finding

# They say how a program ends or how long it takes; or they name the line where a fault shows, and the values tell of
# an earlier one.
_OTHER_KINDS = frozenset(("slow", "object", "exception", "shape", "nan", "shared-memory"))
# All kinds of a check-up together take 30 µs an operation or more.
_MOST_OPERATIONS = 300_000
# What a fix asks for where a call is missing: there is no line in the second program to blame for it.
_MISSING = re.compile(r"\bcall `(?:\w+\.)*(\w+)\(")

# Calls whose place among others is the fault: the line itself may be as it was.
_OF_ORDER = re.compile(r"^\w+(?:\.\w+)*\.zero_grad\(")


class Fault(NamedTuple):
    """A finding of the second run alone, and the change of the program that brought it. missing: a call was removed."""

    finding: Finding
    change: SourceChange
    missing: bool

    @property
    def by_itself(self) -> bool:
        """Whether the fault comes of nothing before it: a method that fails at what it is given to do."""
        return self.finding.kind == "convergence"


def fault_alone(program: ProgramChange, first: Trace, second: Trace) -> Fault | None:
    """Return the gravest such fault of a line that the first program has not, or of a call that it had; else None.

    A check-up says of a fault where it shows, of a missing call only what to call.
    """
    if not program.changes or max(len(first), len(second)) > _MOST_OPERATIONS:
        return None
    # Loaded here: most comparisons end before this is asked, and all kinds of a check-up take long to load.
    from numscope.analysis.check_up.check_up import check_up, finds

    texts = {line.strip() for file in first.sources.files() for line in first.sources.lines(file)}
    known: dict[str, bool] = {}
    for finding in (one for one in check_up(second).findings if one.kind not in _OTHER_KINDS):
        missing = _MISSING.search(finding.fix)
        if missing is not None:
            change = _lost_call(program, missing[1])
        else:
            change = _change_at(program, finding, texts)
        # To look through the first run, too, takes as long: only for the kinds of which a changed line is found.
        if change is not None and finding.kind not in known:
            known[finding.kind] = finds(first, finding.kind)
        if change is not None and not known[finding.kind]:
            return Fault(finding, change, missing is not None)
    return None


def _lost_call(program: ProgramChange, name: str) -> SourceChange | None:
    """Return the statement that calls this and nothing else, if it was removed and the second program has none."""
    if any(_calls(one, name) for one in program.texts()[1]):
        return None
    removed = [one for one in program.changes if one.first is not None and one.second is None]
    return next((one for one in removed if _calls(one.first, name)), None)


def _calls(statement: Statement | None, name: str) -> bool:
    """Return whether a statement is a call of this name and nothing else."""
    node = statement.node if statement is not None else None
    called = node.value if isinstance(node, ast.Expr) else None
    return isinstance(called, ast.Call) and last_name(called.func) == name


def _change_at(program: ProgramChange, finding: Finding, texts: set[str]) -> SourceChange | None:
    """Return the change of a finding's line; texts: the lines of the first program."""
    change = next((one for one in program.changes if one.holds(finding.file, finding.line)), None)
    if change is not None and change.line == finding.line:
        return change
    line = finding.source.strip()
    if change is None and line in texts and not _OF_ORDER.match(line):
        return None
    return SourceChange(None, None, finding.file, finding.line, ("", line))
