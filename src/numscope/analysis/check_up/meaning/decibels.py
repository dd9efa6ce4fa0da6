"""Decibels by the natural logarithm: they are 10 or 20 times the logarithm to base 10."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import BASE_TEN

KIND = "meaning"
_FACTORS = (10, 20)
# What such numbers are called in a program; `db` alone may be a database.
_DECIBELS = re.compile(r"\b([Dd]ecibels?|dBA?|dBFS|P?SNR|p?snr)\b|_(db|snr)\b|\bto_db\b")


def decibels(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that multiply a natural logarithm by 10 or 20, where the program speaks of decibels."""
    found: set[tuple[str, int]] = set()
    for call in evidence.named("log"):
        place = call.file, call.line
        if place in found or not _DECIBELS.search(call.text) or not _is_multiplied(call):
            continue
        found.add(place)
        said = "multiplies the natural logarithm by 10 or 20; decibels, 2.3 times too many here, take that to base 10"
        yield finding_of(KIND, call, call.id, 1, said, BASE_TEN, look="show T")


def _is_multiplied(call: Call) -> bool:
    statement = sources.statement(call.text, call.line)
    for node in ast.walk(statement) if statement is not None else ():
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            factor = [one for side in (node.left, node.right) if (one := _constant(side)) is not None]
            logs = [side for side in (node.left, node.right) if _is_log(side)]
            if logs and factor and abs(factor[0]) in _FACTORS:
                return True
    return False


def _constant(node: ast.expr) -> float | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    is_number = isinstance(node, ast.Constant) and isinstance(node.value, (int, float))
    return float(node.value) if is_number else None  # type: ignore[attr-defined]


def _is_log(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and node in sources.calls_in(node, "log")
