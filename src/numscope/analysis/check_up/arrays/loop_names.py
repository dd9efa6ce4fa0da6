"""Loops that give their own name another value, which nothing reads: the array they go through stays as it was."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import WHOLE_ARRAY
from numscope.analysis.concepts.syntax import parsed

KIND = "unread"
_LEAST = 2


def loop_names(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines `x = x * 2` of loops `for x in a` whose result is gone with the next turn."""
    lines = [call for call in evidence.calls.values() if _is_lost(call)]
    found: set[tuple[str, int]] = set()
    for call, ids in evidence.operations(lines):
        if len(ids) < _LEAST or (call.file, call.line) in found:
            continue
        found.add((call.file, call.line))
        name = sources.statement(call.text, call.line)
        assert isinstance(name, ast.Assign)
        problem = (
            f"gives `{ast.unparse(name.targets[0])}` another value in {len(ids):,} turns, which nothing reads: what "
            "the loop goes through stays as it was"
        )
        yield finding_of(KIND, call, ids[0], len(ids), problem, WHOLE_ARRAY)


def _is_lost(call: Call) -> bool:
    node = sources.statement(call.text, call.line)
    if (
        not isinstance(node, ast.Assign)
        or len(node.targets) != 1
        or not isinstance(node.targets[0], ast.Name)
    ):
        return False
    name = node.targets[0].id
    return any(
        isinstance(loop, ast.For)
        and isinstance(loop.target, ast.Name)
        and loop.target.id == name
        and isinstance(loop.iter, ast.Name)
        and name in sources.names_read(node.value)
        and any(one.lineno == node.lineno for one in loop.body)
        and not _read_later(loop, name, node.lineno, call.text)
        for loop in ast.walk(parsed(call.text))
    )


def _read_later(loop: ast.For, name: str, line: int, text: str) -> bool:
    """Return whether the rest of the loop, or anything after it, reads the name."""
    return any(
        isinstance(one, ast.Name) and one.id == name and isinstance(one.ctx, ast.Load) and one.lineno > line
        for one in ast.walk(parsed(text))
    )
