"""Distances on a sphere by the program's own formula, of latitudes and longitudes in degrees."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import RADIANS
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.nan.upstream import upstream
from numscope.trace import Operation

KIND = "meaning"
# What ends such a formula, and what takes the latitudes alone in it: of the haversine formula, and that of cosines.
_ENDS = {"arcsin": "cos", "asin": "cos", "arctan2": "cos", "atan2": "cos", "arccos": "sin", "acos": "sin"}
_ROOTS = ("sqrt",)
_LIMITS = ("clip", "minimum", "clamp", "maximum", "fmin", "min")
_TURNS = ("sin", "cos")
_DEEPEST = 8
# Of a line so many distances are looked at.
_MOST_ENDS = 3
# No latitude in radians is as large, nor any longitude.
_LARGEST_IN_RADIANS = 7


def great_circles(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines of such formulas whose latitudes are all too large for radians, or that name these."""
    told: set[tuple[str, int]] = set()
    for _, ids in evidence.operations(evidence.named(*_ENDS)):
        for end in evidence.fetch(ids[:_MOST_ENDS]):
            found = _latitudes(evidence, end)
            if found is None:
                continue
            call, turn = found
            place = _named_at(call)
            if (place.file, place.line) not in told:
                told.add((place.file, place.line))
                problem = (
                    f"`{last_name(turn)}` takes radians, and is given a latitude of {_largest(turn):.6g} for a "
                    "distance on a sphere: degrees"
                )
                yield finding_of(KIND, place, turn.id, 1, problem, RADIANS)
            break


def _latitudes(evidence: Evidence, end: Operation) -> tuple[Call, Operation] | None:
    """Return the first that takes a latitude of a distance on a sphere; None if not all are degrees."""
    before = list(upstream(evidence.trace, end, lambda one: True, _DEEPEST))
    taking = _ENDS[last_name(end)]
    if taking == "cos" and not _is_root(evidence, end):
        return None
    turns = {one.id: one for one, _ in before if last_name(one) in _TURNS}
    of_latitudes = [turns[number] for number in sorted(turns) if last_name(turns[number]) == taking]
    others = len(turns) - len(of_latitudes)
    if not of_latitudes or others < (2 if taking == "cos" else 1):
        return None
    if any(_largest(one) <= _LARGEST_IN_RADIANS for one in of_latitudes):
        return None
    call = evidence.call_of(of_latitudes[0])
    return None if call is None else (call, of_latitudes[0])


def _is_root(evidence: Evidence, end: Operation) -> bool:
    """Return whether an arc is of a square root, which may be limited to 1 first."""
    made = [maker for one in end.inputs if (maker := evidence.maker(one, end.id)) is not None]
    limited = [one for one in made if last_name(one) in _LIMITS]
    before = [evidence.maker(given, one.id) for one in limited for given in one.inputs]
    return any(one is not None and last_name(one) in _ROOTS for one in (*made, *before))


def _largest(turn: Operation) -> float:
    """Return the largest angle that a sine or cosine is given; 0 if none is known."""
    sizes = [0.0]
    for one in turn.inputs:
        numbers = numbers_of(one)
        if numbers is not None and numbers.size:
            finite = np.abs(numbers[np.isfinite(numbers)])
            sizes.append(float(finite.max()) if finite.size else 0.0)
    return max(sizes)


def _named_at(call: Call) -> Call:
    """Return the line where the formula gives what it is given its own names, `lat1, lon1 = here`; or the call's."""
    around = sources.function_around(call.text, call.line)
    given = {
        one.args[0].id
        for one in sources.calls_in(sources.statement(call.text, call.line), call.name.rpartition(".")[2])
        if one.args and isinstance(one.args[0], ast.Name)
    }
    bound = [
        one
        for one in ast.walk(around or ast.Pass())
        if isinstance(one, ast.Assign) and one.lineno < call.line
        if given & {name for target in one.targets for name in sources.names_in(target)}
    ]
    if len(bound) != 1:
        return call
    value = bound[0].value
    parts = value.elts if isinstance(value, ast.Tuple) else [value]
    is_plain = all(isinstance(one, (ast.Name, ast.Attribute, ast.Subscript)) for one in parts)
    return replace(call, line=bound[0].lineno) if is_plain else call
