"""The line at which a value is written that a call is given: in the call, or bound to a name that the call reads."""

from __future__ import annotations

from numscope.analysis.check_up.evidence import Call, Evidence
from numscope.analysis.check_up.sources import statement
from numscope.analysis.concepts.constants import Constants


def written_at(evidence: Evidence, call: Call, *values: float | str) -> tuple[str, int] | None:
    """Return the file and line of the first of these values that is found; None if none stands in the program."""
    program = evidence.program(call)
    node = statement(program.text, program.line_of(call.file, call.line))
    constants = Constants(program.tree)
    lines = (constants.holding(node, value) for value in values) if node is not None else ()
    line = next((one for one in lines if one is not None), None)
    return program.place(line) if line is not None else None
