"""Models that are asked far outside of what they were fitted to: the line that made what they are asked is to blame.

A model fitted to years from 0 to 12 has no meaning at 4,748: these are days.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from numscope.analysis.concepts.callers import calls_named, function_around
from numscope.analysis.concepts.differing_calls import differing_call
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.program import Program, program_of
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.own_operations import own_before
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root
from numscope.analysis.nan.upstream import upstream
from numscope.operations.lore.fitted import FITS, FITS_A_FUNCTION, fits_of
from numscope.trace import Operand, Operation, Site, Trace

_RUNS = "select 1 from calls where regexp_matches(name, ?) limit 1"
_ADVICE = "Ask in the unit of the data that it was fitted to, or fit it to data from that range."
# So many times the width of the data is beyond any extrapolation.
_FAR = 20.0
_DEEPEST = 3
_MOST = 20
_MOST_STEPS = 8


class _Asked(NamedTuple):
    """Numbers that `reader` was given. fitted: those of the same kind that `fit` was given."""

    reader: Operation
    given: Operand
    fit: Operation
    fitted: Operand


class _Ranges(NamedTuple):
    """Ranges of one quantity in which a model is asked, and to which it was fitted."""

    asked: tuple[float, float]
    fitted: tuple[float, float]

    @property
    def are_apart(self) -> bool:
        """Whether all that is asked lies outside, and some of it many times the width of the data away.

        Single values far outside are outliers, and the model that overflows for these is to blame.
        """
        width = self.fitted[1] - self.fitted[0]
        above, below = self.asked[0] - self.fitted[1], self.fitted[0] - self.asked[1]
        farthest = max(self.asked[1] - self.fitted[1], self.fitted[0] - self.asked[0])
        return max(above, below) > 0 and 0 < _FAR * width < farthest


def far_from_fit(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that made the numbers, far from those of its fit, of which a model has no result in `operation`.

    The model may be asked there, or up to three operations before.
    """
    site = operation.user_site or operation.site
    if site is None or not trace.ask(_RUNS, [FITS]).num_rows:
        return None
    above = [maker for maker, _ in upstream(trace, operation, Operand.is_array, _DEEPEST)]
    asked = [pair for one in (operation, *above) for pair in _asked(trace, one)]
    for one in (*asked, *_of_function(trace, operation, site)):
        ranges = next((found for found in _ranges(one.given, one.fitted) if found.are_apart), None)
        if ranges is None:
            continue
        line = _line(trace, one, ranges) or site
        fit, name = one.fit.user_site, one.fit.name.rpartition(".")[2]
        where = "a line of a library" if fit is None else line_of(fit, line)
        ended = "" if line.place == site.place else f"; {line_of(site, line)} has no finite result there"
        said = (
            f"gives numbers from {_text(ranges.asked)}, far outside of those from {_text(ranges.fitted)} to which "
            f"{where} fitted (`{name}`){ended}"
        )
        return Root(line, Cause(said, _ADVICE))
    return None


def _asked(trace: Trace, operation: Operation) -> Iterator[_Asked]:
    """Yield what an operation asks a fitted model, each beside what the model was fitted to."""
    names = fits_of(operation.name)
    fits = own_before(trace, operation, names, _MOST)[::-1] if names else []
    fit = next((one for one in fits if _is_same_model(one, operation)), None)
    if fit is None:
        return
    for given in (one for one in operation.inputs if one.is_array()):
        fitted = [one for one in fit.inputs if one.is_array() and one.name == given.name]
        if fitted and (given.name is not None or given is operation.inputs[-1]):
            yield _Asked(operation, given, fit, fitted[0])


def _is_same_model(fit: Operation, asked: Operation) -> bool:
    """Return whether nothing that a fit learnt differs in the model that is asked."""
    learnt = {one.name: one.hash for one in fit.outputs if one.name is not None and one.hash is not None}
    if any(one.name in learnt and learnt[one.name] != one.hash for one in asked.inputs):
        return False
    # Of a function that is given what was learnt and where, `polyval(p, x)`.
    given = [one.hash for one in asked.inputs if one.is_array() and one.name is None]
    return len(given) < 2 or not {one.hash for one in fit.outputs}.isdisjoint(given)


