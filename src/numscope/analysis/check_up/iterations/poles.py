"""Roots that are poles: where a function jumps from one sign to the other, halving the interval ends at the jump."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import WITHOUT_POLES
from numscope.trace import Operation

KIND = "convergence"
_SEARCHES = ("brentq", "brenth", "bisect", "ridder")
_GROWN = 1e3
# The solver looks at each value whether it is a number.
_VALUES = """
    select coalesce(p.real, p.integer, p.minimum)::double as number
    from called_operations o join operand_contents p on p.operation = o.id
    where o.parent = ? and o.in_library and o.name like '%isnan' and p.role = 'input' order by o.id
"""


def poles(evidence: Evidence) -> Iterator[Finding]:
    """Yield the searches at whose end the function is a thousand times farther from 0 than where they began."""
    found: set[int] = set()
    for call, operation in in_order(evidence, _SEARCHES):
        ends = None if call.id in found else _ends(evidence, operation)
        if ends is not None:
            found.add(call.id)
            problem = (
                f"`{last_name(operation)}` ends where the function is {ends[1]:.3g}, farther from 0 than "
                f"the {ends[0]:.3g} "
                "at which it began: it changes its sign by a jump there, and has no root"
            )
            yield finding_of(KIND, call, operation.id, 1, problem, WITHOUT_POLES)


def _ends(evidence: Evidence, operation: Operation) -> tuple[float, float] | None:
    """Return the sizes of a function at the first and at the last numbers, where they have grown."""
    numbers = evidence.trace.ask(_VALUES, [operation.id])["number"].to_pylist()
    values = [abs(one) for one in numbers if one is not None]
    if len(values) < 6 or not max(values[:2]):
        return None
    first, last = max(values[:2]), min(values[-2:])
    return (first, last) if last > _GROWN * first else None
