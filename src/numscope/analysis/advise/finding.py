"""One piece of advice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from numscope.trace import Operation


@dataclass(frozen=True)
class Finding:
    """A fault of one line of the program, what it cost in the recorded run, and what to do.

    kind: one of KINDS. operations: names of the operations at fault. calls: how many of them.
    cost_ns, cost_bytes: as measured in the trace; cost: of what they are. problem, fix: in words.
    examples: ids of some of the calls, the costliest or the first ones. source: the line's text.
    """

    kind: str
    operations: tuple[str, ...]
    file: str
    line: int
    function: str | None
    calls: int
    cost_ns: int
    cost_bytes: int
    cost: str
    problem: str
    fix: str
    examples: tuple[int, ...]
    source: str = ""


@dataclass(frozen=True)
class Wording:
    """What a finding says. cost: what cost_ns and cost_bytes are of."""

    kind: str
    cost: str
    problem: str
    fix: str


def finding_of(operations: Sequence[Operation], wording: Wording, cost_bytes: int) -> Finding:
    """A finding about `operations`, all called from one line; it costs what they took themselves and inside."""
    site = operations[0].user_site
    assert site is not None, "only operations called from the program's own lines are looked at"
    costliest = sorted(operations, key=lambda operation: -(operation.duration_ns or 0))
    return Finding(
        kind=wording.kind,
        operations=tuple(dict.fromkeys(operation.name for operation in operations)),
        file=site.file,
        line=site.line,
        function=site.function,
        calls=len(operations),
        cost_ns=sum(operation.duration_ns or 0 for operation in operations),
        cost_bytes=cost_bytes,
        cost=wording.cost,
        problem=wording.problem,
        fix=wording.fix,
        examples=tuple(operation.id for operation in costliest[:3]),
    )
