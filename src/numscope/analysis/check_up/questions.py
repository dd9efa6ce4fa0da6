"""Findings of other commands, as far as they answer what is wrong."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.nan.nonfinite import Origin, find_nonfinite
from numscope.errors import UsageError
from numscope.rules.origin_kind import OriginKind

_MOST = 3


def nonfinite(evidence: Evidence) -> Iterator[Finding]:
    """Yield the places at which NaN and infinities began, in the order of `numscope nan`."""
    try:
        report = find_nonfinite(evidence.trace, limit=_MOST, elements=1)
    except UsageError:
        return  # no statistics: nothing can be said
    for origin in filter(_matters, report.origins):
        finding = _of_origin(origin)
        if finding is not None:
            yield finding


def _matters(origin: Origin) -> bool:
    """Return whether anything came of it: what the program marks as missing and then leaves out is no fault."""
    return origin.kind is not OriginKind.GIVEN or origin.poisoned_results > 0


def _of_origin(origin: Origin) -> Finding | None:
    operation = origin.operation
    site = getattr(origin, "site", None) or operation.user_site or operation.site
    if site is None:
        return None
    counts = [f"{origin.nans:,} NaN"] if origin.nans else []
    counts += [f"{origin.infinities:,} Inf"] if origin.infinities else []
    element = next(iter(origin.elements), None)
    shown = f" ({element.value} from {', '.join(element.inputs)})" if element and element.inputs else ""
    problem = f"{operation.name} made {' and '.join(counts)}{shown}; {origin.poisoned:,} later operations met it"
    return Finding(
        "nan",
        site.file,
        site.line,
        site.function,
        operation.id,
        origin.times,
        problem,
        "guard the operand that made it, or tell numscope it is meant: `--allow`",
        "nan T",
    )
