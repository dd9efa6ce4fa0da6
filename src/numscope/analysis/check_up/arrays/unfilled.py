"""A buffer that is filled part by part, and read whole: the last part, shorter than the others, was never written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.training_ledger import grouped
from numscope.operations.traits import Trait
from numscope.user_code import is_user_file

KIND = "unfilled"
_LEAST_PARTS = 2
_MOST_BUFFERS = 20
_WRITES = f"""
    select o.id, o.process, p.owner, p.address, p.data_bytes as bytes, p.shape, user_file as file, user_line as line
    from called_operations o join operands p on p.operation = o.id and p.place = 0
    where o.traits & {int(Trait.ASSIGNS)} <> 0 and o.name like '%copy\\_' escape '\\' and p.kind = 'array'
        and p.data_bytes > 0 and p.owner is not null and user_visible and user_file is not null
    order by o.id
"""
# What gave the memory: its first place, all of it, and not a view of something.
_MADE = f"""
    select p.operation, p.data_bytes as bytes, p.shape from results p join operations o on p.operation = o.id
    where o.process = ? and p.owner = ? and p.address = ? and p.operation < ? and p.role = 'output'
        and o.traits & {int(Trait.VIEW)} = 0
    order by p.operation desc limit 1
"""
# What read beyond the parts, or wrote there, until the memory was given again.
_BEYOND = f"""
    with here as (
        select p.operation, p.role, o.traits & {int(Trait.VIEW)} <> 0 as view
        from operands p join operations o on p.operation = o.id
        where o.process = ? and p.owner = ? and p.operation > ? and p.operation < ? + 5000 and p.kind = 'array'
            and p.address + p.data_bytes > ? and p.address < ?
    )
    select min(operation) filter (role = 'input') as read, min(operation) filter (role <> 'input') as written
    from here where not view
"""


@dataclass
class _Run:
    """Parts of one buffer that lie one behind another, of equal sizes, written at one line."""

    parts: list[dict[str, Any]] = field(default_factory=list)

    def takes(self, row: dict[str, Any]) -> bool:
        last = self.parts[-1]
        same = all(row[key] == last[key] for key in ("process", "owner", "bytes", "shape"))
        return same and row["address"] == last["address"] + last["bytes"]

    @property
    def end(self) -> int:
        """The address behind the last part."""
        return int(self.parts[-1]["address"]) + int(self.parts[-1]["bytes"])


def unfilled(evidence: Evidence) -> Iterator[Finding]:
    """Yield lines that write a buffer in parts and leave its end as it was, which is read then."""
    rows = [row for row in evidence.trace.ask(_WRITES).to_pylist() if is_user_file(row["file"])]
    for (file, line), writes in grouped(rows, lambda row: (row["file"], row["line"])).items():
        left = [found for run in _runs(writes)[:_MOST_BUFFERS] if (found := _left(evidence, run)) is not None]
        if left:
            run, made, missing = left[0]
            problem = (
                f"{len(run.parts)} parts of {run.parts[0]['shape'][0]:,} rows fill the first {made[0] - missing:,} of "
                f"{made[0]:,} rows: the last {missing:,} keep what they held when the memory was given, and are read"
            )
            first = run.parts[0]["id"]
            yield Finding(KIND, file, line, None, first, len(left), problem, _FIX, f"show T {first}")


_FIX = "round the number of parts up: `range(0, len(x), size)`, or `-(-len(x) // size)`"


def _runs(writes: list[dict[str, Any]]) -> list[_Run]:
    runs: list[_Run] = []
    for row in writes:
        if not runs or not runs[-1].takes(row):
            runs.append(_Run())
        runs[-1].parts.append(row)
    return [run for run in runs if len(run.parts) >= _LEAST_PARTS and run.parts[0]["shape"]]


def _left(evidence: Evidence, run: _Run) -> tuple[_Run, list[int], int] | None:
    """Return how many rows of a run's buffer nobody wrote though they were read; None if that is not so."""
    first, last = run.parts[0], run.parts[-1]
    place = [first["process"], first["owner"]]
    made = evidence.trace.ask(_MADE, [*place, first["address"], first["id"]]).to_pylist()
    missing = first["address"] + made[0]["bytes"] - run.end if made else 0
    if not 0 < missing < first["bytes"] or len(made[0]["shape"]) != len(first["shape"]):
        return None
    end = run.end + missing
    beyond = evidence.trace.ask(_BEYOND, [*place, last["id"], last["id"], run.end, end]).to_pylist()[0]
    if beyond["read"] is None or (beyond["written"] is not None and beyond["written"] <= beyond["read"]):
        return None
    rows = missing * first["shape"][0] // first["bytes"]
    return run, made[0]["shape"], rows
