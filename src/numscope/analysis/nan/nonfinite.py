"""Where NaN and infinities came from: the operations that made them out of finite inputs, or that first met them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from math import prod
from typing import NamedTuple

from numscope.analysis.concepts.asking_lines import asker
from numscope.analysis.concepts.elements import Element, offending_elements
from numscope.analysis.concepts.missing import missing_codes
from numscope.analysis.concepts.operation_facts import operation_facts
from numscope.analysis.concepts.user_calls import name_of_call
from numscope.analysis.nan.blame import blamed_sites, ran_own_lines
from numscope.analysis.nan.cause import Cause, Evidence, cause_of
from numscope.analysis.nan.harm import Effect, Harm
from numscope.analysis.nan.history import earlier_lines
from numscope.analysis.nan.modules import Place, places_of
from numscope.analysis.nan.occurrences import Occurrences, occurrences
from numscope.analysis.nan.printed import is_printed
from numscope.analysis.nan.producers import producers
from numscope.analysis.nan.received import received
from numscope.analysis.nan.root import Root
from numscope.analysis.nan.roots.roots import root_of, root_of_data
from numscope.analysis.nan.rows import NonfiniteRows, OriginRow
from numscope.analysis.nan.silenced import let_overflow
from numscope.analysis.nan.source import Lines, is_silenced, names_nonfinite, source_line, writes_nonfinite
from numscope.analysis.nan.user_lines import user_line
from numscope.errors import UsageError
from numscope.operations.traits import Trait, expects_nonfinite
from numscope.rules.errors import RuleError
from numscope.rules.expected import allowed_name, allowed_place, is_mask
from numscope.rules.language import Rule, UnknownValueError, read_rule
from numscope.rules.origin_kind import OriginKind
from numscope.trace import Operation, Site, Trace

# What a name, a place or a kind has none of, and an expression of the language of rules always has.
_OF_EXPRESSIONS = ("<", ">", "==", "!=", " and ", " or ", " in ", "not ")

# What lies behind an origin is looked for at so many lines, among so many operations inside each.
_MOST_ROOTS = 40
_MOST_INSIDE = 200
# Kinds of missing values that no operation made, and no library's call left.
_DATA = (OriginKind.GIVEN, OriginKind.APPEARED)


@dataclass(frozen=True)
class Origin:
    """Where non-finite values began.

    kind: `made` of finite inputs; `given` as an argument (a NaN literal); `appeared` in an input that no recorded
    operation had made (a merge, an alignment, a file); `uninitialised`: read from memory as `numpy.empty` left it;
    `read` by an operation that has no array inputs.
    nans, infinities: in the outputs (of `appeared` and `uninitialised`: in the input). inner: the operations inside it
    that made them, innermost last. elements: the first offending ones. producers: what flowed into it, nearest first.
    poisoned: later operations that used its values or values made of them; results: how many of their outputs hold any.
    first_nan: of infinities, the operation that first made a NaN of them. times: how often it happened at this line of
    the program; the worst time is the one described. site: the line to blame.
    cause: why, in words. occurrences: of how many calls at this line. harm: the worst that its values reached, at the
    operation `end`, in the user's call of this name.
    earlier: the program's lines from which its values may come, by its text, nearest first.
    place: where in a model, if it is an operation of torch. forward: of a backward operation the one it belongs to.
    asker: the operation that asked for the task of a scheduler in which it ran, if that is recorded.
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
    harm: Harm = Harm.NONE
    end: Operation | None = None
    end_name: str = ""
    site: Site | None = None
    cause: Cause | None = None
    occurrences: Occurrences | None = None
    asker: Operation | None = None
    earlier: tuple[Site, ...] = ()


