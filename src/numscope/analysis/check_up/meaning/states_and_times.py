"""One time of a solution taken for one of its variables: `solution.y[:, 1]` holds all variables at the second time."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, operand_at
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import ONE_VARIABLE
from numscope.trace import Operand, Operation

KIND = "meaning"
_TIMES_OF_STATES = 4


def states_and_times(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that take, by a number in the text, a time early in a solution where a variable is meant."""
    solutions: dict[str, tuple[int, int, str]] = {}
    for name, axis in (("solve_ivp", 1), ("odeint", 0)):
        for _, operation in in_order(evidence, [name]):
            made = _course(operation, axis)
            if made is not None and made.hash is not None and made.shape is not None:
                solutions[made.hash] = (axis, made.shape[1 - axis], name)
    found: set[int] = set()
    for call, operation in in_order(evidence, ["__getitem__"]) if solutions else ():
        known = solutions.get(operation.inputs[0].hash or "") if operation.inputs else None
        if known is None or call.id in found:
            continue
        axis, states, name = known
        place = _place(operation, axis)
        if place is None or not 0 < place < states or not _is_written(call, place):
            continue
        found.add(call.id)
        variable = f"[{place}]" if axis == 1 else f"[:, {place}]"
        problem = (
            f"takes the {states:,} variables at one time, number {place:,}: in what `{name}` gives, "
            f"variable {place:,} is "
            f"`{variable}`"
        )
        yield finding_of(KIND, call, operation.id, 1, problem, ONE_VARIABLE)


def _course(operation: Operation, axis: int) -> Operand | None:
    """Return the table of all variables at all times, where the times are many more."""
    for one in operation.outputs:
        if one.shape is not None and len(one.shape) == 2 and (one.name == "y" or axis == 0):
            states, times = one.shape[1 - axis], one.shape[axis]
            if states > 1 and times >= _TIMES_OF_STATES * states:
                return one
    return None


def _place(operation: Operation, axis: int) -> int | None:
    """Return the number along the times by which all variables are taken."""
    key = operand_at(operation, 1, "key")
    if key is None:
        return None
    if axis == 0:
        return key.literal if isinstance(key.literal, int) and key.kind == "int" else None
    try:
        parts = str(key.literal).removeprefix("(slice(None, None, None), ").removesuffix(")")
        return int(parts) if str(key.literal).startswith("(slice(None, None, None), ") else None
    except ValueError:
        return None


def _is_written(call: Call, place: int) -> bool:
    """Return whether the number stands in the line: a loop goes through the times."""
    statement = sources.statement(call.text, call.line)
    return any(
        isinstance(one, ast.Constant) and one.value == place and not isinstance(one.value, bool)
        for node in ast.walk(statement or ast.Pass())
        if isinstance(node, ast.Subscript)
        for one in ast.walk(node.slice)
    )
