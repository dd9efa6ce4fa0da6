"""Which call of a function of the program parts, where others of it agree: `scaled(test)` of two.

The function's own line is right then; what it was given at that call is not. A trace has no callers: a function that
ran as often as it is called in the text ran in the order of these calls.
"""

from __future__ import annotations

import ast

from numscope.analysis.concepts.syntax import parsed
from numscope.analysis.diff.program_change import SourceChange
from numscope.trace import Operation, Trace

_LOOPS = (ast.For, ast.While, ast.comprehension)
_RUNS = (
    "select id from operations where name = ? and user_file = ? and user_line = ? and depth = 0 and process = ? "
    "order by id"
)


def call_behind(cause: SourceChange, parted: Operation, second: Trace) -> SourceChange:
    """Return the change at the line that called the function in which values part, else `cause`.

    Only if an earlier call of the function agreed, and if it ran once for each call in the file's text.
    """
    site = parted.user_site
    if (
        site is None
        or site.function in (None, "<module>")
        or (site.file, site.line) != (cause.file, cause.line)
    ):
        return cause
    runs = second.ask(_RUNS, [parted.name, site.file, site.line, parted.process])["id"].to_pylist()
    lines = _calls(second.sources.text(site.file) or "", str(site.function))
    place = runs.index(parted.id) if parted.id in runs else 0
    if not place or len(runs) != len(lines) or len(set(lines)) < len(lines):
        return cause
    text = second.sources.line(site.file, lines[place]).strip()
    return SourceChange(None, None, site.file, lines[place], ("", text))


def _calls(text: str, function: str) -> list[int]:
    """Return the lines that call a function, in their order; none if one stands in a loop."""
    tree = parsed(text)
    inside = {id(one) for loop in ast.walk(tree) if isinstance(loop, _LOOPS) for one in ast.walk(loop)}
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and function in (getattr(node.func, "id", ""), getattr(node.func, "attr", ""))
    ]
    return [] if any(id(call) in inside for call in calls) else sorted(call.lineno for call in calls)