@dataclass(frozen=True)
class NonfiniteReport:
    """All origins, the first one first, one for each line, operation and kind. places: how many of these there are.

    found: how many operations; allowed: how many more a rule allows. contained: operations that made NaN or
    infinities inside another whose results are finite. whole: False if there was too much to look at all of it.
    imported: how many more libraries made while they were imported. handled: how many more were dropped, replaced or
    masked before they reached anything.
    """

    origins: tuple[Origin, ...]
    places: int
    found: int
    allowed: int
    contained: int
    operations: int
    whole: bool = True
    imported: int = 0
    handled: int = 0


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
        self.forgive = defaults  # whether what was dropped, replaced or masked is no finding

    @classmethod
    def of(cls, trace: Trace, allowed: Sequence[str] = (), defaults: bool = True) -> Rules:
        """Return `allowed` and what was allowed when `trace` was recorded."""
        return cls((*allowed, *(trace.manifest.get("policy", {}).get("allow") or ())), defaults)

    def allow(self, operation: Operation, kind: OriginKind, nans: int, infinities: int) -> bool:
        """Whether an origin is deliberate."""
        patterns = self._patterns
        if kind in patterns or ("inf" in patterns and not nans) or ("nan" in patterns and not infinities):
            return True
        if allowed_name(operation.name, patterns):
            return True
        if self._defaults and (
            is_mask(operation.traits, kind, nans)
            or (expects_nonfinite(operation.traits) and kind in (OriginKind.GIVEN, OriginKind.READ))
        ):
            return True
        places = [f"{site.file}:{site.line}" for site in (operation.user_site, operation.site) if site]
        return allowed_place(places, patterns) or any(_holds(rule, operation) for rule in self._rules)


def _holds(rule: Rule, operation: Operation) -> bool:
    try:
        return rule.ask(operation_facts(operation)) is not None
    except UnknownValueError:
        return False


def nonfinite_rows(trace: Trace) -> NonfiniteRows:
    """Return what `find_nonfinite` asks first, to ask it once for several answers."""
    return NonfiniteRows(trace, Lines(trace))


def find_nonfinite(
    trace: Trace,
    rules: Rules | None = None,
    limit: int = 10,
    elements: int = 5,
    rows: NonfiniteRows | None = None,
) -> NonfiniteReport:
    """The origins of NaN and infinities in `trace`, the worst first; of the lines where they began, at most `limit`.

    rows: of `nonfinite_rows`. Raises UsageError if the trace holds no statistics (`--values none`).
    """
    rules = rules or Rules()
    rows = rows or nonfinite_rows(trace)
    if not rows.known:
        raise UsageError(f"{trace.path} holds no statistics: record with --values stats or full.")
    sorted_out = _sort_out(trace, rows, rules)
    found = _with_roots(trace, rows, sorted_out.found)
    _sort(trace, found)
    places: dict[object, list[_Found]] = {}
    for one in found:
        line = one.operation.id if one.site is None else one.site.place
        places.setdefault(line, []).append(one)
    origins = [_origin(trace, rows, same, elements) for same in islice(places.values(), limit)]
    return NonfiniteReport(
        tuple(origins),
        len(places),
        len(found),
        sorted_out.allowed,
        rows.contained(),
        len(trace),
        rows.whole,
        sorted_out.imported,
        sorted_out.handled,
    )


def _sort(trace: Trace, found: list[_Found]) -> None:
    """Put what counts in order: what became of it, then what began earlier.

    Of infinities that meet in one NaN that which began at the line of the NaN comes first: both parts are seen there.
    """
    nan_lines = {one.line for one in found if one.is_nan}
    first_nans = {one.effect.first_nan for one in found if one.effect.first_nan is not None}
    places = {operation.id: _place(operation) for operation in trace.operations.fetch(first_nans)}
    began: dict[int | None, int] = {}
    for one in found:
        began.setdefault(one.effect.first_nan, one.number)

    def rank(one: _Found) -> tuple[tuple[int, int, bool], int, bool, int]:
        met = one.effect.first_nan
        return (
            one.rank(nan_lines),
            one.number if met is None else began[met],
            met is not None and places.get(met) != one.line,
            one.number,
        )

    found.sort(key=rank)


