"""The backward pass behind the loop over the batches: only the last batch of each epoch is learnt from."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import INTO_THE_LOOP
from numscope.analysis.concepts.syntax import parsed
from numscope.operations.lore.losses import LABELLED_LOSSES, RESPONSE_LOSSES
from numscope.trace import Operation

KIND = "gradient"
_LOSSES = (
    *LABELLED_LOSSES,
    *(name.rpartition("::")[2] for name in RESPONSE_LOSSES),
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
)
_LEAST = 3
# These only look at a loss.
_LOOKS = ("item", "detach", "_local_scalar_dense", "to")


def last_batch_alone(evidence: Evidence) -> Iterator[Finding]:
    """Yield backward passes that stand behind the innermost loop around the loss, whose other results are dropped."""
    found: set[tuple[str, int]] = set()
    for call, ids in evidence.operations(evidence.named(*_LOSSES)):
        line = _backward_behind(call)
        if line is None or (call.file, line) in found or len(ids) < _LEAST:
            continue
        if all(_is_dropped(evidence, one) for one in evidence.fetch(ids[: _LEAST - 1])):
            found.add((call.file, line))
            problem = (
                f"stands behind the loop over the batches: of {len(ids):,} losses of line {call.line} "
                "only the last of each "
                "loop is learnt from"
            )
            yield finding_of(KIND, replace(call, line=line), ids[0], 1, problem, INTO_THE_LOOP)


def _backward_behind(call: Call) -> int | None:
    """Return the line of a backward pass of this loss that stands behind its innermost loop, and in an outer one."""
    statement = sources.statement(call.text, call.line)
    names = {one.id for one in getattr(statement, "targets", ()) if isinstance(one, ast.Name)}
    around: ast.AST = sources.function_around(call.text, call.line) or parsed(call.text)
    loops = [
        one
        for one in ast.walk(around)
        if isinstance(one, ast.For) and one.lineno <= call.line <= (one.end_lineno or 0)
    ]
    if len(loops) < 2 or not names:
        return None
    inner = max(loops, key=lambda one: one.lineno)
    outer = max((one for one in loops if one is not inner), key=lambda one: one.lineno)
    lines = [
        node.lineno
        for node in sources.calls_in(outer, "backward")
        if isinstance(node.func, ast.Attribute) and sources.root_name(node.func.value) in names
    ]
    inside = [line for line in lines if inner.lineno <= line <= (inner.end_lineno or 0)]
    behind = [line for line in lines if line > (inner.end_lineno or 0)]
    return behind[0] if behind and not inside else None


def _is_dropped(evidence: Evidence, loss: Operation) -> bool:
    """Return whether a loss that could be learnt from is only looked at."""
    learns = any(one.attributes.get("requires_grad") == 1 for one in loss.outputs)
    return learns and all(last_name(reader) in _LOOKS for reader in evidence.readers(loss))
