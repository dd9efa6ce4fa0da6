"""Two linear layers with nothing between them: together they are one, however wide the first is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import ACTIVATION_BETWEEN
from numscope.analysis.concepts import syntax
from numscope.trace import Operand, Operation

KIND = "training"


def straight_layers(evidence: Evidence) -> Iterator[Finding]:
    """Yield linear layers that get what another gives as it is, where the first is no bottleneck."""
    if not evidence.ledger.steps:
        return
    layers = [
        (call, one, weight)
        for call, one in in_order(evidence, ["linear"])
        if (weight := _weight(one)) is not None and _learns(one)
    ]
    given = {
        (made.hash, made.address): weight
        for _, one, weight in layers
        for made in one.outputs
        if made.statistics is None or made.statistics.minimum != made.statistics.maximum
    }
    found: set[tuple[str, int]] = set()
    for call, operation, weight in layers:
        taken = operation.inputs[0]
        before = given.get((taken.hash, taken.address))
        if before is None or before.address == weight.address:
            continue
        (wide, first), last = before.shape or (0, 0), (weight.shape or (0, 0))[0]
        place = _place(evidence, call)
        if wide < min(first, last) or (place.file, place.line) in found:
            continue
        found.add((place.file, place.line))
        problem = (
            f"gets what a linear layer gives, {first:,} to {wide:,}, as it is, and makes {last:,} of it: with nothing "
            f"between them the two are one layer, {first:,} to {last:,}, and learn straight lines alone"
        )
        yield finding_of(KIND, place, operation.id, 1, problem, ACTIVATION_BETWEEN)


def _weight(operation: Operation) -> Operand | None:
    weight = next((one for one in operation.inputs if one.name == "weight"), None)
    learns = (
        weight is not None and weight.attributes.get("requires_grad") == 1 and len(weight.shape or ()) == 2
    )
    return weight if learns else None


def _learns(operation: Operation) -> bool:
    """Return whether a gradient flows back from what a layer gave: a teacher's, under `no_grad`, stays as it is."""
    return any(one.attributes.get("requires_grad") == 1 for one in operation.outputs)


def _place(evidence: Evidence, call: Call) -> Call:
    """Return where the second layer is written: in a line of its own, or beside the first in a `Sequential`."""
    program = evidence.program(call)
    for node in ast.walk(program.tree):
        if isinstance(node, ast.Call) and syntax.last_name(node.func) == "Sequential":
            kinds = [syntax.last_name(one.func) if isinstance(one, ast.Call) else "" for one in node.args]
            for number, pair in enumerate(pairwise(kinds), 1):
                if pair == ("Linear", "Linear"):
                    file, line = program.place(node.args[number].lineno)
                    return replace(call, file=file, line=line)
    return call
