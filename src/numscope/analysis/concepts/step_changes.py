"""How much the writes of an optimiser's step change parameters, from values that the trace kept."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from numscope.analysis.concepts.kept_values import value_of
from numscope.analysis.concepts.training_ledger import Ledger, Parameter
from numscope.trace import Operand


@dataclass(frozen=True)
class StepChange:
    """The squared norms of what a step adds to a parameter, and of the parameter before."""

    change: float
    size: float

    @property
    def ratio(self) -> float:
        """Return the norm of the change, divided by that of the parameter; infinite where it was zero."""
        return math.sqrt(self.change / self.size) if self.size else math.inf


def step_changes(
    ledger: Ledger, written: Mapping[Parameter, Sequence[int]]
) -> dict[Parameter, StepChange | None]:
    """Return the change of each parameter by the writes of one step, in their order; None: a value is missing."""
    wanted = {operation for writes in written.values() for operation in (writes[0], writes[-1])}
    operands = {one.id: one.operands for one in ledger.trace.operations.fetch(wanted)}
    pairs = {
        parameter: (
            _operand(operands[writes[0]], parameter, ("input",)),
            _operand(operands[writes[-1]], parameter, ("mutated", "out", "output")),
        )
        for parameter, writes in written.items()
    }
    ledger.trace.values.find(one.hash for pair in pairs.values() for one in pair if one and one.hash)
    found: dict[Parameter, StepChange | None] = {}
    for parameter, (first, last) in pairs.items():
        before, after = _value(first), _value(last)
        found[parameter] = (
            None
            if before is None or after is None
            else StepChange(float(np.square(after - before).sum()), float(np.square(before).sum()))
        )
    return found


def _operand(operands: tuple[Operand, ...], parameter: Parameter, roles: tuple[str, ...]) -> Operand | None:
    return next((one for one in operands if one.address == parameter.address and one.role in roles), None)


def _value(operand: Operand | None) -> np.ndarray | None:
    value = None if operand is None else value_of(operand)
    return value.astype(np.float64) if isinstance(value, np.ndarray) and value.dtype.kind == "f" else None
