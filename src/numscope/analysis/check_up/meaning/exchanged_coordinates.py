"""Points that are looked up on a grid with their coordinates in another order than the axes of the grid."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import AXES_OF_THE_GRID
from numscope.analysis.concepts.number_flow import came_from
from numscope.analysis.concepts.program import Program
from numscope.analysis.concepts.syntax import last_name

KIND = "meaning"
_GRID = "RegularGridInterpolator"
_AT_ONCE = "interpn"
# Words for the two directions of a map or a picture.
_ALONG = {
    "x": "x", "xx": "x", "xs": "x", "lon": "x", "lons": "x", "lng": "x", "longitude": "x", "longitudes": "x",
    "east": "x", "easting": "x", "col": "x", "cols": "x", "column": "x", "columns": "x",
    "y": "y", "yy": "y", "ys": "y", "lat": "y", "lats": "y", "latitude": "y", "latitudes": "y",
    "north": "y", "northing": "y", "row": "y", "rows": "y",
}  # fmt: skip
_BOTH = 2
_WORDS = re.compile(r"[a-z]+")

_Pair = ast.List | ast.Tuple


def exchanged_coordinates(evidence: Evidence) -> Iterator[Finding]:
    """Yield points whose names say x and y where the names of the grid's axes say y and x, or the reverse."""
    found: set[tuple[str, int]] = set()
    grids = in_order(evidence, ["__call__"], lambda call: f"{_GRID}." in call.full_name)
    for call, operation in (*grids, *in_order(evidence, [_AT_ONCE])):
        program = evidence.program(call)
        for axes, points in _looked_up(program, program.line_of(call.file, call.line)):
            file, line = program.place(points.lineno)
            if (file, line) in found or not _are_exchanged(axes, points):
                continue
            found.add((file, line))
            given, taken = (", ".join(f"`{last_name(part)}`" for part in one.elts) for one in (points, axes))
            problem = f"gives the 2 coordinates of points as {given}, and the axes of the grid are {taken}"
            there = replace(call, file=file, line=line)
            yield finding_of(KIND, there, operation.id, 1, problem, AXES_OF_THE_GRID)


def _looked_up(program: Program, line: int) -> Iterator[tuple[_Pair, _Pair]]:
    """Yield the two axes of a grid and the two coordinates of points that a line looks up there."""
    statement = sources.statement(program.text, line)
    for made in ast.walk(statement) if statement is not None else ():
        both = _axes_and_points(program.tree, made) if isinstance(made, ast.Call) else None
        axes, points = (None, None) if both is None else (_pair(program.tree, one) for one in both)
        if axes is not None and points is not None:
            yield axes, points


def _are_exchanged(axes: _Pair, points: _Pair) -> bool:
    along = [_along(part) for part in axes.elts]
    return sorted(map(str, along)) == ["x", "y"] and along[::-1] == [_along(part) for part in points.elts]


def _axes_and_points(tree: ast.Module, call: ast.Call) -> tuple[ast.expr, ast.expr] | None:
    """Return the axes of the grid and the points of a call that looks points up; None of any other call."""
    if last_name(call.func) == _AT_ONCE and len(call.args) > _BOTH:
        return call.args[0], call.args[2]
    grid = came_from(tree, call.func)[-1] if isinstance(call.func, (ast.Name, ast.Attribute)) else call.func
    if isinstance(grid, ast.Call) and last_name(grid.func) == _GRID and grid.args and call.args:
        return grid.args[0], call.args[0]
    return None


def _pair(tree: ast.Module, node: ast.expr) -> _Pair | None:
    """Return the two parts of which an expression is put together: `np.column_stack([x, y])`."""
    source = came_from(tree, node)[-1]
    displays = [
        one for one in ast.walk(source) if isinstance(one, (ast.List, ast.Tuple)) and len(one.elts) == _BOTH
    ]
    return displays[0] if len(displays) == 1 else None


def _along(node: ast.expr) -> str | None:
    """Return the direction that a name says; None if it says none, or both."""
    if not isinstance(node, (ast.Name, ast.Attribute)):
        return None
    said = {_ALONG[word] for word in _WORDS.findall(last_name(node).lower()) if word in _ALONG}
    return said.pop() if len(said) == 1 else None
