"""Explicit schemes that amplify waves of their grid in each step, found from the steps themselves.

Where each number of a grid is a sum of its old neighbours with fixed weights `a`, a wave of angle q between neighbours
is multiplied by `sum(a[k] * exp(1j * k * q))` in each step. If that is above 1, the wave grows, however small it is: J.
von Neumann's analysis. Source: J. C. Strikwerda, "Finite Difference Schemes" (2004), chapter 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.iterations.series import Series
from numscope.analysis.check_up.iterations.step_lines import step_line
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside

_LEAST_POINTS, _LEAST_STEPS, _MOST_SERIES = 10, 16, 50
# Weights are taken from so many pairs of steps, and have to give all of them to so many digits.
_PAIRS, _EXACT, _CONDITION = 4, 1e-9, 1e7
# A wave is amplified by more than rounding of the weights explains, and by so much in the whole loop.
_ABOVE, _GROWN = 1e-3, 10.0


def amplification(evidence: Evidence, series: list[Series]) -> Iterator[Finding]:
    """Yield the lines that choose the step of a loop which amplifies some wave of its grid in each step."""
    grids = (
        one
        for one in series
        if len(one.shape) == 1 and one.count >= _LEAST_POINTS and len(one) >= _LEAST_STEPS
    )
    # Of the operations of a line the last gives the state.
    by_line = {(one.call.file, one.call.line): one for one in sorted(grids, key=lambda one: int(one.ids[-1]))}
    found: dict[object, list[_Grows]] = {}
    for one in list(by_line.values())[: -_MOST_SERIES - 1 : -1]:
        grows = _grows(evidence, one)
        if grows is not None:
            found.setdefault((one.call.file, one.call.function), []).append(grows)
    # What a loop computes of its state, such as a slope, grows as the state does: a line with a step is the better one.
    for lines in found.values():
        yield _finding(next((one for one in lines if one.step is not None), lines[0]))


@dataclass(frozen=True)
class _Grows:
    """Results made of the last ones by these weights. step: where the step of their line is chosen, if it has one."""

    series: Series
    weights: Any
    step: tuple[str, int] | None


def _grows(evidence: Evidence, series: Series) -> _Grows | None:
    weights = _weights(evidence, series)
    if weights is None:
        return None
    _, factor = _largest(weights)
    if factor <= max(1.0, abs(float(weights.sum()))) + _ABOVE or factor ** len(series) < _GROWN:
        return None
    return _Grows(series, weights, step_line(evidence, series.call))


def _finding(grows: _Grows) -> Finding:
    series, call, step = grows.series, grows.series.call, grows.step
    angle, factor = _largest(grows.weights)
    where = f" in {place_beside(call.file, call.line, step[0])}" if step else ""
    shown = replace(call, file=step[0], line=step[1]) if step else call
    said = (
        f"each step{where} makes new numbers of {', '.join(f'{weight:.4g}' for weight in grows.weights)} times the old "
        f"one before, at and behind a place: a wave {2 * np.pi / angle:.3g} places long is multiplied by "
        f"{factor:.4g} each time, {factor ** len(series):.3g} in {len(series):,} steps"
    )
    return finding_of("growth", shown, int(series.ids[-1]), len(series), said, _FIX)


_FIX = "take a step with which no wave grows, as D dt / dx² <= 1/2 and c dt / dx <= 1, or an implicit scheme"


def _weights(evidence: Evidence, series: Series) -> Any:
    """Return by which numbers a step multiplies its old neighbours; None where no three fixed ones give each step."""
    starts = np.linspace(0, len(series) - 2, _PAIRS).astype(int)
    ids = sorted({int(series.ids[start + ahead]) for start in starts for ahead in (0, 1)})
    operations = {one.id: one for one in evidence.fetch(ids)}
    before, after = [], []
    for start in starts:
        old, new = (_state(operations[int(series.ids[start + ahead])]) for ahead in (0, 1))
        if old is None or new is None or old.shape != new.shape:
            return None
        size = float(np.abs(old).max()) or 1.0
        before.append(np.column_stack([old[:-2], old[1:-1], old[2:]]) / size)
        after.append(new[1:-1] / size)
        # Most loops are told apart by the first pair: to read values takes time.
        given, made = np.vstack(before), np.concatenate(after)
        weights = np.linalg.lstsq(given, made, rcond=None)[0]
        if not np.abs(given @ weights - made).max() <= _EXACT:
            return None
    singular = np.linalg.svd(given, compute_uv=False)
    return weights if singular[-1] * _CONDITION > singular[0] else None


def _state(operation: Any) -> Any:
    made = next((one for one in operation.operands if one.role in ("output", "mutated")), None)
    numbers = numbers_of(made) if made is not None else None
    if numbers is None or numbers.ndim != 1 or numbers.dtype.kind != "f" or not np.isfinite(numbers).all():
        return None
    return numbers.astype(float)


def _largest(weights: Any) -> tuple[float, float]:
    """Return (angle between neighbours, factor) of the wave that a step amplifies most."""
    angles = np.linspace(1e-3, np.pi, 2000)
    factors = np.abs((weights[:, None] * np.exp(1j * angles * np.array([[-1], [0], [1]]))).sum(axis=0))
    most = int(np.argmax(factors))
    return float(angles[most]), float(factors[most])
