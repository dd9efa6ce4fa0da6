"""What the writing of a call asks of a recorded operation: the trace's Operation and Operand have it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from numscope.probes.calling.wanted import Slot


class RecordedOperand(Protocol):
    """One operand of a recorded operation, as numscope.trace.Operand has it."""

    @property
    def kind(self) -> str: ...
    @property
    def role(self) -> str: ...
    @property
    def position(self) -> int | None: ...
    @property
    def name(self) -> str | None: ...
    @property
    def item(self) -> int: ...
    @property
    def type(self) -> str | None: ...
    @property
    def dtype(self) -> str | None: ...
    @property
    def description(self) -> str | None: ...
    @property
    def shape(self) -> tuple[int, ...] | None: ...
    @property
    def strides(self) -> tuple[int, ...] | None: ...
    @property
    def address(self) -> int | None: ...
    @property
    def read_only(self) -> bool: ...
    @property
    def data_bytes(self) -> int | None: ...
    @property
    def literal(self) -> int | float | str | None: ...
    @property
    def attributes(self) -> Mapping[str, int | float | str | None]: ...

    def is_array(self) -> bool:
        """Return whether it is an array or a NumPy scalar, not a Python object."""

    def value(self) -> Any:
        """Return what it held when the operation ran."""


class RecordedOperation(Protocol):
    """A recorded operation, as numscope.trace.Operation has it."""

    @property
    def name(self) -> str: ...
    @property
    def how(self) -> str: ...
    @property
    def traits(self) -> int: ...
    @property
    def attributes(self) -> Mapping[str, int | float | str | None]: ...
    @property
    def operands(self) -> tuple[RecordedOperand, ...]: ...
    @property
    def outputs(self) -> tuple[RecordedOperand, ...]: ...
    @property
    def mutated(self) -> tuple[RecordedOperand, ...]: ...


def slot_of(operand: RecordedOperand) -> Slot:
    """Return what of an operand a recipe needs to know."""
    return Slot(
        *(operand.kind, operand.role, operand.position, operand.name, operand.item, operand.type),
        *(operand.description, operand.shape, operand.strides, operand.read_only),
    )
