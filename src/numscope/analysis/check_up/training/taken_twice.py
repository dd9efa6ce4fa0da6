"""Parts of a layer's result that are taken twice, while the others are read nowhere: mean and spread from one half."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.training_ledger import grouped
from numscope.user_code import is_user_file

KIND = "unread"
_LEAST_CALLS = 2
_MOST_LOOKED_AT = 3
# Slices along the last axis of what needs a gradient, called by the program itself.
_SLICES = """
    select o.id, o.process, o.user_file as file, o.user_line as line, whole.owner, whole.shape,
        whole.data_bytes as bytes, part.address as address, part.shape as taken, first.integer as start
    from called_operations o
        join operand_layouts whole on whole.operation = o.id and whole.place = 0 and whole.role = 'input'
        join operand_layouts part on part.operation = o.id and part.role = 'output' and part.kind = 'array'
        join operand_layouts axis on axis.operation = o.id and axis.role = 'argument' and axis.name = 'dim'
        join operand_layouts first on first.operation = o.id and first.role = 'argument' and first.name = 'start'
        join attributes learns on learns.operation = o.id and learns.place = 0 and learns.name = 'requires_grad'
    where split_part(o.name, '::', 2) = 'slice' and o.user_visible and o.user_file is not null
        and len(whole.shape) >= 2 and axis.integer in (-1, len(whole.shape) - 1)
        and list_last(part.shape) < list_last(whole.shape)
    order by o.id
"""
# What reads this memory until it is given to another result, or until the line runs again.
_READ = """
    with given as (
        select min(w.operation) as id from operand_layouts w where w.address = ? and w.role = 'output'
            and w.operation > ? and not exists (select 1 from operand_layouts i where i.operation = w.operation
                and i.role = 'input' and i.owner = w.owner))
    select distinct p.address, p.shape, o.name from operand_layouts p join called_operations o on p.operation = o.id
    where p.address >= ? and p.address < ? and p.role = 'input' and o.process = ? and p.operation > ?
        and p.operation < least(coalesce((select id from given), ?), ?)
"""


def taken_twice(evidence: Evidence) -> Iterator[Finding]:
    """Yield slices of a result that an earlier line has taken as well, if nothing reads the result's other columns."""
    rows = [row for row in evidence.trace.ask(_SLICES).to_pylist() if is_user_file(row["file"])]
    pairs = [
        (one, other)
        for one, other in pairwise(rows)
        if all(one[key] == other[key] for key in ("process", "owner", "address", "taken", "file"))
        and one["line"] != other["line"]
    ]
    for (file, line), same in grouped(pairs, lambda pair: (pair[1]["file"], pair[1]["line"])).items():
        turns = pairwise([one for one, _ in same][: _MOST_LOOKED_AT + 1])
        if len(same) < _LEAST_CALLS or not all(_is_rest_unread(evidence, *turn) for turn in turns):
            continue
        one, other = same[0]
        width, count = one["shape"][-1], one["taken"][-1]
        start = one["start"] or 0
        problem = (
            f"this line takes columns {start} to {start + count - 1} of {width}, as line {one['line']} does, in "
            f"{len(same):,} calls: the other {width - count} columns are read nowhere and learn nothing"
        )
        fix = "take the other part here, or make the layer as wide as what is read of it"
        yield Finding(KIND, file, line, None, other["id"], len(same), problem, fix, f"show T {other['id']}")


def _is_rest_unread(evidence: Evidence, row: dict[str, Any], again: dict[str, Any]) -> bool:
    """Return whether all that reads a result from its first slice on, until the line runs again, reads this slice."""
    start, until = row["address"], again["id"]
    given = [start, row["id"], start, start + row["bytes"], row["process"], row["id"], until, until]
    readers = evidence.trace.ask(_READ, given).to_pylist()
    same = [one for one in readers if one["address"] == start]
    return len(same) == len(readers) and all(
        one["shape"] == row["taken"] or one["name"].endswith(("::slice", "::as_strided")) for one in same
    )
