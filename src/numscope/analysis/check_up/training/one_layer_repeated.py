"""`[nn.Linear(8, 8)] * 4`: one layer four times, not four layers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import LAYERS_OF_THEIR_OWN
from numscope.analysis.concepts import syntax
from numscope.trace import Operation

KIND = "parameter"
_LAYERS = ("linear", "conv1d", "conv2d", "conv3d", "layer_norm", "batch_norm", "embedding")


def one_layer_repeated(evidence: Evidence) -> Iterator[Finding]:
    """Yield lists that hold one layer several times, where its weights are used several times before a step."""
    if not evidence.ledger.steps:
        return
    for call, operation in in_order(evidence, _LAYERS):
        written = _written(evidence, call)
        if written is None:
            continue
        times = _times(evidence, call, operation)
        if times > 1:
            file, line, name = written
            problem = f"holds one `{name}` several times: its weights are used {times:,} times in one pass"
            place = replace(call, file=file, line=line)
            yield finding_of(KIND, place, operation.id, times, problem, LAYERS_OF_THEIR_OWN)
            return


def _written(evidence: Evidence, call: Call) -> tuple[str, int, str] | None:
    """Return where a list of one call is multiplied by a number, and the last name of what is called."""
    program = evidence.program(call)
    for node in ast.walk(program.tree):
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Mult):
            continue
        for one in (node.left, node.right):
            if isinstance(one, ast.List) and len(one.elts) == 1 and isinstance(one.elts[0], ast.Call):
                name = syntax.last_name(one.elts[0].func)
                if name[:1].isupper():
                    return (*program.place(node.lineno), name)
    return None


def _times(evidence: Evidence, call: Call, operation: Operation) -> int:
    """Return how often the weights of a layer are used at its line before the next step of an optimiser."""
    weight = next((one.address for one in operation.inputs if one.name == "weight"), None)
    step = next((one.operation for one in evidence.ledger.steps if one.operation > operation.id), None)
    if weight is None or step is None:
        return 0
    rows = evidence.trace.ask(
        "select count(distinct p.operation) as times from operand_layouts p join called_operations o "
        "on o.id = p.operation where o.call = ? and p.address = ? and p.operation >= ? and p.operation < ?",
        [call.id, weight, operation.id, step],
    )
    return int(rows["times"][0].as_py())
