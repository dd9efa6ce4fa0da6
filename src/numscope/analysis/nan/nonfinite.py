"""Where NaN and infinities came from: the operations that made them out of finite inputs, or that first met them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from numscope.analysis.concepts.elements import Element, offending_elements
from numscope.analysis.concepts.operation_facts import operation_facts
from numscope.analysis.nan.modules import Place, places_of
from numscope.analysis.nan.producers import producers
from numscope.analysis.nan.rows import NonfiniteRows, OriginRow
from numscope.errors import UsageError
from numscope.operations.traits import expects_nonfinite
from numscope.rules.errors import RuleError
from numscope.rules.expected import allowed_name, allowed_place, is_mask
from numscope.rules.language import Rule, UnknownValueError, read_rule
from numscope.rules.origin_kind import OriginKind
from numscope.trace import Operation, Trace

# What a name, a place or a kind has none of, and an expression of the language of rules always has.
_OF_EXPRESSIONS = ("<", ">", "==", "!=", " and ", " or ", " in ", "not ")


@dataclass(frozen=True)
class Origin:
    """Where non-finite values began.

    kind: `made` of finite inputs; `given` as an argument (a NaN literal); `appeared` in an input that no recorded
    operation had made (a merge, an alignment, a file); `uninitialised`: read from memory as `numpy.empty` left it;
    `read` by an operation that has no array inputs.
    nans, infinities: in the outputs (of `appeared` and `uninitialised`: in the input). inner: the operations inside it
    that made them, innermost last. elements: the first offending ones. producers: what flowed into it, nearest first.
    poisoned: later operations that met its values, or values made of them; results: how many of their outputs hold any.
    first_nan: of infinities, the operation that first made a NaN of them. times: how often it happened at this line of
    the program; the first time is the one described.
    place: where in a model, if it is an operation of torch. forward: of a backward operation the one it belongs to.
    """

    operation: Operation
    kind: OriginKind
    nans: int
    infinities: int
    inner: tuple[Operation, ...]
    elements: tuple[Element, ...]
    producers: tuple[Operation, ...]
    poisoned: int
    poisoned_results: int
    poisoned_whole: bool
    first_nan: Operation | None = None
    times: int = 1
    place: Place | None = None
    forward: Operation | None = None


@dataclass(frozen=True)
class NonfiniteReport:
    """All origins, the first one first, one for each line, operation and kind. places: how many of these there are.

    found: how many operations; allowed: how many more a rule allows. contained: operations that made NaN or
    infinities inside another whose results are finite. whole: False if there was too much to look at all of it.
    """

    origins: tuple[Origin, ...]
    places: int
    found: int
    allowed: int
    contained: int
    operations: int
    whole: bool = True


class Rules:
    """What is deliberate: names (`numpy.log`, `nan*`), places (`script.py:12`), kinds (`given`, `inf`, `nan`), rules.

    A rule is asked of the operation: `size == 1 and name == 'numpy.log'`. Raises UsageError if it can't be read.
    """

    def __init__(self, allowed: tuple[str, ...] = (), defaults: bool = True) -> None:
        expressions = [text for text in allowed if any(mark in text for mark in _OF_EXPRESSIONS)]
        try:
            self._rules = [read_rule(text) for text in expressions]
        except RuleError as error:
            raise UsageError(str(error)) from None
        self._patterns = [text for text in allowed if text not in expressions]
        self._defaults = defaults

    def allow(self, operation: Operation, kind: OriginKind, nans: int, infinities: int) -> bool:
        """Whether an origin is deliberate."""
        patterns = self._patterns
        if kind in patterns or ("inf" in patterns and not nans) or ("nan" in patterns and not infinities):
            return True
        if allowed_name(operation.name, patterns):
            return True
        if self._defaults and (
            expects_nonfinite(operation.traits)
            or is_mask(operation.traits, kind, nans)
            or _while_importing(operation)
        ):
            return True
        places = [f"{site.file}:{site.line}" for site in (operation.user_site, operation.site) if site]
        return allowed_place(places, patterns) or any(_holds(rule, operation) for rule in self._rules)


def _while_importing(operation: Operation) -> bool:
    """Whether a watched library did it while it was imported: constants of its own, as Numba's NaT."""
    return operation.site is not None and operation.site.in_library and operation.site.function == "<module>"


def _holds(rule: Rule, operation: Operation) -> bool:
    try:
        return rule.ask(operation_facts(operation)) is not None
    except UnknownValueError:
        return False


def find_nonfinite(
    trace: Trace, rules: Rules | None = None, limit: int = 10, elements: int = 5
) -> NonfiniteReport:
    """The origins of NaN and infinities in `trace`; of the lines where they began, at most `limit`.

    Raises UsageError if the trace holds no statistics (`--values none`).
    """
    rules = rules or Rules()
    rows = NonfiniteRows(trace)
    if not rows.known:
        raise UsageError(f"{trace.path} holds no statistics: record with --values stats or full.")
    candidates = rows.origins()
    found, allowed = [], 0
    operations = {
        operation.id: operation for operation in trace.operations.fetch([row.operation for row in candidates])
    }
    for row in candidates:
        operation = operations[row.operation]
        if rules.allow(operation, row.kind, row.nans, row.infinities):
            allowed += 1
        else:
            found.append((row, operation))
    places: dict[object, list[tuple[OriginRow, Operation]]] = {}
    for row, operation in found:
        site = operation.user_site or operation.site
        line = operation.id if site is None else (site.file, site.line)
        places.setdefault((line, operation.name, row.kind), []).append((row, operation))
    origins = [_origin(trace, rows, *same[0], elements, len(same)) for same in islice(places.values(), limit)]
    return NonfiniteReport(
        tuple(origins), len(places), len(found), allowed, rows.contained(), len(trace), rows.whole
    )


def _origin(
    trace: Trace, rows: NonfiniteRows, row: OriginRow, operation: Operation, elements: int, times: int
) -> Origin:
    effect = rows.poisoned_by(operation)
    place = places_of(trace, [operation.id]).get(operation.id)
    forward = [] if place is None or place.forward is None else trace.operations.fetch([place.forward])
    first_nan = [] if effect.first_nan is None else trace.operations.fetch([effect.first_nan])
    return Origin(
        operation,
        row.kind,
        row.nans,
        row.infinities,
        _inner(trace, rows, operation),
        offending_elements(operation, elements, row.place),
        tuple(producers(trace, operation)),
        effect.operations,
        effect.results,
        effect.whole,
        first_nan[0] if first_nan else None,
        times,
        place,
        forward[0] if forward else None,
    )


def _inner(trace: Trace, rows: NonfiniteRows, operation: Operation) -> tuple[Operation, ...]:
    """The chain of operations inside `operation` that made what it made."""
    chain: Sequence[int] = rows.makers_inside(operation.id)
    return tuple(trace.operations.fetch(chain))
