"""Two runs of a model compared layer by layer: what each layer gave, and the gradient that each parameter got.

Operations are not laid side by side: a compiled model has others than the same model without compilation.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from numscope.analysis.concepts.array_difference import ArrayDifference, Tolerance, compare_arrays
from numscope.errors import NumscopeError, UsageError
from numscope.trace import Operand, Operation, Trace

# What DataParallel and torch.compile put into names.
_WRAPPERS = ("_orig_mod.", "module.")

_LAST = """
    -- What traces and compiles a layer runs operations, too: a compiled graph goes before all others.
    select m.step, m.module,
        arg_max(m.operation, m.operation + (starts_with(o.name, 'Torch-Compiled')::bigint << 60)) operation
    from modules m join operations o on m.operation = o.id
    where m.phase = 'forward' and o.depth = 0 and o.exception is null and (starts_with(o.name, 'Torch-Compiled')
        or m.operation in (
            select operation from results where role = 'output' and kind = 'array' and content is not null))
    group by m.step, m.module
"""
_STEPS = "select step, operation from modules join operations on id = operation where name like 'optim::%'"


@dataclass(frozen=True)
class LayerDifference:
    """One layer or parameter at one training step.

    kind: `output` of the last operation in the layer's own code (of a layer that only calls others, in theirs), or
    `gradient` of the parameter. missing: the run in which it is not there (`first`, `second`), for compiled code has
    no layers inside; else "". difference: None without values.
    """

    step: int
    name: str
    kind: str
    missing: str
    identical: bool
    difference: ArrayDifference | None
    first: int | None
    second: int | None

    @property
    def beyond(self) -> bool:
        """Whether both are there, and differ by more than is allowed."""
        return (
            not self.missing and not self.identical and (self.difference is None or not self.difference.equal)
        )


@dataclass(frozen=True)
class ModuleDiff:
    """All layers in the order of computation. found: how many differ beyond the tolerance."""

    layers: tuple[LayerDifference, ...]
    found: int
    compared: int


def module_diff(first: Trace, second: Trace, tolerance: Tolerance | None = None) -> ModuleDiff:
    """Compare by layer and step. Raises UsageError if a trace has no layers, or the two have none in common."""
    sides = [_results(trace) for trace in (first, second)]
    for trace, found in zip((first, second), sides, strict=True):
        if not found:
            raise UsageError(
                f"{trace.path} holds no operation of a torch.nn.Module: compare it without --by."
            )
    if not any(key in sides[1] for key in sides[0]):
        raise UsageError(
            f"{first.path} and {second.path} have no layer in common: they are of different models."
        )
    layers = []
    for key in dict.fromkeys([*sides[0], *sides[1]]):
        one, other = sides[0].get(key), sides[1].get(key)
        layers.append(_compared(key, one, other, tolerance or Tolerance()))
    layers.sort(key=lambda layer: (layer.step, layer.kind == "gradient"))
    return ModuleDiff(
        tuple(layers),
        sum(layer.beyond for layer in layers),
        sum(not layer.missing for layer in layers),
    )


Key = tuple[int, str, str]
Found = tuple[int, Operand]


def _results(trace: Trace) -> dict[Key, Found]:
    """What there is to compare, in the order of computation: by step, kind and name."""
    found: dict[Key, Found] = {}
    rows = sorted(trace.sql(_LAST).to_pylist(), key=lambda row: row["operation"])
    for row, operation in zip(rows, trace.operations.fetch([row["operation"] for row in rows]), strict=True):
        operand = next((one for one in operation.outputs if one.is_array() and one.hash), None)
        if operand is not None:
            found[row["step"], "output", _plain(row["module"])] = (operation.id, operand)
    with_own = set(found)
    for (step, kind, name), last in list(found.items()):
        # A layer that only calls others gives what the last of them gave.
        while name:
            name = name.rpartition(".")[0]
            above = (step, kind, name)
            if not name or above in with_own:
                break
            if above not in found or found[above][0] < last[0]:
                found[above] = last
    steps = {row["operation"]: row["step"] for row in trace.sql(_STEPS).to_pylist()}
    for operation in trace.operations.fetch(sorted(steps)):
        for operand in _gradients(operation):
            found[steps[operation.id], "gradient", _plain(operand.name or "?")] = (operation.id, operand)
    return found


def _gradients(operation: Operation) -> list[Operand]:
    return [operand for operand in operation.inputs if operand.kind == "array" and operand.hash]


def _of_the_whole(values: Any, tolerance: Tolerance) -> Tolerance:
    """Small elements of a layer may differ by what is allowed of the largest: they are sums of large terms."""
    finite = np.abs(values[np.isfinite(values)]) if values.dtype.kind in "fc" else values[:0]
    largest = float(finite.max()) if finite.size else 0.0
    return replace(
        tolerance, absolute=max(tolerance.absolute, tolerance.relative_for(values.dtype) * largest)
    )


def _plain(name: str) -> str:
    for wrapper in _WRAPPERS:
        name = name.replace(wrapper, "")
    return "" if name in ("_orig_mod", "module") else name.removesuffix("._orig_mod")


def _compared(key: Key, one: Found | None, other: Found | None, tolerance: Tolerance) -> LayerDifference:
    step, kind, name = key
    numbers = (one[0] if one else None, other[0] if other else None)
    if one is None or other is None:
        return LayerDifference(step, name, kind, "first" if one is None else "second", False, None, *numbers)
    if one[1].hash == other[1].hash and one[1].shape == other[1].shape:
        return LayerDifference(step, name, kind, "", True, None, *numbers)
    try:
        values: tuple[Any, Any] = (one[1].value(), other[1].value())
    except NumscopeError:
        values = (None, None)
    difference = None
    if all(isinstance(value, np.ndarray) for value in values):
        tolerance = _of_the_whole(values[0], tolerance)
        difference = compare_arrays(values[0], values[1], tolerance)
    return LayerDifference(step, name, kind, "", False, difference, *numbers)
