"""A third condition or array given to a function of two: NumPy writes the result into it, and reads nothing of it."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import TWO_AT_A_TIME
from numscope.trace import Operand, Operation

KIND = "lost-update"
_OF_TWO = (
    "logical_and",
    "logical_or",
    "logical_xor",
    "maximum",
    "minimum",
    "fmax",
    "fmin",
    "add",
    "multiply",
)
# What makes memory to write into.
_BUFFERS = ("empty", "zeros", "ones", "full", "empty_like", "zeros_like", "ones_like", "full_like", "copy")


def third_arguments(evidence: Evidence) -> Iterator[Finding]:
    """Yield the calls whose third argument held something that nothing has read, and is written over."""
    found: set[int] = set()
    for call, operation in in_order(evidence, _OF_TWO, _is_called):
        target = _third(operation)
        if call.id in found or target is None:
            continue
        maker = _maker(evidence, target, operation.id)
        if maker is None or last_name(maker) in _BUFFERS or last_name(maker) == last_name(operation):
            continue
        if any(reader.id < operation.id for reader in evidence.readers(maker)):
            continue
        found.add(call.id)
        size = prod(target.shape or ())
        problem = (
            f"`{last_name(operation)}` takes two: the third is where it writes the result, over {size:,} elements that "
            "nothing has read"
        )
        yield finding_of(KIND, call, operation.id, 1, problem, TWO_AT_A_TIME)


def _is_called(call: Call) -> bool:
    """Return whether a line calls a function with three arguments by place: a sum inside of a library's is none."""
    given = sources.calls_in(sources.statement(call.text, call.line), call.name.rpartition(".")[2])
    return any(len(one.args) == 3 for one in given)


def _maker(evidence: Evidence, target: Operand, before: int) -> Operation | None:
    """Return the operation that made the array that lies at an address: nothing reads what is written over."""
    made = evidence.trace.ask(
        "select max(operation) as made from operand_layouts where address = ? and operation < ? and role = 'output'",
        [target.address, before],
    )["made"][0].as_py()
    return None if made is None else next(iter(evidence.fetch([made])), None)


def _third(operation: Operation) -> Operand | None:
    """Return what an operation writes into, if that was given by place and is none of what it reads."""
    targets = [
        one for one in operation.operands if one.role == "out" and one.position == 2 and one.is_array()
    ]
    read = {one.address for one in operation.inputs}
    return targets[0] if len(targets) == 1 and len(read) == 2 and targets[0].address not in read else None
