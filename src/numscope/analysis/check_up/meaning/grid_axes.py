"""Axes of a grid taken for each other: `meshgrid` puts x along the columns unless it is told otherwise."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, reached
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import FIRST_AXIS_Y, ROWS_OF_X
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.operations.traits import Trait
from numscope.trace import Operation

KIND = "axes"
_GRIDS = ("RegularGridInterpolator", "RectBivariateSpline", "interpn", "__init__")
_HOPS = 8


def grid_axes(evidence: Evidence) -> Iterator[Finding]:
    """Yield grids given to what takes x along the rows, and derivatives along the rows that are called those by x."""
    meshes = [(call, one) for call, one in in_order(evidence, ["meshgrid"]) if _is_square_of_columns(one)]
    if meshes:
        yield from _interpolated(evidence, meshes)
        yield from _derived(evidence, meshes)


def _is_square_of_columns(operation: Operation) -> bool:
    """Return whether x goes along the columns of two grids, of as many rows as columns."""
    if (
        len(operation.outputs) != 2
        or len(operation.inputs) != 2
        or operation.inputs[0].hash == operation.inputs[1].hash
    ):
        shapes = {one.shape for one in operation.outputs}
        if len(operation.outputs) != 2 or len(shapes) != 1:
            return False
    grid = numbers_of(operation.outputs[0])
    if grid is None or grid.ndim != 2 or grid.shape[0] < 3:
        return False
    return bool(np.ptp(grid, axis=0).max() == 0 and np.ptp(grid, axis=1).max() > 0)


def _interpolated(evidence: Evidence, meshes: list[tuple[Call, Operation]]) -> Iterator[Finding]:
    """Yield the meshes of which values were made element by element and given with x as the first axis."""
    takers = in_order(evidence, _GRIDS, lambda call: "interp" in call.full_name.lower())
    found: set[int] = set()
    for call, mesh in meshes if takers else ():
        grid = mesh.outputs[0]
        x = mesh.inputs[0].hash if mesh.inputs else None
        if grid.shape is None or grid.shape[0] != grid.shape[1] or call.id in found:
            continue
        made = {
            one.hash
            for step in reached(evidence, mesh, _HOPS, lambda later: bool(later.traits & Trait.ELEMENTWISE))
            if step.traits & Trait.ELEMENTWISE
            for one in step.outputs
            if one.shape == grid.shape
        }
        for _, taker in takers:
            arrays = [one for one in taker.operands if one.role in ("input", "argument") and one.is_array()]
            ours = [one for one in arrays if one.hash in made]
            if ours and arrays[0].hash == x and not _is_symmetric(ours[0]):
                found.add(call.id)
                size = grid.shape[0]
                problem = (
                    f"x goes along the {size:,} columns of these grids, and what takes their values is "
                    "given x as the axis of "
                    f"the {size:,} rows"
                )
                yield finding_of(KIND, call, mesh.id, 1, problem, ROWS_OF_X)
                break


def _is_symmetric(operand: object) -> bool:
    values = numbers_of(operand)  # type: ignore[arg-type]
    return values is None or bool(np.allclose(values, values.T))


def _derived(evidence: Evidence, meshes: list[tuple[Call, Operation]]) -> Iterator[Finding]:
    """Yield the lines that name the first derivative by x, and the second by y."""
    shapes = {one.outputs[0].shape for _, one in meshes}
    found: set[int] = set()
    for call, operation in in_order(evidence, ["gradient"]):
        names = _pair(call)
        if (
            call.id in found
            or names is None
            or len(operation.outputs) != 2
            or operation.inputs[0].shape not in shapes
        ):
            continue
        if _axis(names[0]) == "x" and _axis(names[1]) == "y":
            found.add(call.id)
            problem = (
                f"`gradient` gives the change along the rows first, axis 0: x goes along axis 1 of these grids, and "
                f"`{names[0]}` is the change by y"
            )
            yield finding_of(KIND, call, operation.id, 1, problem, FIRST_AXIS_Y)


def _pair(call: Call) -> tuple[str, str] | None:
    statement = sources.statement(call.text, call.line)
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    pair = targets[0] if len(targets) == 1 else None
    if not isinstance(pair, ast.Tuple) or len(pair.elts) != 2:
        return None
    first, second = (one.id if isinstance(one, ast.Name) else "" for one in pair.elts)
    return first, second


def _axis(name: str) -> str | None:
    """Return whether a name ends or begins with x or y as a word of its own: `slope_x`, `gx`, `dzdx`, `ux`."""
    found = re.search(r"(?:^|[_a-z])([xy])$", name.lower()) or re.search(r"^([xy])_", name.lower())
    return found[1] if found else None
