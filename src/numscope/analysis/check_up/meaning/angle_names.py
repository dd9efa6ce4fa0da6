"""Angles that the program calls degrees, and gives to a function that takes radians."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import MOST_CALLS, Call, Evidence, finding_of, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import RADIANS
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.syntax import last_name as name_of
from numscope.analysis.concepts.units import unit_in, unit_mismatches
from numscope.analysis.concepts.value_sources import value_sources
from numscope.operations.lore.nonfinite import OF_ANGLES
from numscope.operations.lore.units import UNITS
from numscope.trace import Operation

KIND = "meaning"
_LARGEST_IN_RADIANS = 7
_CONVERTS = ("radians", "deg2rad", "pi")


def angle_names(evidence: Evidence) -> Iterator[Finding]:
    """Yield lines that give to what takes radians, unconverted, what a name says is in degrees; its numbers agree."""
    for call, ids in evidence.operations(evidence.named(*OF_ANGLES)):
        name = _degrees_given(evidence, call)
        largest, operation = max(
            ((_largest(one), one) for one in evidence.fetch(ids[:MOST_CALLS] if name else ())),
            default=(0.0, None),
            key=lambda pair: pair[0],
        )
        if operation is not None and largest > _LARGEST_IN_RADIANS:
            said = f"{last_name(operation)} takes radians, and is given `{name}`: numbers up to {largest:.6g}"
            yield finding_of(KIND, call, operation.id, len(ids), said, RADIANS)


def _degrees_given(evidence: Evidence, call: Call) -> str:
    """Return what the line's call is given whose name, or a name behind it, says degrees; empty if none does."""
    program = evidence.program(call)
    statement = sources.statement(program.text, program.line_of(call.file, call.line))
    for one in sources.calls_in(statement, call.name.rpartition(".")[2]):
        if len(one.args) != 1:
            continue
        behind = list(value_sources(program.tree).behind(one.args[0]))
        if any(map(_converts, behind)):
            continue
        if any(unit_mismatches(program.tree, [one.args[0]])):
            return ast.unparse(one.args[0])
        named = [node for node in behind[1:] if unit_in(_spelled(node)) == UNITS["deg"]]
        if named:
            return f"{ast.unparse(one.args[0])}` that is `{ast.unparse(named[0])}"
    return ""


def _converts(node: ast.expr) -> bool:
    """Return whether an expression may make radians."""
    return any(isinstance(one, ast.expr) and name_of(one) in _CONVERTS for one in ast.walk(node))


def _spelled(node: ast.expr) -> str:
    """Return the last part of a name, or the text of a key."""
    if isinstance(node, ast.Subscript):
        return str(node.slice.value) if isinstance(node.slice, ast.Constant) else _spelled(node.value)
    return name_of(node)


def _largest(operation: Operation) -> float:
    numbers = numbers_of(operation.inputs[0]) if operation.inputs else None
    finite = () if numbers is None else np.abs(numbers[np.isfinite(numbers)])
    return float(np.max(finite)) if np.size(finite) else 0.0
