"""Operations as nodes of an expression: what was computed from what, for formulas to be recognised."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from numscope.operations.lore.formulas import short_name


@dataclass
class Node:
    """One operation. operands: nodes, plain numbers, or None for what is not known.

    line: where the program called it. lost: decimal digits that its result had lost. relative: its relative error
    (of the result). loop: how many operations of the same line went into it in a row; before: the digits that had
    been lost before the first of them. spoiled: elements became infinite, NaN or zero. cancelled: zeros
    among them are what a difference left, here or in what went in. recovered: few digits were lost.
    watched: it lost digits, or so many operations ago something did that went into it: then `readers` are the first
    operations that read it.
    """

    id: int
    name: str
    operands: list[Node | float | None]
    line: str
    lost: float = 0.0
    relative: float = 0.0
    loop: int = 1
    before: float = 0.0
    spoiled: bool = False
    cancelled: bool = False
    recovered: bool = False
    watched: int = 0
    readers: list[Node] = field(default_factory=list)

    def __post_init__(self) -> None:
        inputs = list(self.nodes_or_none())
        self.before = max((inner.lost for inner in inputs), default=0.0)
        for inner in inputs:
            if inner.line == self.line and inner.name == self.name and inner.loop >= self.loop:
                self.loop, self.before = inner.loop + 1, inner.before
            if inner.watched and len(inner.readers) < _MOST_READERS:
                inner.readers.append(self)
                self.watched = max(self.watched, inner.watched - 1)
        self._forget(_MOST_BEHIND)

    def _forget(self, behind: int) -> None:
        """Formulas are recognised by a few operations; what lies further back would keep the whole run in memory."""
        for inner in self.nodes_or_none():
            if behind:
                inner._forget(behind - 1)
            else:
                inner.operands = []

    def nodes_or_none(self) -> Iterator[Node]:
        """The operands that are operations, as they are."""
        return (operand for operand in self.operands if isinstance(operand, Node))

    def is_of(self, *names: str) -> bool:
        """Whether it is one of these operations of NumPy's, as a ufunc, function or method."""
        return self.short_name() in names

    def short_name(self) -> str:
        """Its name without where it is from; operators of NumPy's scalars by the ufunc of the same meaning."""
        return short_name(self.name)

    def among(self, *names: str) -> Node | None:
        """The first operand that is one of these operations."""
        return next((node for node in self.nodes() if node.is_of(*names)), None)

    def nodes(self) -> Iterator[Node]:
        """The operands that are operations, those that only rearrange seen through."""
        for operand in self.operands:
            if isinstance(operand, Node):
                yield operand.seen_through()

    def seen_through(self) -> Node:
        """The operation whose values it shows: itself, unless it only rearranges them."""
        node = self
        while node.is_of(*_REARRANGING):
            inner = next((operand for operand in node.operands if isinstance(operand, Node)), None)
            if inner is None:
                return node
            node = inner
        return node

    def has_number(self, number: float) -> bool:
        """Whether a plain number of this size is among the operands."""
        return any(isinstance(operand, (int, float)) and abs(operand) == number for operand in self.operands)


_MOST_READERS = 8
_MOST_BEHIND = 5
_REARRANGING = (
    *("__getitem__", "reshape", "ravel", "T", "transpose", "squeeze", "copy", "astype", "asarray", "flatten"),
    *("broadcast_to", "ascontiguousarray", "array", "expand_dims"),
)