class _Found(NamedTuple):
    """An origin that counts. number: its place in the order in which they began. site: the line to blame.

    root: what lies behind it, if another line does. written: the program's text has such values there.
    """

    number: int
    row: OriginRow
    operation: Operation
    effect: Effect
    site: Site | None
    root: Root | None = None
    written: bool = False

    @property
    def line(self) -> tuple[str, int] | None:
        """The line to blame."""
        return None if self.site is None else self.site.place

    @property
    def is_nan(self) -> bool:
        """Whether some of its values are NaN, or became that."""
        return bool(self.row.nans) or self.effect.first_nan is not None

    def rank(self, nan_lines: Container[object]) -> tuple[int, int, bool]:
        """Order by what became of the values: made before data, lines of NaN before infinities."""
        return -self.effect.harm, self._is_data(), self.line not in nan_lines

    def _is_data(self) -> int:
        if self.row.kind in (OriginKind.MADE, OriginKind.UNINITIALISED) or self.row.grown:
            return 0
        return 2 if self.written else 1


@dataclass
class _SortedOut:
    """Origins that count, and how many do not."""

    found: list[_Found]
    allowed: int = 0
    imported: int = 0
    handled: int = 0


def _sort_out(trace: Trace, rows: NonfiniteRows, rules: Rules) -> _SortedOut:
    candidates = rows.origins()
    operations = {
        operation.id: operation for operation in trace.operations.fetch([row.operation for row in candidates])
    }
    blamed = {
        **blamed_sites(trace, operations.values(), candidates),
        **_shadowed(trace, rows, operations),
    }
    result = _SortedOut([])
    tested: set[object] = set()  # lines whose values the program deals with
    for number, row in enumerate(candidates):
        operation, effect = operations[row.operation], rows.effect(row.operation)
        if operation.importing:
            result.imported += 1
        elif rules.allow(operation, row.kind, row.nans, row.infinities):
            result.allowed += 1
        elif rules.forgive and not _matters(trace, row, operation, effect):
            result.handled += 1
            tested.add(_place(operation))
        else:
            site = blamed.get(operation.id)
            written = writes_nonfinite(trace, site)
            result.found.append(_Found(number, row, operation, effect, site, None, written))
    found = [one for one in result.found if not _is_left_untested(trace, one, tested)]
    result.handled += len(result.found) - len(found)
    result.found = found
    arrived = received(trace, [one.operation for one in result.found])
    # Of a trace that lacks the process in which they began, the collective is all that is known.
    result.found = [one for one in result.found if one.operation.id not in arrived] or result.found
    return result


def _is_left_untested(trace: Trace, one: _Found, tested: Container[object]) -> bool:
    """Return whether nothing ever read the values beyond their line, at which the program deals with others.

    `all(isfinite(g).all() for g in grads)` ends at the first that is not finite: the rest is thrown away with it.
    """
    place = _place(one.operation)
    if one.effect.harm is not Harm.SHOWN or place is None or place not in tested or one.effect.end is None:
        return False
    (end,) = trace.operations.fetch([one.effect.end])
    return _place(end) == place and not is_printed(trace, one.operation)


def _place(operation: Operation) -> tuple[str, int] | None:
    site = operation.user_site or operation.site
    return None if site is None else site.place


def _matters(trace: Trace, row: OriginRow, operation: Operation, effect: Effect) -> bool:
    """Return whether the values reached something that the program does not deal with."""
    if effect.harm is Harm.SKIPPED and not is_silenced(trace, operation.user_site or operation.site):
        return True
    if effect.harm is Harm.STEP_LEFT_OUT:
        # It is there for gradients that overflow, and can't help where a layer's own results are not finite.
        return "module" in operation.attributes and "phase" not in operation.attributes
    if effect.harm >= Harm.SHOWN or (row.kind is OriginKind.MADE and is_printed(trace, operation)):
        return True
    return bool(effect.operations) and _is_lost_altogether(operation)


def _is_lost_altogether(operation: Operation) -> bool:
    """Return whether arithmetic on tables of numbers has no number in its result, as no label stands on both sides."""
    if not operation.traits & Trait.ELEMENTWISE or not operation.traits & Trait.STANDS:
        return False
    given, left = (
        [one.statistics.nans < prod(one.shape or ()) for one in operands if one.is_array() and one.statistics]
        for operands in (operation.inputs, operation.outputs)
    )
    return len(given) > 1 and all(given) and bool(left) and not any(left)


