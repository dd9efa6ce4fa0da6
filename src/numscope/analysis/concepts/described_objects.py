"""Objects of libraries among an operation's operands, with the arrays that their probe says they hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from numscope.trace import Operand


@dataclass(frozen=True)
class Described:
    """An operand and, of a library's object that its probe describes, its parts: arrays and numbers with names."""

    operand: Operand
    parts: tuple[Operand, ...] = ()

    @property
    def is_described(self) -> bool:
        """Whether anything is known of the object but its type."""
        return self.operand.kind == "object" and bool(self.parts or self.operand.attributes)


def with_parts(operands: Iterable[Operand]) -> list[Described]:
    """Return operands in their order, parts with the object that they belong to: they are recorded right behind it."""
    found: list[Described] = []
    for operand in operands:
        if found and _belongs(operand, found[-1]):
            found[-1] = Described(found[-1].operand, (*found[-1].parts, operand))
        else:
            found.append(Described(operand))
    return found


def _belongs(operand: Operand, before: Described) -> bool:
    owner = before.operand
    # In a list all parts of an object have its number.
    following = operand.item == (owner.item or len(before.parts) + 1)
    return (
        owner.kind == "object"
        and following
        and operand.name is not None
        and operand.position == owner.position
    )
