"""Nodes of the backward graph that changed with the forward operation that they belong to: one change, not two."""

from __future__ import annotations

from collections.abc import Sequence

from numscope.analysis.diff.pairs import Lone
from numscope.analysis.diff.rows import DiffRows
from numscope.trace import Trace

_FORWARD = """
    select operation, forward from modules
    where forward is not null and operation in (select unnest(?::bigint[]))
"""
# Of what was paired with itself the backward node may differ for a reason of its own.
_KINDS = ("replaced", "removed", "inserted")


def backward_of_changes(
    changes: Sequence[Lone], rows: tuple[DiffRows, DiffRows], traces: tuple[Trace, Trace]
) -> set[Lone]:
    """Return those of the changes that are nodes of operations among the changes, in each run that has them."""
    own = [one for one in changes if one.kind in _KINDS]
    ids = [
        {one: int(some.ids[row]) for one in own if (row := (one.first, one.second)[side]) is not None}
        for side, some in enumerate(rows)
    ]
    follows = set(own)
    for trace, of_run in zip(traces, ids, strict=True):
        nodes = trace.ask(_FORWARD, [list(of_run.values())]).to_pylist() if of_run else []
        forward = {row["operation"]: row["forward"] for row in nodes}
        changed = set(of_run.values())
        follows -= {one for one, number in of_run.items() if forward.get(number) not in changed}
    return follows
