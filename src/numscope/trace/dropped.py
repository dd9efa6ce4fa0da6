"""What a trace no longer holds, since it was dropped while its program ran (--rotate, --last)."""

from __future__ import annotations

import time
from dataclasses import dataclass

from numscope.trace.reader import Trace

# Segments are kept from the newest back, and those around what a rule found.
_GAPS = """
    with segments as (
        select started_ns, segment, begun_before,
            lag(segment) over of_process earlier, lag(begun_before + operations) over of_process kept_before
        from processes window of_process as (partition by first_segment order by segment)
    )
    select started_ns, begun_before - coalesce(kept_before, 0) dropped
    from segments where segment > coalesce(earlier, -1) + 1
"""


@dataclass(frozen=True)
class Dropped:
    """Operations that began before since_ns, in ns since the Unix epoch, the latest such time of all processes."""

    operations: int
    since_ns: int

    def __str__(self) -> str:
        """What a command says before it answers."""
        since = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(self.since_ns // 10**9))
        return (
            f"{self.operations:,} operations that began before {since} were dropped while the program ran: "
            "what they made has no origin here"
        )


def dropped_from(trace: Trace) -> Dropped | None:
    """Return what was dropped from `trace`; None: nothing was."""
    rows = trace.ask(_GAPS).to_pylist()
    if not rows:
        return None
    return Dropped(sum(row["dropped"] for row in rows), max(row["started_ns"] or 0 for row in rows))
