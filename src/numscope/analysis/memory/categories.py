"""Which kind of tensor a block is, and why it is still there, in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from numscope.analysis.memory.blocks import WINDOWS, Block, Integers, lifetimes
from numscope.analysis.memory.operations import Operations, Ran
from numscope.analysis.memory.uses import Use
from numscope.trace import Trace

# The first name that each block has while it is there: of a parameter that of its layer, if it has one.
_FIRST = "qualify row_number() over (partition by block order by {order}) = 1"
_IN_CALLS = f"""
    from module_operands p join module_calls call on p.operation = call.id join {WINDOWS} lived
        on p.address = lived.address and p.operation >= since and p.operation < until
    where p.kind = 'array' and call.process = {{process}}
"""
_IN_OPERATIONS = f"""
    from operands p join called_operations o on p.operation = o.id join {WINDOWS} lived
        on p.address = lived.address and p.operation >= since and p.operation < until
    where p.role = 'input' and p.kind = 'array' and o.process = {{process}}
"""
_PARAMETERS = f"""
    select block, if(coalesce(call.module, '') = '', coalesce(p.name, ''), call.module || '.' || p.name) as name
    {_IN_CALLS} and p.role = 'parameter' {_FIRST.format(order="call.met, p.operation")}
"""
_GIVEN = f"""
    select block, coalesce(p.name, '') as name
    {_IN_CALLS} and p.role = 'given' and not call.met and coalesce(call.module, '') = ''
    {_FIRST.format(order="p.operation")}
"""
_GRADIENTS = f"""
    select block, coalesce(p.name, '') as name
    {_IN_OPERATIONS} and starts_with(o.name, 'optim::') {_FIRST.format(order="p.operation")}
"""
_ACCUMULATED = f"""
    select distinct block, '' as name {_IN_OPERATIONS} and o.name = 'autograd::AccumulateGrad'
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
        self._trace, self._operations, self._process = trace, operations, int(process)

    def of(self, uses: Iterable[Use], now: int) -> dict[Block, Reason]:
        """Return the category of each block, and why it is there when the operation `now` runs."""
        listed = list(uses)
        names = {
            Category.PARAMETER: self._names(_PARAMETERS, listed),
            Category.GRADIENT: self._names(_ACCUMULATED, listed) | self._names(_GRADIENTS, listed),
            Category.INPUT: self._names(_GIVEN, listed),
        }
        return {
            use.block: self._reason(
                use, now, {kind: found[place] for kind, found in names.items() if place in found}
            )
            for place, use in enumerate(listed)
        }

    def _names(self, query: str, uses: list[Use]) -> dict[int, str]:
        """Return the name that a query knows each block by, by its place in the list."""
        windows = lifetimes(use.block for use in uses)
        rows = self._trace.ask(query.format(process=self._process), windows).to_pylist()
        return {row["block"]: row["name"] for row in rows}

    def _reason(self, use: Use, now: int, names: dict[Category, str]) -> Reason:
        if (name := names.get(Category.PARAMETER)) is not None:
            return Reason(Category.PARAMETER, f"parameter {name}")
        if (name := names.get(Category.GRADIENT)) is not None:
            return Reason(Category.GRADIENT, f"gradient of {name or 'a parameter'}")
        made = use.made_by
        if made is not None and made.phase == "optimizer" and self._outlives_step(use, made):
            return Reason(Category.OPTIMIZER, "state of the optimiser")
        # What a checkpoint computes again, and what a model is given, is known by its makers' phases too.
        backward = self._operations.backward(use.readers)
        if Category.INPUT in names:
            return Reason(Category.INPUT, "given to the model")
        if len(backward) and (made is None or made.phase in (None, "forward")):
            return Reason(Category.ACTIVATION, self._kept_for(backward, now))
        return self._temporary(use, now)

    def _outlives_step(self, use: Use, made: Ran) -> bool:
        """Return whether it is there after the step of the optimiser in which it was made."""
        if use.block.died is None:
            return True
        after = self._operations.get(use.block.died)
        return after is None or after.phase != "optimizer" or after.step > made.step

    def _kept_for(self, backward: Integers, now: int) -> str:
        ran = (self._operations.get(int(one)) for one in backward)
        forward = next((one.forward for one in ran if one is not None and one.forward is not None), None)
        of = self._operations.get(forward if forward is not None else int(backward[0]))
        what = f"{of.name}{_in_layer(of) if forward is not None else ''}" if of else "another process"
        return f"kept for the backward pass of {what}" + (
            "" if backward[-1] >= now else ", which has run: a variable or the graph still holds it"
        )

    def _temporary(self, use: Use, now: int) -> Reason:
        made = use.made_by
        if (ahead := use.readers[use.readers >= now]).size and (
            reader := self._operations.get(int(ahead[0]))
        ):
            return Reason(Category.TEMPORARY, f"read next by {reader.name}{_in_layer(reader)}")
        if made is not None and use.maker is None:
            return Reason(Category.TEMPORARY, f"memory of {made.name}{_in_layer(made)} alone")
        if made is not None and max((made.id, *use.readers[-1:])) >= now - 1:
            return Reason(Category.TEMPORARY, f"of {made.name}, which has just run")
        if made is not None and (made.function or "").rpartition(".")[2] == "__init__":
            return Reason(Category.TEMPORARY, "made by a constructor: an attribute of an object holds it")
        return Reason(Category.TEMPORARY, "not read again: a variable or the graph still holds it", True)


def _in_layer(ran: Ran) -> str:
    return f" in {ran.module or ran.model}" if ran.model is not None else ""
