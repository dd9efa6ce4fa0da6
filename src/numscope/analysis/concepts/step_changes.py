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
    found: dict[Parameter, StepChange | None] = {}
    for parameter, writes in written.items():
        before = _value(operands[writes[0]], parameter, ("input",))
        after = _value(operands[writes[-1]], parameter, ("mutated", "out", "output"))
        found[parameter] = (
            None
            if before is None or after is None
            else StepChange(float(np.square(after - before).sum()), float(np.square(before).sum()))
        )
    return found


def _value(operands: tuple[Operand, ...], parameter: Parameter, roles: tuple[str, ...]) -> np.ndarray | None:
    for operand in operands:
        if operand.address == parameter.address and operand.role in roles:
            value = value_of(operand)
            if isinstance(value, np.ndarray) and value.dtype.kind == "f":
                return value.astype(np.float64)
    return None
