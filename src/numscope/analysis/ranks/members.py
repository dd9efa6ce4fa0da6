"""The ranks of a trace: which process computes for each."""

from __future__ import annotations

from dataclasses import dataclass

from numscope.trace import Trace

_ROWS = """
select first_segment process, any_value(rank) rank, any_value(world_size) world_size, any_value(host) host,
    any_value(launcher) launcher, sum(operations)::bigint operations, min(started_ns) started_ns,
    max(ended_ns) ended_ns, bool_or(worker is not null) worker
from processes where rank is not null group by first_segment order by rank, worker, operations desc
"""


@dataclass(frozen=True)
class Member:
    """One rank and its process. ended: it ended in an orderly way.

    inside: the operation that had not ended when the process died, and file and line of it.
    """

    rank: int
    process: int
    world_size: int | None
    host: str | None
    launcher: str | None
    operations: int
    ended: bool
    inside: tuple[str, str | None] | None = None


_UNFINISHED = """
select process, arg_min(name, id) as name, arg_min(user_file, id) file, arg_min(user_line, id) line
from operations where unfinished group by process
"""


def members(trace: Trace) -> dict[int, Member]:
    """Return the processes that compute for the ranks, by rank; of several the one with the most operations."""
    found: dict[int, Member] = {}
    inside = {
        row["process"]: (row["name"], f"{row['file']}:{row['line']}" if row["file"] else None)
        for row in trace.ask(_UNFINISHED).to_pylist()
    }
    for row in trace.ask(_ROWS).to_pylist():
        # A pool may have started the ranks themselves: a worker stands for its rank if no other process does.
        if row["rank"] in found:
            continue
        found[row["rank"]] = Member(
            row["rank"],
            row["process"],
            row["world_size"],
            row["host"],
            row["launcher"],
            row["operations"],
            row["ended_ns"] is not None,
            inside.get(row["process"]),
        )
    return found
