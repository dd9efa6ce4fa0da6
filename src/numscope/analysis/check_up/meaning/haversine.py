"""Distances on a sphere between points that are given in degrees, or with the longitude before the latitude."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import LATITUDE_FIRST, RADIANS
from numscope.analysis.concepts.tables import Table, table_of
from numscope.analysis.nan.upstream import upstream
from numscope.trace import Operation, Site
from numscope.user_code import is_user_file

KIND = "meaning"
_METRIC = "haversine"
_FITS = ("fit", "fit_predict", "fit_transform")
_TAKES_POINTS = ("haversine_distances", "pairwise_distances", "pairwise_distances_chunked")
_LATITUDE = re.compile(r"(^|[^a-z])(lat|lats|latitude|latitudes)([^a-z]|$)")
_LONGITUDE = re.compile(r"(^|[^a-z])(lon|lons|lng|lngs|long|longs|longitude|longitudes)([^a-z]|$)")
_DEEPEST = 5
# Of a longitude in radians, with what rounding adds.
_LARGEST = 2 * np.pi + 1e-6


def haversine(evidence: Evidence) -> Iterator[Finding]:
    """Yield what gives haversine distances points in degrees, or pairs of longitude and latitude."""
    found: set[tuple[str, int]] = set()
    for call, operation in in_order(evidence, (*_FITS, *_TAKES_POINTS)):
        place = _place_of_points(operation)
        points = None if place is None else table_of(operation, place)
        if points is None:
            continue
        finding = _in_degrees(call, operation, points) or _exchanged(evidence, call, operation, points)
        if finding is not None and (finding.file, finding.line) not in found:
            found.add((finding.file, finding.line))
            yield finding


def _place_of_points(operation: Operation) -> int | None:
    """Return the place of the points among the operands, if their distances are taken on a sphere."""
    name = last_name(operation)
    if name == "haversine_distances":
        return 0
    of_this = [one for one in operation.operands if one.role in ("input", "argument")]
    if name in _TAKES_POINTS:
        return 0 if any(one.literal == _METRIC for one in of_this) else None
    return 1 if of_this and (of_this[0].attributes or {}).get("metric") == _METRIC else None


def _in_degrees(call: Call, operation: Operation, points: Table) -> Finding | None:
    columns = points.columns()
    if len(columns) != 2 or not all(np.isfinite(one).all() and len(one) for one in columns):
        return None
    largest = max(float(np.abs(one).max()) for one in columns)
    if largest <= _LARGEST:
        return None
    said = "haversine distances are of points in radians, and"
    problem = f"{said} {points.rows:,} are given in degrees: up to {largest:.6g}"
    return finding_of(KIND, call, operation.id, 1, problem, RADIANS)


def _exchanged(evidence: Evidence, call: Call, operation: Operation, points: Table) -> Finding | None:
    columns = points.columns()
    if len(columns) != 2:
        return None
    place = next((one for one in _lines(evidence, call, operation) if _has_longitude_first(one)), None)
    if place is None:
        return None
    problem = (
        f"haversine distances are of latitude and longitude, and {points.rows:,} points have the longitude first: from "
        f"{np.degrees(columns[0].min()):.4g} to {np.degrees(columns[0].max()):.4g} degrees"
    )
    return finding_of(KIND, place, operation.id, 1, problem, LATITUDE_FIRST)


def _lines(evidence: Evidence, call: Call, operation: Operation) -> Iterator[Call]:
    """Yield the lines of the program that the points came through, the last first."""
    yield call
    sites: list[Site | None] = [
        maker.user_site
        for maker, _ in upstream(evidence.trace, operation, lambda one: one.is_array(), _DEEPEST)
    ]
    for site in dict.fromkeys(sites):
        if site is not None and is_user_file(site.file):
            text = evidence.trace.sources.text(site.file) or ""
            yield replace(call, file=site.file, line=site.line, function=site.function, text=text)


def _has_longitude_first(call: Call) -> bool:
    """Return whether the statement of a line names a pair of which the first is a longitude, the second a latitude."""
    statement = sources.statement(call.text, call.line)
    pairs = [
        one.elts
        for one in ast.walk(statement or ast.Pass())
        if isinstance(one, (ast.List, ast.Tuple)) and len(one.elts) == 2 and not _is_bound(one)
    ]
    return any(_says(one[0], _LONGITUDE, _LATITUDE) and _says(one[1], _LATITUDE, _LONGITUDE) for one in pairs)


def _is_bound(node: ast.List | ast.Tuple) -> bool:
    return isinstance(node.ctx, ast.Store)


def _says(node: ast.expr, wanted: re.Pattern[str], other: re.Pattern[str]) -> bool:
    """Return whether the names and texts in an expression mean the one and not the other."""
    words = [
        str(word).lower()
        for one in ast.walk(node)
        for word in (getattr(one, "id", None), getattr(one, "attr", None), getattr(one, "value", None))
        if isinstance(word, str)
    ]
    return any(map(wanted.search, words)) and not any(map(other.search, words))
