"""All checks together: the findings that are worth a change, costliest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from numscope.analysis.advise.blas_inputs import blas_inputs
from numscope.analysis.advise.copies import copies
from numscope.analysis.advise.element_loops import element_loops
from numscope.analysis.advise.evidence import Evidence
from numscope.analysis.advise.finding import Finding
from numscope.analysis.advise.growing import growing
from numscope.analysis.advise.identical_calls import identical_calls
from numscope.analysis.advise.object_arrays import object_arrays
from numscope.analysis.advise.promotion import promotion
from numscope.analysis.advise.reductions import reductions
from numscope.analysis.advise.row_loops import row_loops
from numscope.analysis.advise.step_temporaries import step_temporaries
from numscope.analysis.advise.temporaries import temporaries
from numscope.analysis.advise.tiny_loops import tiny_loops
from numscope.errors import UsageError
from numscope.trace import Operation, Trace

_CHECKS: dict[str, Callable[[Evidence], Iterable[Finding]]] = {
    "copy": copies,
    "reduction": reductions,
    "temporary": temporaries,
    "step-temporary": step_temporaries,
    "promotion": promotion,
    "tiny-loop": tiny_loops,
    "element-loop": element_loops,
    "row-loop": row_loops,
    "identical": identical_calls,
    "growing": growing,
    "object": object_arrays,
    "blas-input": blas_inputs,
}
KINDS = tuple(_CHECKS)

# A fault that costs less is nobody's concern: 1 ms, and two parts in a hundred of what all operations took.
_LEAST_NS = 1_000_000
_LEAST_SHARE = 0.02


@dataclass(frozen=True)
class Advice:
    """The costliest findings first. found: how many there are; total_ns: time of all the program's own operations.

    nonfinite: the operation that first made NaN or infinities that were not meant, where that was asked too: it
    matters more than time.
    """

    findings: tuple[Finding, ...]
    found: int
    by_kind: dict[str, int]
    operations: int
    total_ns: int
    nonfinite: Operation | None = None


def advise(
    trace: Trace,
    limit: int = 10,
    kinds: tuple[str, ...] = (),
    least_ns: int = _LEAST_NS,
    least_share: float = _LEAST_SHARE,
) -> Advice:
    """Look for what makes the recorded program slow; kinds: look for these only.

    Findings that cost less than `least_ns`, or than `least_share` of the time of all the program's own operations, are
    left out. Raises UsageError for a kind that is not known.
    """
    for kind in kinds:
        if kind not in _CHECKS:
            raise UsageError(f"there is no advice of the kind {kind!r}; known are {', '.join(KINDS)}.")
    evidence = Evidence(trace)
    least = max(least_ns, least_share * evidence.total_ns)
    found = [
        finding
        for kind in kinds or KINDS
        for finding in _by_line(_CHECKS[kind](evidence))
        if finding.cost_ns >= least
    ]
    found = _said_once(found)
    found.sort(key=lambda finding: (-finding.cost_ns, finding.file, finding.line))
    counts = Counter(finding.kind for finding in found)
    shown = (replace(one, source=trace.sources.line(one.file, one.line)) for one in found[:limit])
    return Advice(
        tuple(shown),
        len(found),
        {kind: counts[kind] for kind in KINDS if counts[kind]},
        len(trace),
        evidence.total_ns,
    )


def _said_once(findings: list[Finding]) -> list[Finding]:
    """Leave out arrays made in each step where an input could take the result, which is the simpler change."""
    simpler = {(finding.file, finding.line) for finding in findings if finding.kind == "temporary"}
    return [
        finding
        for finding in findings
        if finding.kind != "step-temporary" or (finding.file, finding.line) not in simpler
    ]


def _by_line(findings: Iterable[Finding]) -> list[Finding]:
    """Findings of one line that say the same become one."""
    merged: dict[tuple[object, ...], Finding] = {}
    for finding in findings:
        key = (finding.file, finding.line, finding.problem, finding.fix)
        before = merged.get(key)
        merged[key] = (
            finding
            if before is None
            else replace(
                before,
                operations=tuple(dict.fromkeys(before.operations + finding.operations)),
                calls=before.calls + finding.calls,
                cost_ns=before.cost_ns + finding.cost_ns,
                cost_bytes=before.cost_bytes + finding.cost_bytes,
                examples=(before.examples + finding.examples)[:3],
            )
        )
    return list(merged.values())
