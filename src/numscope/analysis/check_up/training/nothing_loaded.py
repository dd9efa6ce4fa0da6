"""`load_state_dict(saved, strict=False)` that loads nothing: no name of what was saved is one of the model's."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import NAMES_OF_THE_MODEL
from numscope.analysis.concepts.syntax import parsed

KIND = "parameter"
_LOADS = "load_state_dict"


def nothing_loaded(evidence: Evidence) -> Iterator[Finding]:
    """Yield such lines at which nothing was written, though the next line of their block ran."""
    by_file: dict[str, list[Call]] = {}
    for call in evidence.calls.values():
        if _LOADS in call.text:
            by_file.setdefault(call.file, []).append(call)
    for calls in by_file.values():
        ran = {call.line for call in calls}
        for block in _blocks(parsed(calls[0].text)):
            for number, statement in enumerate(block):
                if not _is_lenient(statement) or _lines(statement) & ran:
                    continue
                later = next((one for one in block[number + 1 :] if _lines(one) & ran), None)
                if later is None:
                    continue
                next_call = next(call for call in calls if call.line in _lines(later))
                problem = (
                    f"loads nothing: no parameter is written here, and line {next_call.line} goes on with "
                    "those that the "
                    "model has; `strict=False` says nothing of names that do not fit"
                )
                place = replace(next_call, line=statement.lineno)
                (first, *_) = evidence.rows(
                    "select id from recorded_operations where call in {calls} order by id limit 1",
                    [next_call],
                )
                yield finding_of(KIND, place, first["id"], 1, problem, NAMES_OF_THE_MODEL)


def _blocks(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                yield block


def _is_lenient(statement: ast.stmt) -> bool:
    """Return whether a statement is such a call alone, of whose result nothing is kept."""
    if not isinstance(statement, ast.Expr):
        return False
    return any(
        keyword.arg == "strict" and isinstance(keyword.value, ast.Constant) and keyword.value.value is False
        for node in sources.calls_in(statement, _LOADS)
        for keyword in node.keywords
    )


def _lines(statement: ast.stmt) -> set[int]:
    return set(range(statement.lineno, (statement.end_lineno or statement.lineno) + 1))
