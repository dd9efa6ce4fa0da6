"""Means over batches that are added up and divided by the number of samples: each of them is a mean already."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.syntax import parsed
from numscope.operations.lore.losses import LABELLED_LOSSES, RESPONSE_LOSSES
from numscope.trace import Operation

KIND = "meaning"
_LOSSES = (
    *LABELLED_LOSSES,
    *(name.rpartition("::")[2] for name in RESPONSE_LOSSES),
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
)
_SUM = 2  # what torch calls the reduction by a sum
_SUMMED = """
    select 1 from operations o join operand_layouts p on p.operation = o.id
    where o.user_file = ? and o.user_line = ? and p.name = 'reduction' and p.integer = ? limit 1
"""
_FIX = "divide by the number of batches, `len(loader)`, or weigh each mean: `loss.item() * len(x)`"


def batch_means(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that divide a sum of losses, each the mean of a batch, by the number of samples."""
    told: set[int] = set()
    for call, ids in evidence.operations(evidence.named(*_LOSSES)):
        divides = _division(call)
        if divides is None or divides in told or _is_summed(evidence, call):
            continue
        samples = _samples(evidence.fetch(ids[:1])[0])
        if samples < 2:
            continue
        told.add(divides)
        place = replace(call, line=divides)
        problem = (
            f"divides by the number of samples what line {call.line} gives for each batch: that is the mean of its "
            f"{samples:,} samples already, so that the result is about {samples:,} times too small"
        )
        yield finding_of(KIND, place, ids[0], len(ids), problem, _FIX)


def _samples(operation: Operation) -> int:
    given = next((one.shape for one in operation.inputs if one.shape), None)
    return given[0] if given else 0


def _is_summed(evidence: Evidence, call: Call) -> bool:
    return bool(evidence.trace.ask(_SUMMED, [call.file, call.line, _SUM]).num_rows)


def _division(call: Call) -> int | None:
    """Return the line that divides, by the length of a data set, the total to which the loop around a loss adds it."""
    around: ast.AST = sources.function_around(call.text, call.line) or parsed(call.text)
    loops = [one for one in ast.walk(around) if isinstance(one, ast.For) and _holds(one, call.line)]
    if not loops:
        return None
    totals = {
        one.target.id
        for one in ast.walk(loops[-1])
        if isinstance(one, ast.AugAssign) and isinstance(one.op, ast.Add) and isinstance(one.target, ast.Name)
        if _adds_the_loss(one.value, loops[-1], call.line)
    }
    lengths = _lengths(around) | _lengths(parsed(call.text))
    return next(
        (line for line, name, by in _quotients(around) if name in totals and _counts(by, lengths)), None
    )


def _holds(node: ast.For, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or node.lineno)


def _adds_the_loss(value: ast.expr, loop: ast.For, line: int) -> bool:
    """Return whether what is added is a loss of this line, as a number and with no weight."""
    weighed = any(isinstance(one, ast.BinOp) and isinstance(one.op, ast.Mult) for one in ast.walk(value))
    takes = any(isinstance(one, ast.Attribute) and one.attr == "item" for one in ast.walk(value))
    if weighed or not takes:
        return False
    bound = {
        target.id
        for one in ast.walk(loop)
        if isinstance(one, ast.Assign) and one.lineno <= line <= (one.end_lineno or one.lineno)
        for target in one.targets
        if isinstance(target, ast.Name)
    }
    here = value.lineno <= line <= (value.end_lineno or value.lineno)
    return here or bool(bound & sources.names_read(value))


def _quotients(around: ast.AST) -> Iterator[tuple[int, str, ast.expr]]:
    """Yield the lines that divide a name, the name, and what it is divided by."""
    for one in ast.walk(around):
        if (
            isinstance(one, ast.AugAssign)
            and isinstance(one.op, ast.Div)
            and isinstance(one.target, ast.Name)
        ):
            yield one.lineno, one.target.id, one.value
        elif isinstance(one, ast.BinOp) and isinstance(one.op, ast.Div) and isinstance(one.left, ast.Name):
            yield one.lineno, one.left.id, one.right


def _lengths(around: ast.AST) -> set[str]:
    """Return the names that are bound to the length of a data set."""
    return {
        target.id
        for one in ast.walk(around)
        if isinstance(one, ast.Assign) and _counts(one.value, set())
        for target in one.targets
        if isinstance(target, ast.Name)
    }


def _counts(node: ast.expr, lengths: set[str]) -> bool:
    """Return whether an expression is the number of samples of a loader: `len(loader.dataset)`, or a name for it."""
    if isinstance(node, ast.Name):
        return node.id in lengths
    is_length = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len"
    given = node.args[0] if is_length and isinstance(node, ast.Call) and node.args else None
    return isinstance(given, ast.Attribute) and given.attr == "dataset"
