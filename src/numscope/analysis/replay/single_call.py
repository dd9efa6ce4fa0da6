"""One recorded operation called again, in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.analysis.concepts.spelling import for_worker
from numscope.analysis.replay.replay_worker.results import exception_text
from numscope.errors import NumscopeError
from numscope.probes.calling.making import recipe_for
from numscope.probes.calling.memory import Arena
from numscope.probes.calling.recipes import ATTRIBUTE, KEY, STATE, Outcome, Recipe
from numscope.probes.calling.recorded import slot_of
from numscope.probes.calling.refusal import CannotReplayError
from numscope.probes.calling.wanted import Slot, Wanted
from numscope.trace import Operand, Operation
from numscope.trace.confinement import is_confined
from numscope.trace.values import ValueNotKeptError


class NotReplayableError(NumscopeError):
    """The record does not hold what is needed to call the operation again, or it must not be called."""


@dataclass(frozen=True)
class Call:
    """An operation ready to be called: `function(*positional, **named)`.

    Arrays are fresh, laid out in memory as they were: strides, alignment, and which of them overlapped.
    """

    function: Callable[..., Any]
    positional: tuple[Any, ...]
    named: dict[str, Any]


@dataclass(frozen=True)
class Again:
    """What an operation gave when it was called again.

    outputs: what belongs to `operation.outputs`, one each. mutated: what belongs to `operation.mutated`, as it was
    left. exception: `Type: message`, or None if it returned.
    """

    outputs: tuple[Any, ...]
    mutated: tuple[Any, ...]
    exception: str | None


def prepare_call(operation: Operation, change: Callable[[Any], Any] | None = None) -> Call:
    """The function and the arguments of `operation`, arguments changed by `change`, if it is given.

    Raises NotReplayableError with the reason if it can't be called again.
    """
    recipe, addresses, values = _recipe(operation, change)
    try:
        positional, named = recipe.prepare(addresses, values, Arena())
    except CannotReplayError as reason:
        raise NotReplayableError(f"operation {operation.id} can't be replayed: {reason}.") from None
    return Call(recipe.function, tuple(positional), named)


def call_again(
    operation: Operation,
    change: Callable[[Any], Any] | None = None,
    programs: tuple[str, ...] = (),
    bare: bool = False,
) -> Again:
    """Call `operation` again on its recorded inputs, changed by `change`, if it is given.

    programs: where the program's own compiled functions are found. bare: on the values of its operands alone, as a
    program without numscope would: torch's tensors want no gradients, which some operators' choice of kernel hangs on,
    and no generator of random numbers is in the state in which it was. Raises NotReplayableError with the reason if
    it can't be called again. What the operation itself raises is part of the answer. Warnings that it gives are not.
    """
    recipe, addresses, values = _recipe(operation, change, programs, bare)
    try:
        with np.errstate(all="ignore"):
            outcome: Outcome = recipe.call(addresses, values, Arena(), operation.exception or "")
    except CannotReplayError as reason:
        raise NotReplayableError(f"operation {operation.id} can't be replayed: {reason}.") from None
    return Again(
        tuple(recipe.parts(outcome.result)) if outcome.exception is None else (),
        outcome.mutated,
        None if outcome.exception is None else exception_text(outcome.exception),
    )


def _recipe(
    operation: Operation,
    change: Callable[[Any], Any] | None,
    programs: tuple[str, ...] = (),
    bare: bool = False,
) -> tuple[Recipe, list[Any], list[Any]]:
    if not operation.own and not is_confined():
        raise NotReplayableError(
            f"operation {operation.id} can't be called in this process: you did not record its trace on this host. "
            "numscope.open(trace, trust=True).replay() calls it in a confined one."
        )
    if operation.truncated:
        raise NotReplayableError(
            f"operation {operation.id} can't be replayed: not all its operands were kept."
        )
    operands = list(_with_facts(operation))
    attributes = [
        *operands,
        *([] if bare else _generator_state(operation)),
        *_of_torch(operation, not bare),
    ]
    slots = [slot for slot, _ in attributes]
    try:
        spelled = for_worker(operation.name)
        recipe = recipe_for(Wanted(operation.name, tuple(slots), spelled, operation.traits, change, programs))
    except CannotReplayError as reason:
        raise NotReplayableError(f"operation {operation.id} can't be replayed: {reason}.") from None
    addresses = [one.address or 0 if isinstance(one, Operand) else 0 for _, one in operands]
    values = [_value(one) if isinstance(one, Operand) else one for _, one in attributes]
    return recipe, addresses, values


def _with_facts(operation: Operation) -> Iterator[tuple[Slot, Any]]:
    """Yield the operands, and behind each object what its probe says of it: a fact has the place of its object."""
    place = 0
    for operand in operation.operands:
        place += 1
        owner = place
        yield slot_of(operand), operand
        for name, value in operand.attributes.items() if operand.kind == "object" else ():
            place += 1
            kind = "none" if value is None else "string" if isinstance(value, str) else type(value).__name__
            yield Slot(kind, ATTRIBUTE, None, name, owner, None, None, None, None, False), value


def _generator_state(operation: Operation) -> list[tuple[Slot, Any]]:
    """Return the attributes that hold the state in which the operation found its random number generator."""
    attributes: list[tuple[Slot, Any]] = []
    values = next((operand._values for operand in operation.operands if operand._values is not None), None)
    for name in (STATE, KEY):
        value: Any = operation.attributes.get(name)
        if name == KEY and value is not None:
            value = (values[value].tobytes(), False) if values is not None and value in values else None
        attributes.append((Slot("string", ATTRIBUTE, None, name, 0, None, None, None, None, False), value))
    return [(slot, value) for slot, value in attributes if value is not None]


def _of_torch(operation: Operation, with_graph: bool) -> list[tuple[Slot, Any]]:
    """Which overload of an operator of torch it was, and what was peculiar to its tensors."""
    found = [(name, 0, operation.attributes[name]) for name in ("overload",) if name in operation.attributes]
    for place, operand in enumerate(operation.operands, 1):
        found += [
            (name, place, operand.attributes[name])
            for name in ("requires_grad", "special")
            if name in operand.attributes and (with_graph or name != "requires_grad")
        ]
    return [
        (Slot("shared text", ATTRIBUTE, None, name, item, str(value), None, None, None, False), value)
        for name, item, value in found
    ]


def _value(operand: Operand) -> Any:
    if not operand.is_array():
        return operand.literal
    try:
        array = operand.value()
    except ValueNotKeptError:
        return None
    assert isinstance(array, np.ndarray)
    fortran = array.flags.f_contiguous and not array.flags.c_contiguous
    return array.tobytes("F" if fortran else "C"), fortran
