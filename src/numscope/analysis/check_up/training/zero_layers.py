"""Layers one behind the other that begin with zeros and keep them: none passes anything on from which another learns.

The gradient of a layer's weights is a product of what the layer is given and of the weights behind it: where the
weights of two layers in a row are 0, both gradients are 0 in each step.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import DIFFERENT_START
from numscope.analysis.check_up.sources import statement
from numscope.analysis.concepts.constants import Constants
from numscope.analysis.concepts.syntax import last_name
from numscope.trace import Operand, Operation

KIND = "training"
_LEAST_CALLS, _LEAST_LAYERS, _MOST_LAYERS = 3, 2, 20
_FILLS = ("constant_", "fill_", "full", "full_like")
# The first and last call of each layer that a program calls again and again.
_LAYERS = """
    select w.address, count(*) as calls, min(o.id) as first, max(o.id) as last
    from called_operations o join operand_layouts w on w.operation = o.id and w.name = 'weight' and w.role = 'input'
    where (split_part(o.name, '::', 2) = 'linear' or starts_with(split_part(o.name, '::', 2), 'conv'))
        and o.user_visible and o.user_file is not null and len(w.shape) > 1
    group by w.address, w.shape, o.process having count(*) >= ? order by first limit ?
"""
_WRITTEN = """
    select operation from operands where hash = ? and address = ? and role in ('output', 'mutated') and operation < ?
    order by operation desc limit 20
"""


def zero_layers(evidence: Evidence) -> Iterator[Finding]:
    """Yield the line that gives several layers weights of 0, if these are 0 in their last call as well."""
    if not evidence.ledger.steps:
        return
    layers = evidence.trace.ask(_LAYERS, [_LEAST_CALLS, _MOST_LAYERS]).to_pylist()
    found: list[tuple[Operation, Operand, int]] = []
    for row in layers:
        first, last = evidence.fetch([row["first"], row["last"]])
        weight = _zeros(first)
        if weight is not None and _zeros(last) is not None:
            found.append((first, weight, row["calls"]))
    if len(found) < _LEAST_LAYERS:
        return
    first, weight, calls = found[0]
    rows = evidence.trace.ask(_WRITTEN, [weight.hash, weight.address, first.id])["operation"].to_pylist()
    for operation in evidence.fetch(rows):
        call = evidence.call_of(operation)
        if call is None:
            continue
        file, line = _zero_written(evidence, call)
        problem = (
            f"the weights of {len(found)} of {len(layers)} layers are all 0, also in the last of {calls:,} calls: what "
            "each is given, or what is behind it, is 0, so that none gets a gradient"
        )
        yield finding_of(
            KIND, replace(call, file=file, line=line), operation.id, calls, problem, DIFFERENT_START
        )
        return


def _zeros(operation: Operation) -> Operand | None:
    """Return the weights of a layer's call; None unless they are to learn, and all 0."""
    weight = next((one for one in operation.inputs if one.name == "weight"), None)
    known = weight.statistics if weight is not None else None
    if weight is None or known is None or weight.attributes.get("requires_grad") != 1:
        return None
    return weight if known.minimum == 0 == known.maximum else None


def _zero_written(evidence: Evidence, call: Call) -> tuple[str, int]:
    """Return the line that writes the 0 by which the statement at a call multiplies, or which it fills with."""
    program = evidence.program(call)
    node = statement(program.text, program.line_of(call.file, call.line))
    constants = Constants(program.tree)
    for one in ast.walk(node) if node is not None else ():
        given: list[ast.expr] = []
        if isinstance(one, ast.BinOp) and isinstance(one.op, ast.Mult):
            given = [one.left, one.right]
        elif isinstance(one, ast.Call) and last_name(one.func) in _FILLS:
            given = [*one.args, *(keyword.value for keyword in one.keywords)]
        known = [constant for each in given if (constant := constants.behind(each)) is not None]
        zero = next((constant for constant in known if constant.value == 0), None)
        if zero is not None:
            return program.place(zero.line)
    return call.file, call.line