def _with_roots(trace: Trace, rows: NonfiniteRows, found: Sequence[_Found]) -> list[_Found]:
    """Return the origins with what lies behind them, looked for once a line."""
    known: dict[object, Root | None] = {}
    result = []
    for one in found:
        line = one.operation.name, one.site and one.site.place
        if line not in known and len(known) < _MOST_ROOTS:
            made = rows.made_inside(one.operation.id) if one.operation.traits & Trait.STANDS else []
            known[line] = root_of(trace, one.operation, trace.operations.fetch(made[:_MOST_INSIDE]))
            if known[line] is None and one.row.kind in _DATA:
                known[line] = root_of_data(trace, one.operation)
            if known[line] is None and one.effect.first_nan is not None and not one.row.nans:
                (first_nan,) = trace.operations.fetch([one.effect.first_nan])
                known[line] = let_overflow(trace, one.operation, first_nan)
        root = known.get(line)
        result.append(one if root is None else one._replace(site=root.site, root=root))
    return result


def _is_its_line(operation: Operation, blamed: Site | None) -> bool:
    called = operation.user_site or operation.site
    return blamed is None or called is None or called.place == blamed.place


def _origin(trace: Trace, rows: NonfiniteRows, same: Sequence[_Found], elements: int) -> Origin:
    _, row, operation, effect, site, root, _ = same[0]
    end = [] if effect.end is None else trace.operations.fetch([effect.end])
    times = len(same)
    place = places_of(trace, [operation.id]).get(operation.id)
    forward = _forward(trace, operation, place)
    inner = _inner(trace, rows, operation)
    nans = max(row.nans, *map(missing_codes, operation.outputs), 0)
    source = source_line(site)
    evidence = Evidence(
        operation,
        inner[-1] if inner else operation,
        row.kind,
        nans,
        row.infinities,
        source,
        row.grown,
        operation.id in rows.from_dropped,
        names_nonfinite(source),
        user_line(trace, operation) if _is_its_line(operation, site) else None,
    )
    first_nan = [] if effect.first_nan is None else trace.operations.fetch([effect.first_nan])
    return Origin(
        operation,
        row.kind,
        nans,
        row.infinities,
        inner,
        offending_elements(operation, elements, row.place),
        tuple(producers(trace, operation)),
        effect.operations,
        effect.results,
        rows.whole,
        first_nan[0] if first_nan else None,
        times,
        place,
        forward,
        effect.harm,
        end[0] if end else None,
        name_of_call(trace, end[0]) if end else "",
        site,
        root.cause if root else _gradient(cause_of(evidence)) if forward else cause_of(evidence),
        occurrences(trace, operation, [one.operation.id for one in same]),
        asker(trace, operation),
        () if site is None else earlier_lines(trace, site),
    )


def _forward(trace: Trace, operation: Operation, place: Place | None) -> Operation | None:
    """Return the forward operation whose gradient `operation` computed."""
    if place is None or place.forward is None or ran_own_lines(trace, [operation.id]):
        return None
    (forward,) = trace.operations.fetch([place.forward])
    return forward


def _gradient(cause: Cause) -> Cause:
    """Return the cause in a backward pass: the line to blame is the forward one."""
    return Cause(f"has a gradient that {cause.sentence}", cause.advice)


def _shadowed(trace: Trace, rows: NonfiniteRows, operations: Iterable[int]) -> dict[int, Site]:
    """The lines of compiled functions at which copies that ran beside them made the values, by operation."""
    copies = {one: copy for one in operations if (copy := rows.shadow_inside(one)) is not None}
    known = {copy.id: copy.site for copy in trace.operations.fetch(set(copies.values()))}
    sites = {one: known[copy] for one, copy in copies.items()}
    return {one: site for one, site in sites.items() if site is not None and not site.in_library}


def _inner(trace: Trace, rows: NonfiniteRows, operation: Operation) -> tuple[Operation, ...]:
    """The chain of operations inside `operation` that made what it made."""
    chain: Sequence[int] = rows.makers_inside(operation.id)
    return tuple(trace.operations.fetch(chain))
