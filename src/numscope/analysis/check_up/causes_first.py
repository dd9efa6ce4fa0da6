"""Findings in which NaN comes of another finding: numbers that a cast or a going round had spoilt come first."""

from __future__ import annotations

from numscope.analysis.check_up.evidence import Evidence, reached
from numscope.analysis.check_up.finding import Finding

_SPOILS = ("cast", "wrap-around")
_HOPS = 4


def causes_first(evidence: Evidence, findings: list[Finding]) -> list[Finding]:
    """Return the findings in an order in which what spoilt the operands of a NaN stands before it."""
    for place, finding in enumerate(findings):
        if finding.kind != "nan":
            continue
        earlier = [
            one for one in findings[place + 1 :] if one.kind in _SPOILS and one.operation < finding.operation
        ]
        cause = next((one for one in earlier if _leads_to(evidence, one, finding)), None)
        if cause is not None:
            rest = [one for one in findings if one is not cause]
            return [*rest[:place], cause, *rest[place:]]
    return findings


def _leads_to(evidence: Evidence, cause: Finding, finding: Finding) -> bool:
    """Return whether what an operation of one line made flows into the line at which NaN begins."""
    start = evidence.fetch([cause.operation])
    sites = (later.user_site or later.site for later in reached(evidence, start[0], _HOPS)) if start else ()
    return any(site is not None and (site.file, site.line) == (finding.file, finding.line) for site in sites)
