"""A recorded operator of PyTorch as a line of source that calls it again, with names for the tensors that go in."""

from __future__ import annotations

from collections.abc import Iterator
from keyword import iskeyword

import numpy as np

from numscope.probes.calling.literals import parse
from numscope.probes.calling.recorded import RecordedOperand, RecordedOperation, slot_of
from numscope.probes.calling.refusal import CannotReplayError
from numscope.probes.calling.written import Library, NoSourceError, Source, literal, names_for
from numscope.probes.torch.calling.operators import PREFIX, numbers, operator_of, schema_of

_TENSORS = '''

def tensors(case):
    """The tensors that went into a call, on the memory of arrays that are laid out as they were."""
    return [torch.from_numpy(array) for array in given(case)]


def arrays_of(result):
    """All tensors in `result` as arrays, one after the other."""
    if isinstance(result, (list, tuple)):
        return [array for part in result for array in arrays_of(part)]
    return [result.numpy() if isinstance(result, torch.Tensor) else result]
'''
_LIBRARY = Library("PyTorch", "torch", helpers=_TENSORS)


def torch_source_of(operation: RecordedOperation) -> Source:
    """The line that calls `operation` again. Raises NoSourceError with the reason if there is none."""
    given = [one for one in operation.operands if one.role == "input" and one.is_array()]
    for operand in operation.operands:
        if "special" in operand.attributes or operand.dtype == "bfloat16":
            raise NoSourceError(
                f"NumPy has no {operand.attributes.get('special', 'bfloat16')} tensors to keep as files"
            )
        if operand.role in ("out", "mutated"):
            raise NoSourceError("it changes tensors that it does not give back")
    try:
        overload = str(operation.attributes.get("overload", "default"))
        operator = operator_of(operation.name, overload)
    except CannotReplayError as reason:
        raise NoSourceError(str(reason)) from None
    plain = set(numbers(operator, tuple(slot_of(operand) for operand in operation.operands)))
    given = [operand for operand in given if operand.name not in plain]
    names = names_for(given)
    texts = dict(_arguments(operation, given, names, plain))
    positional, rest = [], False
    for argument in schema_of(operator).arguments:
        rest = rest or argument.kwarg_only or argument.name not in texts
        if argument.name in texts:
            text = texts[argument.name]
            if rest and (not argument.name.isidentifier() or iskeyword(argument.name)):
                raise NoSourceError("an argument's name is a word of Python's")
            positional.append(f"{argument.name}={text}" if rest else text)
    call = f"torch.ops.aten.{operation.name[len(PREFIX) :]}.{overload}({', '.join(positional)})"
    return Source(
        call,
        tuple(given),
        names,
        is_statement=False,
        changed=(),
        left=(),
        library=_LIBRARY,
        inputs="tensors(case)",
        results="arrays_of(result)",
        places=tuple(_places_of_results(operation)),
    )


def _places_of_results(operation: RecordedOperation) -> list[int]:
    """Where each output stands when lists in the result are laid flat."""
    if any(one.item for one in operation.outputs):
        if any(one.position or not one.item for one in operation.outputs):
            raise NoSourceError("it gives several lists")
        return [one.item - 1 for one in operation.outputs]
    return [one.position or 0 for one in operation.outputs]


def _arguments(
    operation: RecordedOperation, given: list[RecordedOperand], names: tuple[str, ...], plain: set[str]
) -> Iterator[tuple[str, str]]:
    """Name and text of each argument."""
    lists: dict[str, list[str]] = {}
    for operand in operation.operands:
        if operand.role not in ("input", "argument") or operand.name is None:
            continue
        if operand.is_array() and operand.name not in plain:
            name = next(name for name, one in zip(names, given, strict=True) if one is operand)
            if not operand.item:
                yield operand.name, name
                continue
            texts = lists.setdefault(operand.name, [])
            texts += ["None"] * (operand.item - len(texts))
            texts[operand.item - 1] = name
        else:
            yield operand.name, _text(operand)
    for name, texts in lists.items():
        yield name, f"[{', '.join(texts)}]"


def _text(operand: RecordedOperand) -> str:
    if operand.is_array():
        return literal(np.asarray(operand.value()).item())
    if operand.kind == "object":
        raise NoSourceError(f"an argument is a {operand.type or 'object'}, which is not kept")
    if operand.kind != "literal":
        return literal(operand.literal)
    text = str(operand.literal)
    try:
        value = parse(text)
    except CannotReplayError as reason:
        raise NoSourceError(str(reason)) from None
    return text if text.startswith("torch.") else literal(value)
