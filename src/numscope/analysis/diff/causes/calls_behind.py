"""Which call of a function of the program parts, where others of it agree: `scaled(test)` of two.

The function's own line is right then; what it was given at that call is not. A trace has no callers: a function that
ran as often as it is called in the text ran in the order of these calls.
"""

from __future__ import annotations

import ast

from numscope.analysis.concepts.callers import function_around
from numscope.analysis.concepts.program import program_of
from numscope.analysis.diff.program_change import SourceChange
from numscope.trace import Operation, Trace

_LOOPS = (ast.For, ast.While, ast.comprehension)
_RUNS = (
    "select id from operations where name = ? and user_file = ? and user_line = ? and depth = 0 and process = ? "
    "order by id"
)


def other_call(cause: SourceChange | None, parted: Operation, second: Trace) -> SourceChange | None:
    """Return what `call_behind` does, if that is another change than `cause`."""
    found = None if cause is None else call_behind(cause, parted, second)
    return None if found is cause else found


def call_behind(cause: SourceChange, parted: Operation, second: Trace) -> SourceChange:
    """Return the change at the line that called the function in which values part, else `cause`.

    Only if an earlier call of the function agreed, and if it ran once for each call in the program's text; or, where
    the calls stand one behind the other in one function, as often for each.
    """
    site = parted.user_site
    if (
        site is None
        or site.function in (None, "<module>")
        or (site.file, site.line) != (cause.file, cause.line)
    ):
        return cause
    runs = second.ask(_RUNS, [parted.name, site.file, site.line, parted.process])["id"].to_pylist()
    program = program_of(second, site)
    lines = _calls(program.tree, str(site.function).rpartition(".")[2])
    place = runs.index(parted.id) if parted.id in runs else 0
    again = _in_one_function(program.tree, lines) and lines and len(runs) % len(lines) == 0
    if not place or len(set(lines)) < len(lines) or not (again or len(runs) == len(lines)):
        return cause
    turn = place % len(lines)
    if not turn and len(runs) != len(lines):
        return cause  # the first of a turn: nothing of the turn agreed
    made = program.site(lines[turn], site)
    return SourceChange(None, None, *made.place, ("", made.source))


def _in_one_function(tree: ast.Module, lines: list[int]) -> bool:
    """Return whether all lines stand in one function, which may run often."""
    around = {id(function_around(tree, line)) for line in lines}
    return len(around) == 1 and function_around(tree, lines[0]) is not None


def _calls(tree: ast.Module, function: str) -> list[int]:
    """Return the lines that call a function, in their order; none if one stands in a loop."""
    inside = {id(one) for loop in ast.walk(tree) if isinstance(loop, _LOOPS) for one in ast.walk(loop)}
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and function in (getattr(node.func, "id", ""), getattr(node.func, "attr", ""))
    ]
    return [] if any(id(call) in inside for call in calls) else sorted(call.lineno for call in calls)
