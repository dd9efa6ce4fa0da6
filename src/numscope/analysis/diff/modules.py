"""Two runs of a model compared layer by layer: what each layer gave, and the gradient that each parameter got.

Operations are not laid side by side: a compiled model has others than the same model without compilation.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from numscope.analysis.concepts.array_difference import ArrayDifference, Tolerance, compare_arrays
from numscope.analysis.concepts.layer_tensors import layer_tensors
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
_RETURNED = """role = 'returned' and hash is not null and phase = 'forward'"""
_GIVEN = """role = 'given' and phase = 'forward'"""
_STEPS = "select step, operation from modules join operations on id = operation where name like 'optim::%'"


@dataclass(frozen=True)
class LayerDifference:
    """One layer or parameter at one training step.

    kind: `output`, what the layer's last call in this step returned (where that was not recorded, the result of the
    last operation in its code, or in that of the layers that it calls), or `gradient` of the parameter. missing: the
    run in which it is not there (`first`, `second`), for compiled code has no layers inside; else "". difference: None
    without values. inputs_identical: what this call was given was the same; None: not known.
    """

    step: int
    name: str
    kind: str
    missing: str
    identical: bool
    difference: ArrayDifference | None
    first: int | None
    second: int | None
    inputs_identical: bool | None = None

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
    given = _use_calls(first, second, sides)
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
        layer = _compared(key, one, other, tolerance or Tolerance())
        layers.append(replace(layer, inputs_identical=given.get(key)))
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
    rows = sorted(trace.ask(_LAST).to_pylist(), key=lambda row: row["operation"])
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
    steps = {row["operation"]: row["step"] for row in trace.ask(_STEPS).to_pylist()}
    for operation in trace.operations.fetch(sorted(steps)):
        for operand in _gradients(operation):
            found[steps[operation.id], "gradient", _plain(operand.name or "?")] = (operation.id, operand)
    return found


@dataclass(frozen=True)
class _Call:
    """The last call of a layer in a step. returned: by their names in the result."""

    id: int
    ended_ns: int
    returned: dict[str, Operand]
    given: tuple[str | None, ...]


def _calls(trace: Trace) -> dict[tuple[int, str], _Call]:
    found: dict[tuple[int, str], _Call] = {}
    given: dict[int, tuple[str | None, ...]] = {}
    for one in layer_tensors(trace, _GIVEN):
        given[one.call] = (*given.get(one.call, ()), one.operand.hash)
    for one in layer_tensors(trace, _RETURNED):
        key = (one.step, _plain(one.module))
        known = found.get(key)
        if known is None or known.id != one.call:
            known = found[key] = _Call(one.call, one.ended_ns, {}, given.get(one.call, ()))
        known.returned[one.operand.name or ""] = one.operand
    return found


def _use_calls(first: Trace, second: Trace, sides: list[dict[Key, Found]]) -> dict[Key, bool | None]:
    """Put what calls of layers returned, where both runs have it, in the place of what operations gave.

    Return whether what these calls were given was the same.
    """
    one, other = _calls(first), _calls(second)
    _drop_lists({name for _, name in (*one, *other)}, sides)
    both = sorted(one.keys() & other.keys(), key=lambda key: (one[key].ended_ns, key))
    identical: dict[Key, bool | None] = {}
    for step, module in both:
        calls = one[step, module], other[step, module]
        for side in sides:
            side.pop((step, "output", module), None)
        same = None if None in (*calls[0].given, *calls[1].given) else calls[0].given == calls[1].given
        names = [name for name in calls[0].returned if name in calls[1].returned]
        for number, name in enumerate(names):
            key = (step, "output", f"{module} > {name}" if number else module)
            identical[key] = same
            for side, call in zip(sides, calls, strict=True):
                side[key] = (call.id, call.returned[name])
    return identical


def _drop_lists(called: set[str], sides: list[dict[Key, Found]]) -> None:
    """Leave out lists of layers, which nothing calls: they return nothing."""
    for side in sides:
        for key in list(side):
            inside = f"{key[2]}."
            if (
                key[1] == "output"
                and key[2] not in called
                and any(name.startswith(inside) for name in called)
            ):
                side.pop(key)


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
