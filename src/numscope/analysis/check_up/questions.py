"""Findings of other commands, as far as they answer what is wrong."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.advise import advise
from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.nan.ends import end_text
from numscope.analysis.nan.nonfinite import Origin, Rules, find_nonfinite
from numscope.errors import UsageError
from numscope.rules.origin_kind import OriginKind
from numscope.trace import Site, Trace
from numscope.user_code import is_user_file

_MOST = 3
# Slowness is a fault of a run that takes long, where one change would save most of it.
_LONG_NS = 2_000_000_000
_SHARE = 0.4
_MOST_FOR_ADVICE = 200_000


def nonfinite(evidence: Evidence, strict: bool = False) -> Iterator[Finding]:
    """Yield the places at which NaN and infinities began, in the order of `numscope nan`.

    strict: those that the program made, also where it dropped, replaced, masked or only looked at the values.
    """
    rules = Rules(defaults=not strict)
    try:
        report = find_nonfinite(evidence.trace, rules, _MOST, elements=1, rows=evidence.nonfinite)
    except UsageError:
        return  # no statistics: nothing can be said
    for origin in filter(_is_made if strict else _matters, report.origins):
        finding = _of_origin(origin)
        if finding is not None:
            yield finding


def slow(evidence: Evidence) -> Iterator[Finding]:
    """Yield the advice that would save most of the time of a run that takes long."""
    if len(evidence.trace) > _MOST_FOR_ADVICE or _longest_ns(evidence.trace) < _LONG_NS:
        return
    advice = advise(evidence.trace, limit=1, least_ns=_LONG_NS, least_share=_SHARE)
    for one in advice.findings:
        if is_user_file(one.file):
            share = one.cost_ns / max(1, advice.total_ns)
            yield Finding(
                "slow",
                *(one.file, one.line, one.function, one.examples[0], one.calls),
                f"{one.problem}: {one.cost_ns / 1e9:.1f} s, {share:.0%} of the time of all operations",
                one.fix,
                "advise T",
            )


def _longest_ns(trace: Trace) -> int:
    """Return what no finding can cost more than: the time from the first operation to the last, and of all of them."""
    [row] = trace.ask(
        "select coalesce(max(time_ns) - min(time_ns) + sum(duration_ns), 0)::bigint as n from operations"
    ).to_pylist()
    return int(row["n"])


def _matters(origin: Origin) -> bool:
    """Return whether anything came of it: what the program marks as missing and then leaves out is no fault."""
    return origin.kind is not OriginKind.GIVEN or origin.poisoned_results > 0


def _is_made(origin: Origin) -> bool:
    return origin.kind is not OriginKind.GIVEN


def _of_origin(origin: Origin) -> Finding | None:
    operation = origin.operation
    site = origin.site or operation.user_site or operation.site
    if site is None:
        return None
    helps = origin.cause.advice if origin.cause else ""
    return Finding(
        "nan",
        site.file,
        site.line,
        site.function,
        operation.id,
        origin.times,
        f"{_cause(origin)}{_end(origin, site)}",
        helps or "guard the operand that made it, or tell numscope it is meant: `--allow`",
        "nan T",
    )


def _cause(origin: Origin) -> str:
    """Return why, and how many there are."""
    counts = [f"{origin.nans:,} NaN"] if origin.nans else []
    counts += [f"{origin.infinities:,} Inf"] if origin.infinities else []
    if origin.cause:
        return f"{origin.cause.sentence}: {' and '.join(counts)}"
    element = next(iter(origin.elements), None)
    shown = f" ({element.value} from {', '.join(element.inputs)})" if element and element.inputs else ""
    return f"{origin.operation.name} made {' and '.join(counts)}{shown}"


def _end(origin: Origin, began: Site) -> str:
    """Return the worst that they reached, after they began at a place."""
    became = end_text(origin)
    if origin.end is None or not became:
        times = "1 later operation" if origin.poisoned == 1 else f"{origin.poisoned:,} later operations"
        return f"; {times} used them" if origin.poisoned else ""
    return f"; {became}{_place(origin.end.user_site or origin.end.site, began)}"


def _place(site: Site | None, began: Site) -> str:
    """Return where that is; the file only if it is another one."""
    return "" if site is None else f" {'in' if site.file == began.file else 'at'} {line_of(site, began)}"
