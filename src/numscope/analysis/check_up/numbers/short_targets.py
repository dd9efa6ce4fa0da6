"""Counts and sums that `add.at` keeps in a short floating-point type: from a size on they do not grow any more."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import MOST_CALLS, Call, Evidence, finding_of, operand_at
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.numbers.scattered import total_added, total_change
from numscope.analysis.check_up.remedies import WIDE_SUM
from numscope.analysis.concepts.kept_values import value_of
from numscope.trace import Operation

KIND = "saturation"
# So much of what was added has to be missing.
_LOST = 0.01


def short_targets(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that add to elements of float16 or float32 and lose more than a hundredth of it."""
    adding = [call for call in evidence.calls.values() if call.name == "add.at"]
    found = evidence.operations(adding, "role = 'mutated' and dtype in ('float16', 'float32')")
    for call, ids in found:
        # What was added first is kept: the elements were small.
        for operation in evidence.fetch([*ids[:1], *ids[1:][-MOST_CALLS:]]):
            problem = _problem(operation)
            if problem is not None:
                yield finding_of(
                    KIND, _typed_at(evidence, call, operation), operation.id, len(ids), problem, WIDE_SUM
                )
                break


def _problem(operation: Operation) -> str | None:
    given, target = operand_at(operation, 2, "b"), operation.mutated[0]
    values = None if given is None else value_of(given)
    added, changed = total_added(operation), total_change(operation)
    if values is None or added is None or changed is None or not added or target.statistics is None:
        return None
    signs = np.sign(np.asarray(values, float))
    lost = (added - changed) / added
    if signs.min() < 0 < signs.max() or not _LOST < lost <= 1:
        return None
    size = max(abs(target.statistics.maximum), abs(target.statistics.minimum))
    step = float(np.spacing(np.dtype(target.dtype or "f8").type(size)))
    return (
        f"add.at added {added:,.6g} to {target.dtype}{list(target.shape or ())} and the total grew by {changed:,.6g}: "
        f"at {size:,.6g} its steps are {step:.3g}"
    )


def _typed_at(evidence: Evidence, call: Call, operation: Operation) -> Call:
    """Return where the type of the target is said, if the function that makes it is given it; else the call's line."""
    target = operation.mutated[0]
    made = evidence.trace.ask(
        """
        select user_function from results join called_operations o on operation = o.id
        where address = ? and role = 'output' and o.id < ? and user_function is not null order by o.id limit 1
        """,
        [target.address, operation.id],
    ).to_pylist()
    if not made:
        return call
    *outer, name = made[0]["user_function"].split(".")
    program = evidence.program(call)
    given = [
        node.lineno
        for node, one in sources.calls_of(program.text, outer[-1] if name == "__init__" and outer else name)
        if any(_names(argument, target.dtype or "") for argument in (*one.args, *one.keywords))
    ]
    if len(given) != 1:
        return call
    file, line = program.place(given[0])
    return replace(call, file=file, line=line, function=None)


def _names(argument: ast.AST, dtype: str) -> bool:
    return any(
        (isinstance(node, ast.Attribute) and node.attr == dtype)
        or (isinstance(node, ast.Constant) and node.value == dtype)
        for node in ast.walk(argument)
    )
