"""Which rows of the data each batch takes: new ones, or some that it took before it had taken all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.concepts.kept_values import value_of
from numscope.analysis.concepts.training_ledger import Ledger, grouped
from numscope.analysis.learn.observation import Observation, observed

_MOST = 2000
_TAKEN = """
    select o.id, o.process, coalesce(step.integer, 0) as step, o.user_file as file, o.user_line as line,
        p.hash as base, p.shape[1] as whole, i.hash as rows
    from operands p join called_operations o on p.operation = o.id
        join operands i on i.operation = o.id and i.role = 'input' and i.position = 1
        left join attributes step on step.operation = o.id and step.place is null and step.name = 'step'
    where split_part(o.name, '::', 2) in ('index', 'index_select') and o.user_visible and not o.in_library
        and p.position = 0 and p.role = 'input' and p.kind = 'array' and p.hash is not null and i.kind = 'array'
        and i.dtype like 'int%' and i.hash is not null and len(i.shape) = 1 and user_file is not null
        and o.id > (select min(id) from module_calls) - 10
    order by o.id
"""


def rows_taken(ledger: Ledger) -> Iterator[Observation]:
    """Yield of each line that takes rows of the data whether it had taken one of them before all were taken."""
    calls = ledger.trace.ask(_TAKEN).to_pylist()
    if len(calls) > _MOST:
        return
    lists = _lists(ledger, calls)
    for same in grouped(
        calls, lambda row: (row["process"], row["file"], row["line"], row["base"], row["whole"])
    ).values():
        taken: set[int] = set()
        for row in same:
            rows = lists.get(row["rows"])
            if rows is None:
                break
            if len(taken) + len(rows) > row["whole"]:
                taken = set()
            again = bool(taken & rows)
            taken |= rows
            value = "some that were taken before all were" if again else "rows that were not taken before"
            yield observed("rows", "each batch", value, row)


def _lists(ledger: Ledger, calls: list[dict[str, Any]]) -> dict[str, set[int]]:
    """Return the lists of numbers that are kept, by their hashes."""
    wanted = {row["rows"]: row["id"] for row in calls}
    found: dict[str, set[int]] = {}
    for operation in ledger.trace.operations.fetch(wanted.values()):
        for operand in operation.operands:
            if operand.hash is not None and operand.hash in wanted and operand.role == "input":
                value = value_of(operand)
                if value is not None:
                    found[operand.hash] = set(np.asarray(value).ravel().tolist())
    return found
