"""The values of an execution on symbols, and what is known of lists that nothing but the function itself has seen.

Dynamo passes values on in lists that it makes, cuts and extends. As long as such a list was handed to nothing, what
becomes of it is no effect, and is carried out here; it escapes with the first effect that it goes into.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Constant:
    """A value that stands in the code."""

    value: Any


@dataclass(frozen=True)
class Given:
    """An argument's value at the start, or a cell."""

    kind: str
    name: str


@dataclass(frozen=True)
class Result:
    """What the effect of that number left at that place of the stack; `is_list`: surely a list, no subclass."""

    effect: int
    place: int
    is_list: bool = False


@dataclass
class Outputs:
    """What a captured graph gave in the effect of that number: a list or tuple of so many values."""

    effect: int
    count: int
    escaped: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class Output:
    """One value of those: to take it out is no effect, as long as nothing else has seen what holds them."""

    effect: int
    number: int


@dataclass(eq=False)
class Built:
    """A new container: equal to nothing but itself, matched with its twin where both are first used."""

    kind: str
    items: tuple[Any, ...]
    escaped: bool = False


@dataclass(frozen=True, eq=False)
class Extend:
    """The method `extend` of a list that was made here."""

    owner: Any


def is_installed(name: str) -> bool:
    """Return whether a global is one that Dynamo puts there under a name of its own, and never changes."""
    return name.startswith(("__compiled_fn_", "__resume_at_", "__import_"))


def escape(values: Iterable[Any]) -> None:
    """Note that `values`, and what is in them, may be seen and changed by others from now on."""
    for value in values:
        if isinstance(value, Built) and not value.escaped:
            value.escaped = True
            escape(value.items)
        elif isinstance(value, Outputs):
            value.escaped = True
        elif isinstance(value, Extend):
            escape((value.owner,))


def forked(stack: list[Any], local: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """Copy the state of a way that splits: the lists of one way are not those of the other."""
    copies: dict[int, Built] = {}

    def copied(value: Any) -> Any:
        if isinstance(value, Extend):
            return Extend(copied(value.owner))
        if not isinstance(value, Built) or value.escaped:
            return value
        if id(value) not in copies:
            copies[id(value)] = Built(value.kind, tuple(map(copied, value.items)))
        return copies[id(value)]

    return [copied(value) for value in stack], {name: copied(value) for name, value in local.items()}


def on_own_list(operation: str, argument: Any, stack: list[Any]) -> bool:
    """Carry out an operation on a list that nothing else has seen; return whether it is one."""
    act = _ON_LISTS.get(operation)
    return act is not None and act(argument, stack)


def extend_own(owner: Any, added: Any) -> bool:
    """Put the items of `added` at the end of a list that nothing else has seen; return whether that can be done."""
    items = spread(added)
    if not _own(owner) or items is None or _holds(added, owner):
        return False
    owner.items = (*owner.items, *items)
    return True


def spread(value: Any) -> tuple[Any, ...] | None:
    """Return the items of a list or tuple that is known; None for anything else."""
    if _own(value) or (isinstance(value, Built) and value.kind == "TUPLE"):
        items: tuple[Any, ...] = value.items
        return items
    if isinstance(value, Constant) and type(value.value) is tuple:
        return tuple(Constant(each) for each in value.value)
    return None


def tuple_of(items: tuple[Any, ...]) -> Any:
    """Return a tuple: a constant if its items are, as the compiler would write it."""
    if all(isinstance(item, Constant) for item in items):
        return Constant(tuple(item.value for item in items))
    return Built("TUPLE", items)


def out_of_graph(operation: str, argument: Any, stack: list[Any]) -> bool:
    """Take a value, or all, out of what a graph gave; return whether it is that."""
    if operation == "UNPACK" and _whole(stack[-1]) and stack[-1].count == argument:
        given = stack.pop()
        stack += [Output(given.effect, number) for number in reversed(range(given.count))]
        return True
    if operation == "SUBSCR" and _whole(stack[-2]) and isinstance(stack[-1], Constant):
        number = stack[-1].value
        if type(number) is int and 0 <= number < stack[-2].count:
            stack[-2:] = [Output(stack[-2].effect, number)]
            return True
    return False


def _whole(value: Any) -> bool:
    return isinstance(value, Outputs) and not value.escaped


def _own(value: Any) -> bool:
    return isinstance(value, Built) and value.kind == "LIST" and not value.escaped


def _holds(value: Any, wanted: Any) -> bool:
    """Return whether a container is, or holds, `wanted`: what goes round in a circle is not followed."""
    return value is wanted or (isinstance(value, Built) and any(_holds(each, wanted) for each in value.items))


def _index(value: Any, size: int) -> int | slice | None:
    """Return a constant index within bounds, or a constant slice without step."""
    found = value.value if isinstance(value, Constant) else None
    if type(found) is int:
        return found if -size <= found < size else None
    if not isinstance(found, slice) or found.step is not None:
        return None
    plain = all(each is None or type(each) is int for each in (found.start, found.stop))
    return found if plain else None


def _subscript(_: Any, stack: list[Any]) -> bool:
    container, index = stack[-2:]
    place = _index(index, len(container.items)) if _own(container) else None
    if place is None:
        return False
    found = container.items[place]
    stack[-2:] = [Built("LIST", found) if isinstance(place, slice) else found]
    return True


def _store(_: Any, stack: list[Any]) -> bool:
    value, container, index = stack[-3:]
    place = _index(index, len(container.items)) if _own(container) else None
    if place is None:
        return False
    stored = spread(value) if isinstance(place, slice) else value
    if stored is None or _holds(value, container):
        return False
    items = list(container.items)
    items[place] = stored
    container.items = tuple(items)
    del stack[-3:]
    return True


def _delete(_: Any, stack: list[Any]) -> bool:
    container, index = stack[-2:]
    place = _index(index, len(container.items)) if _own(container) else None
    if place is None:
        return False
    items = list(container.items)
    del items[place]
    container.items = tuple(items)
    del stack[-2:]
    return True


def _extend(depth: int, stack: list[Any]) -> bool:
    if not extend_own(stack[-1 - depth], stack[-1]):
        return False
    stack.pop()
    return True


def _append(depth: int, stack: list[Any]) -> bool:
    """How the compiler writes a display, or a call, of more than 30 values."""
    owner, value = stack[-1 - depth], stack[-1]
    if not _own(owner) or _holds(value, owner):
        return False
    owner.items = (*owner.items, stack.pop())
    return True


def _to_tuple(_: Any, stack: list[Any]) -> bool:
    if not _own(stack[-1]):
        return False
    stack[-1] = tuple_of(stack[-1].items)
    return True


_ON_LISTS: dict[str, Callable[[Any, list[Any]], bool]] = {
    "SUBSCR": _subscript,
    "STORE_SUBSCR": _store,
    "DELETE_SUBSCR": _delete,
    "EXTEND": _extend,
    "APPEND": _append,
    "LIST_TO_TUPLE": _to_tuple,
}
