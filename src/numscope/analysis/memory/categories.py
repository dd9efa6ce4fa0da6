"""Which kind of tensor a block is, and why it is still there, in words."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from enum import Enum

from numscope.analysis.memory.blocks import Block
from numscope.analysis.memory.uses import Operations, Ran, Use
from numscope.trace import Trace

_PARAMETERS = """
    select p.operation, p.address, p.name, call.module from module_operands p
        join module_calls call on p.operation = call.id
    where p.role = 'parameter' and p.kind = 'array' and call.process = {process} order by not call.met, p.operation
"""
_GIVEN = """
    select p.operation, p.address, p.name, call.model from module_operands p
        join module_calls call on p.operation = call.id
    where p.role = 'given' and p.kind = 'array' and not call.met and coalesce(call.module, '') = ''
        and call.process = {process} order by p.operation
"""
_GRADIENTS = """
    select p.operation, p.address, p.name from operands p join called_operations o on p.operation = o.id
    where starts_with(o.name, 'optim::') and p.role = 'input' and p.kind = 'array' and o.process = {process}
    order by p.operation
"""
_ACCUMULATED = """
    select p.operation, p.address, null as name from operands p join called_operations o on p.operation = o.id
    where o.name = 'autograd::AccumulateGrad' and p.role = 'input' and p.kind = 'array' and o.process = {process}
    order by p.operation
"""


class Category(Enum):
    """What a tensor is to the training."""

    PARAMETER = "parameter"
    GRADIENT = "gradient"
    OPTIMIZER = "optimizer state"
    ACTIVATION = "activation"
    INPUT = "input"
    TEMPORARY = "temporary"


@dataclass(frozen=True)
class Reason:
    """A block's category, and why it lives. held_without_need: nothing reads it again."""

    category: Category
    why: str
    held_without_need: bool = False


class Categories:
    """What the trace says of the tensors of one process by their addresses."""

    def __init__(self, trace: Trace, operations: Operations, process: int) -> None:
        self._operations = operations
        self._named = {
            name: self._by_address(trace, query.format(process=int(process)))
            for name, query in (
                ("parameter", _PARAMETERS),
                ("given", _GIVEN),
                ("gradient", _GRADIENTS),
                ("accumulated", _ACCUMULATED),
            )
        }

    @staticmethod
    def _by_address(trace: Trace, query: str) -> dict[int, list[tuple[int, str]]]:
        found: dict[int, list[tuple[int, str]]] = defaultdict(list)
        for row in trace.ask(query).to_pylist():
            module = row.get("module")
            name = f"{module}.{row['name']}" if module else row["name"] or ""
            found[row["address"]].append((row["operation"], name))
        return found

    def of(self, use: Use, now: int) -> Reason:
        """Return the category of a block, and why it is there when the operation `now` runs."""
        if (name := self._name("parameter", use.block)) is not None:
            return Reason(Category.PARAMETER, f"parameter {name}")
        if self._name("gradient", use.block) is not None or self._name("accumulated", use.block) is not None:
            name = self._name("gradient", use.block)
            return Reason(Category.GRADIENT, f"gradient of {name}" if name else "gradient of a parameter")
        made = use.made_by
        if made is not None and made.phase == "optimizer" and self._outlives_step(use, made):
            return Reason(Category.OPTIMIZER, "state of the optimiser")
        # What a checkpoint computes again, and what a model is given, is known by its makers' phases too.
        backward = [one for one in use.readers if one.phase == "backward"]
        if self._name("given", use.block) is not None:
            return Reason(Category.INPUT, "given to the model")
        if backward and (made is None or made.phase in (None, "forward")):
            return Reason(Category.ACTIVATION, self._kept_for(backward, now))
        return _temporary(use, now)

    def _name(self, kind: str, block: Block) -> str | None:
        names = (
            name
            for operation, name in self._named[kind].get(block.address, ())
            if block.lives_when(operation)
        )
        return next(names, None)

    def _outlives_step(self, use: Use, made: Ran) -> bool:
        """Return whether it is there after the step of the optimiser in which it was made."""
        if use.block.died is None:
            return True
        after = self._operations.get(use.block.died)
        return after is None or after.phase != "optimizer" or after.step > made.step

    def _kept_for(self, backward: list[Ran], now: int) -> str:
        ahead = [one for one in backward if one.id >= now]
        forward = next(
            (self._operations.get(one.forward) for one in backward if one.forward is not None), None
        )
        what = f"{forward.name}{_in_layer(forward)}" if forward else backward[0].name
        return f"kept for the backward pass of {what}" + (
            "" if ahead else ", which has run: a variable or the graph still holds it"
        )


def _in_layer(ran: Ran) -> str:
    return f" in {ran.module or ran.model}" if ran.model is not None else ""


def _temporary(use: Use, now: int) -> Reason:
    reader = next((one for one in use.readers if one.id >= now), None)
    made = use.made_by
    if reader is not None:
        return Reason(Category.TEMPORARY, f"read next by {reader.name}{_in_layer(reader)}")
    if made is not None and use.maker is None:
        return Reason(Category.TEMPORARY, f"memory of {made.name}{_in_layer(made)} alone")
    if made is not None and (made.id >= now - 1 or any(one.id >= now - 1 for one in use.readers)):
        return Reason(Category.TEMPORARY, f"of {made.name}, which has just run")
    if made is not None and (made.function or "").rpartition(".")[2] == "__init__":
        return Reason(Category.TEMPORARY, "made by a constructor: an attribute of an object holds it")
    return Reason(Category.TEMPORARY, "not read again: a variable or the graph still holds it", True)