def _of_function(trace: Trace, operation: Operation, site: Site) -> Iterator[_Asked]:
    """Yield what the function around `operation` is given, if its parameters were fitted before."""
    program = program_of(trace, site)
    function = function_around(program.tree, program.line(site))
    name = FITS_A_FUNCTION.rpartition(".")[2]
    calls = [one for one in calls_named(program.tree, name) if one.args]
    if function is None or not any(last_name(one.args[0]) == function.name for one in calls):
        return
    inside = range(function.lineno, (function.end_lineno or function.lineno) + 1)
    for fit in own_before(trace, operation, (FITS_A_FUNCTION,), 1):
        fitted = [one for one in fit.inputs if one.is_array()][:1]
        for reader, given in _parameters(trace, operation, program, inside):
            yield from (_Asked(reader, given, fit, one) for one in fitted)


def _parameters(
    trace: Trace, operation: Operation, program: Program, inside: range
) -> Iterator[tuple[Operation, Operand]]:
    """Yield the arrays, each with its reader, that lines of a function take from outside for `operation`."""
    waiting = [operation]
    for reader in waiting:
        for given in (one for one in reader.inputs if one.is_array() and one.shape):
            maker = maker_of(trace, given, reader)
            at = None if maker is None else maker.user_site
            if maker is None or at is None or program.line(at) not in inside:
                yield reader, given
            elif len(waiting) < _MOST_STEPS:
                waiting.append(maker)


def _ranges(asked: Operand, fitted: Operand) -> Iterator[_Ranges]:
    """Yield the ranges of each column, or of all, if these are no tables of as many columns whose values are kept."""
    tables = [numbers_of(one) for one in (asked, fitted)]
    if all(one is not None and one.ndim == 2 and one.size for one in tables):
        new, old = tables
        if new.shape[1] == old.shape[1]:
            yield from (_Ranges(_range(a), _range(b)) for a, b in zip(new.T, old.T, strict=True))
            return
    known = asked.statistics, fitted.statistics
    if known[0] is not None and known[1] is not None:
        yield _Ranges((known[0].minimum, known[0].maximum), (known[1].minimum, known[1].maximum))


def _range(values: Any) -> tuple[float, float]:
    return float(np.min(values)), float(np.max(values))


def _line(trace: Trace, asked: _Asked, ranges: _Ranges) -> Site | None:
    """Return the line that made what a model is asked; of one that made what it was fitted to as well, its caller.

    What only hands the numbers on is behind that line.
    """
    made = next(reversed(list(_makers(trace, asked.reader, asked.given, ranges.asked))), None)
    called, fit = asked.reader.user_site, asked.fit.user_site
    if made is None or called is None or fit is None:
        return made
    before = _makers(trace, asked.fit, asked.fitted, ranges.fitted)
    if made.place not in {one.place for one in before}:
        return made
    program = program_of(trace, made)
    lines = (program.line(one) for one in (made, called, fit))
    line = differing_call(program.tree, *lines)
    return made if line is None else program.site(line, made)


def _makers(trace: Trace, reader: Operation, given: Operand, numbers: tuple[float, float]) -> Iterator[Site]:
    """Yield the lines that had numbers of this range in hand before `reader` was given them, the nearest first."""
    for _ in range(_MOST_STEPS):
        maker = maker_of(trace, given, reader)
        site = None if maker is None else maker.user_site
        if maker is None or site is None or site.in_library:
            break
        yield site
        same = [one for one in maker.inputs if one.is_array() and _reaches(one, numbers)]
        if not same:
            break
        reader, given = maker, same[0]


def _reaches(operand: Operand, numbers: tuple[float, float]) -> bool:
    known, far = operand.statistics, max(numbers, key=abs)
    return known is not None and far in (known.minimum, known.maximum)


def _text(ends: tuple[float, float]) -> str:
    return " to ".join(f"{end:.5g}" for end in ends)
