"""The best of many scores on the same rows, given as how good the model is: these rows have chosen it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import MOST_CALLS, Call, Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import THIRD_PART
from numscope.analysis.concepts.syntax import parsed
from numscope.analysis.concepts.tables import table_of
from numscope.trace import Operation

KIND = "data"
_TESTS = ("score", "predict", "predict_proba", "decision_function")
_LEAST = 5
_CHOOSES = ("max", "min", "argmax", "argmin", "idxmax", "idxmin", "nlargest", "nsmallest", "sorted")


def best_of_tests(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that score many models by the same rows, if the best is chosen and no other rows follow."""
    asked = [
        (call, one, rows.hashes) for call, one in in_order(evidence, _TESTS) if (rows := table_of(one, 1))
    ]
    known = _trained(evidence) if len(asked) >= _LEAST else frozenset()
    for call in {call.id: call for call, _, _ in asked if call.name.endswith("score")}.values():
        own = [(operation, rows) for other, operation, rows in asked if other.id == call.id]
        if (
            len(own) < _LEAST
            or own[0][1] & known
            or any(rows != own[0][1] for _, rows in own)
            or len(_results(own)) < 2
        ):
            continue
        last = own[-1][0].id
        if any(one.id > last and rows != own[0][1] for _, one, rows in asked) or not _is_chosen(call):
            continue
        number = f"{len(own):,}{' or more' if len(own) == MOST_CALLS else ''}"
        said = (
            f"scores {number} models by the same rows, of which the best is chosen: its score is of the rows that "
            "chose it, and no other rows follow"
        )
        yield finding_of(KIND, call, own[0][0].id, len(own), said, THIRD_PART)


def _trained(evidence: Evidence) -> frozenset[str]:
    """Return what models were fitted to: their score says how well they fit, and chooses nothing by other rows."""
    fits = [table_of(one, 1) for _, one in in_order(evidence, ["fit"])]
    return frozenset(one for rows in fits if rows is not None for one in rows.hashes)


def _results(own: list[tuple[Operation, frozenset[str]]]) -> set[object]:
    return {
        output.literal if output.literal is not None else output.hash
        for one, _ in own
        for output in one.outputs
    }


def _is_chosen(call: Call) -> bool:
    """Return whether the program takes the largest or smallest of what the line keeps."""
    names = _kept_by(call)
    for node in ast.walk(parsed(call.text)):
        if isinstance(node, ast.Call) and _last(node.func) in _CHOOSES:
            given = [*node.args, *(one.value for one in node.keywords if one.arg == "key")]
            receiver = [node.func.value] if isinstance(node.func, ast.Attribute) else []
            if names & {sources.root_name(one) for one in (*given, *receiver)}:
                return True
        if isinstance(node, ast.If) and isinstance(node.test, ast.Compare):
            compared = (node.test.left, *node.test.comparators)
            if names & {one.id for one in compared if isinstance(one, ast.Name)}:
                return True
    return False


def _last(function: ast.expr) -> str | None:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", None)


def _kept_by(call: Call) -> set[str | None]:
    """Return the names of what keeps the results of a line: `score = ...`, `scores[k] = ...`, `scores.append(...)`."""
    statement = sources.statement(call.text, call.line)
    if isinstance(statement, ast.Assign):
        return {sources.root_name(target) for target in statement.targets} - {None}
    value = getattr(statement, "value", None)
    appends = (
        isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "append"
    )
    return {sources.root_name(value.func)} - {None} if appends else set()  # type: ignore[union-attr]
