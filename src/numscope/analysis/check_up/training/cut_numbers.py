"""What a loss takes from a parameter as a mere number, or detached, so that the parameter gets no gradient."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.trace import Operand, Operation

KIND = "training"
_CUTS = ("item", "detach")
_LEAST_STEPS = 3
# From a parameter to what is cut off, and from there to what has a gradient, so many operations are looked at.
_MOST_HOPS = 6
_NEXT = 40
_MAKER = """
    select operation from operands where hash = ? and address = ? and role in ('output', 'mutated') and operation < ?
    order by operation desc limit 1
"""
_STEPPED = """
    select count(distinct coalesce(s.integer, 0)) as steps from attributes p
        left join attributes s on s.operation = p.operation and s.place is null and s.name = 'step'
    where p.place is null and p.name = 'phase' and p.text = 'optimizer' and p.operation between ? and ?
"""
_FOLLOWING = """
    select id from called_operations
    where id > ? and id <= ? and parent is null and user_file is not null order by id limit ?
"""


def cut_numbers(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that cut a parameter off from the loss: it requires a gradient, and stays as it was."""
    lines: dict[tuple[str, int, str], tuple[Call, list[int]]] = {}
    for call, ids in evidence.operations(_cuts(evidence)):
        lines.setdefault(call.place, (call, []))[1].extend(ids)
    for call, ids in lines.values():
        first, last = evidence.fetch([min(ids), max(ids)])
        steps = evidence.trace.ask(_STEPPED, [first.id, last.id])["steps"][0].as_py()
        parameter = _unchanged(evidence, first, last) if steps >= _LEAST_STEPS else None
        if parameter is None or not _goes_on(evidence, first):
            continue
        name = call.full_name.rpartition("::")[2]
        shape = "x".join(map(str, parameter.shape or ())) or "no axes"
        problem = (
            f"`{name}` cuts a parameter off from the loss, which is computed with what it gives: the parameter, of "
            f"{shape}, requires a gradient and is after {steps:,} steps what it was at first"
        )
        yield finding_of(KIND, call, first.id, len(ids), problem, _FIX, "gradients T")


_FIX = "keep the tensor: leave `.item()`, `float()` or `.detach()` away where the loss is computed"


def _cuts(evidence: Evidence) -> list[Call]:
    return [one for one in evidence.calls.values() if one.full_name.rpartition("::")[2] in _CUTS]


def _unchanged(evidence: Evidence, first: Operation, last: Operation) -> Operand | None:
    """Return the parameter of which both cut the same off; None unless it is as it was at first."""
    before, after = _parameter(evidence, first), _parameter(evidence, last)
    if before is None or after is None:
        return None
    return before if (before.address, before.hash) == (after.address, after.hash) else None


def _parameter(evidence: Evidence, cut: Operation) -> Operand | None:
    """Return what has a gradient of its own, of which alone the operand of a cut is computed."""
    taken = next(iter(cut.inputs), None)
    before = cut.id
    for _ in range(_MOST_HOPS):
        if taken is None or not _learns(taken):
            return None
        rows = evidence.trace.ask(_MAKER, [taken.hash, taken.address, before])["operation"].to_pylist()
        maker = evidence.fetch(rows)[0] if rows else None
        if maker is None or not any(_learns(one) for one in maker.outputs):
            return taken  # what no operation made with a gradient
        learning = [one for one in maker.inputs if _learns(one)]
        taken, before = learning[0] if len(learning) == 1 else None, maker.id
    return None


def _goes_on(evidence: Evidence, cut: Operation) -> bool:
    """Return whether what was cut off is soon computed with, for something that has a gradient."""
    made = next(iter(cut.outputs), None)
    number = made.literal if made is not None and made.kind == "float" else None
    held: set[tuple[int | None, str | None]] = set()  # where what was cut off is, by address and content
    ids = evidence.trace.ask(_FOLLOWING, [cut.id, cut.id + 10 * _NEXT, _NEXT])["id"].to_pylist()
    for operation in (cut, *evidence.fetch(ids)):
        held |= {(one.address, one.hash) for one in operation.outputs if one.hash == cut.inputs[0].hash}
        given = [one for one in operation.operands if one.role in ("input", "argument") and not _learns(one)]
        taken = any((one.address, one.hash) in held or _is_number(one, number) for one in given)
        if taken and any(_learns(one) for one in operation.outputs):
            return True
    return False


def _is_number(operand: Operand, number: object) -> bool:
    """Return whether an operand is a number that was cut off; of a whole number another one may be meant."""
    known = operand.statistics
    value = known.minimum if operand.is_array() and operand.shape == () and known else operand.literal
    return isinstance(value, float) and value == number and value % 1 != 0


def _learns(operand: Operand) -> bool:
    return operand.attributes.get("requires_grad") == 1
