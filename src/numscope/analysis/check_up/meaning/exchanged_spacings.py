"""Slopes and integrals along one axis of a grid, with the distance of the points along another axis."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import DISTANCE_OF_AXIS
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operand, Operation

KIND = "meaning"
_ALONG = ("gradient", "trapezoid", "trapz", "simpson", "cumulative_trapezoid", "cumtrapz")
_LAYS_OUT = ("meshgrid", "linspace", "arange")
_LEAST_POINTS = 3
_SAME = 1e-9


class _Step(NamedTuple):
    """A distance that a call was given for an axis."""

    call: Call
    operation: Operation
    shape: tuple[int, ...]
    axis: int
    distance: float

    @property
    def length(self) -> int:
        return self.shape[self.axis]


def exchanged_spacings(evidence: Evidence) -> Iterator[Finding]:
    """Yield calls along an axis whose distance is that of the points along another axis, and not of its own."""
    steps = [step for call, operation in in_order(evidence, _ALONG) for step in _steps(call, operation)]
    if not steps:
        return
    laid_out, meshes = _laid_out(evidence), _meshes(evidence)
    found: set[tuple[str, int]] = set()
    for step in steps:
        said = _in_mesh(step, meshes) or _said(step, laid_out) or _outvoted(step, steps)
        if said is not None and (step.call.file, step.call.line) not in found:
            found.add((step.call.file, step.call.line))
            yield finding_of(KIND, step.call, step.operation.id, 1, said, DISTANCE_OF_AXIS)


def _steps(call: Call, operation: Operation) -> Iterator[_Step]:
    """Yield the distances of a call, with the axes that they are for."""
    given = [one for one in operation.operands if one.role in ("input", "argument")]
    shape = given[0].shape if given and given[0].is_array() else None
    axis = next((one for one in given if one.name == "axis"), None)
    if shape is None or len(shape) < 2:
        return
    numbers = [_number(one) for one in given[1:] if one.name in (None, "dx")]
    if axis is not None and isinstance(axis.literal, int) and len(numbers) == 1:
        axes = [axis.literal % len(shape)]
    elif axis is None and last_name(operation) == "gradient" and len(numbers) == len(shape):
        axes = list(range(len(shape)))
    elif axis is None and last_name(operation) != "gradient" and len(numbers) == 1:
        axes = [len(shape) - 1]
    else:
        return
    for place, distance in zip(axes, numbers, strict=True):
        if distance is not None:
            yield _Step(call, operation, shape, place, distance)


def _number(operand: Operand) -> float | None:
    value: Any = numbers_of(operand) if operand.is_array() else operand.literal
    is_number = value is not None and not isinstance(value, str) and np.ndim(value) == 0
    return float(value) if is_number else None


def _laid_out(evidence: Evidence) -> dict[int, list[float]]:
    """Return the distances of evenly spaced points, by how many points there are."""
    found: dict[int, list[float]] = defaultdict(list)
    for _, operation in in_order(evidence, _LAYS_OUT):
        given = operation.inputs if last_name(operation) == "meshgrid" else operation.outputs
        for one in given:
            points: Any = numbers_of(one) if len(one.shape or ()) == 1 else None
            if points is None or len(points) < _LEAST_POINTS:
                continue
            apart = np.diff(points.astype(float))
            if apart[0] not in (0, 1) and np.allclose(apart, apart[0], rtol=1e-6):
                found[len(points)].append(float(abs(apart[0])))
    return found


def _meshes(evidence: Evidence) -> dict[tuple[int, ...], set[tuple[float | None, ...]]]:
    """Return by the shape of grids how far their points are apart along each axis."""
    found: dict[tuple[int, ...], set[tuple[float | None, ...]]] = defaultdict(set)
    for _, operation in in_order(evidence, ["meshgrid"]):
        grids = [numbers_of(one) for one in operation.outputs]
        if grids and all(
            one is not None and one.ndim > 1 and min(one.shape) >= _LEAST_POINTS for one in grids
        ):
            along = [[_apart(grid, axis) for grid in grids] for axis in range(grids[0].ndim)]
            found[grids[0].shape].add(tuple(max(some, key=lambda one: one or 0.0) for some in along))
    return found


def _apart(grid: Any, axis: int) -> float | None:
    """Return how far the points of a grid are apart along an axis, if that is the same everywhere."""
    apart = np.abs(np.diff(grid.astype(float), axis=axis))
    return float(f"{apart.flat[0]:.10g}") if np.allclose(apart, apart.flat[0], rtol=1e-6) else None


def _in_mesh(step: _Step, meshes: dict[tuple[int, ...], set[tuple[float | None, ...]]]) -> str | None:
    """Return what is wrong if the only grid of this shape has this distance along another axis alone."""
    known = meshes.get(step.shape, set())
    if len(known) != 1:
        return None
    (apart,) = known
    own = apart[step.axis]
    others = [axis for axis, one in enumerate(apart) if one and _is_near(step.distance, one)]
    if not own or len(others) != 1 or others[0] == step.axis:
        return None
    return (
        f"goes along axis {step.axis}, whose points are {own:.6g} apart, with {step.distance:.6g}: "
        f"so far apart are the points of axis {others[0]}"
    )


def _said(step: _Step, laid_out: dict[int, list[float]]) -> str | None:
    """Return what is wrong if the distance is that of the points along another axis alone."""
    own = laid_out.get(step.length, [])
    if not own or _is_among(step.distance, own):
        return None
    others = [
        axis
        for axis, length in enumerate(step.shape)
        if length != step.length and _is_among(step.distance, laid_out.get(length, []))
    ]
    if len(others) != 1:
        return None
    return (
        f"goes along axis {step.axis}, whose {step.length} points are {own[0]:.6g} apart, with {step.distance:.6g}: "
        f"so far apart are the {step.shape[others[0]]} points of axis {others[0]}"
    )


def _outvoted(step: _Step, steps: list[_Step]) -> str | None:
    """Return what is wrong if other lines give this axis another distance, and this distance another axis."""
    others = [
        one
        for one in steps
        if one.shape == step.shape and (one.call.file, one.call.line) != (step.call.file, step.call.line)
    ]
    own = [one for one in others if one.axis == step.axis]
    there = [one for one in others if _is_near(one.distance, step.distance)]
    if not own or not there or any(_is_near(one.distance, step.distance) for one in own):
        return None
    if any(one.axis == step.axis for one in there) or len({one.axis for one in there}) != 1:
        return None
    # Of a distance that is given to several axes nothing is known.
    if any(_is_near(one.distance, own[0].distance) and one.axis != step.axis for one in others):
        return None
    return (
        f"goes along axis {step.axis} with {step.distance:.6g}, which line {there[0].call.line} gives "
        f"axis {there[0].axis}; line {own[0].call.line} gives axis {step.axis} {own[0].distance:.6g}"
    )


def _is_among(distance: float, others: list[float]) -> bool:
    return any(_is_near(distance, one) for one in others)


def _is_near(distance: float, other: float) -> bool:
    return abs(abs(distance) - abs(other)) <= _SAME * abs(other)
