"""Arrays that are made once, as the default of a parameter, and written in each call of the function."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import MOST_CALLS, Call, Evidence, finding_of, is_trait
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.syntax import defaults
from numscope.operations.traits import Trait
from numscope.trace import Operation

KIND = "shared-memory"
_LEAST_WRITES = 2


def kept_defaults(evidence: Evidence) -> Iterator[Finding]:
    """Yield the heads of functions whose calls hand on what they wrote into a default argument."""
    seen: set[object] = set()
    for call in evidence.calls.values():
        if call.how != "in place" and not is_trait(call, Trait.WRITES):
            continue
        found = _default(call)
        if found is None or (call.file, call.function) in seen:
            continue
        parameter, default = found
        writes = _writes(evidence, call, default)
        if len(writes) >= _LEAST_WRITES:
            seen.add((call.file, call.function))
            problem = (
                f"`{parameter}` is made once, when {call.function} is defined: line {call.line} wrote into the same "
                f"array {len(writes):,} times, and each call begins with what the one before left"
            )
            fix = f"write `{parameter}=None` in the head, and make it in the function where it is None"
            yield finding_of(KIND, replace(call, line=default.lineno), writes[0], len(writes), problem, fix)


def _default(call: Call) -> tuple[str, ast.expr] | None:
    """Return the parameter that a line writes into, and the call that makes its default; None if it is none."""
    function = sources.function_around(call.text, call.line)
    written = sources.written_name(call.text, call.line, call.name)
    parameter = (
        None
        if function is None or written is None
        else sources.parameter_behind(function, written, call.line)
    )
    if function is None or parameter is None:
        return None
    default = dict(defaults(function.args)).get(parameter)
    return (parameter, default) if isinstance(default, ast.Call) else None


def _writes(evidence: Evidence, call: Call, default: ast.expr) -> list[int]:
    """Return the operations of a call that wrote into the array that its parameter's default is."""
    makers = [
        one
        for one in evidence.calls.values()
        if (one.file, one.line) == (call.file, default.lineno) and one.function != call.function
    ]
    made = {
        operand.address
        for maker in _operations(evidence, makers)
        for operand in maker.outputs
        if operand.kind == "array" and operand.address
    }
    return [
        operation.id
        for operation in _operations(evidence, [call])
        if any(one.role != "input" and one.address in made for one in operation.operands)
    ]


def _operations(evidence: Evidence, calls: list[Call]) -> list[Operation]:
    rows = evidence.rows(
        f"select id from recorded_operations where call in {{calls}} order by id limit {MOST_CALLS}", calls
    )
    return evidence.fetch([row["id"] for row in rows])
