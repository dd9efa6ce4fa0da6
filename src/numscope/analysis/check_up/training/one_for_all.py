"""One row that a batch was reduced to, given to a model in the place of the batch: broadcasting hides it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.training_ledger import grouped
from numscope.user_code import is_user_file

KIND = "sample-axis"
_LEAST_STEPS = 2
_MOST_HOPS = 5
_GIVEN = """
    select call.id, call.process, call.step, call.model, p.name, p.shape, p.hash, p.address,
        coalesce(p.requires_grad, false) as learns
    from module_calls call join module_operands p on p.operation = call.id
    where not call.met and call.module = '' and call.phase = 'forward' and p.role = 'given' and p.kind = 'array'
        and len(p.shape) > 1 order by call.id, p.item
"""
_MAKER = """
    select o.id, o.user_file as file, o.user_line as line, r.shape as shape, split_part(o.name, '::', 2) as name
    from operands r join called_operations o on r.operation = o.id
    where r.hash = ? and r.address = ? and r.role in ('output', 'out') and o.id < ? and o.process = ?
        and o.parent is null order by o.id desc limit 1
"""
_TAKEN = """
    select p.shape, p.hash, p.address from operands p
    where p.operation = ? and p.role = 'input' and p.kind = 'array' and len(p.shape) > 1 order by p.position
"""

Row = dict[str, Any]


def one_for_all(evidence: Evidence) -> Iterator[Finding]:
    """Yield lines that make one row of a batch, which a model is given beside as many rows as the batch has."""
    if len(evidence.ledger.steps) < _LEAST_STEPS:
        return
    rows = evidence.trace.ask(_GIVEN).to_pylist()
    found: dict[tuple[str, int], list[tuple[Row, Row]]] = {}
    for members in grouped(rows, lambda row: (row["process"], row["step"])).values():
        most = max(row["shape"][0] for row in members)
        for row in members:
            if row["shape"][0] == 1 < most and not row["learns"]:
                maker = _reducer(evidence, row, most)
                if maker is not None and maker["file"]:
                    found.setdefault((maker["file"], maker["line"]), []).append((row, maker))
    for (file, line), pairs in found.items():
        steps = {row["step"] for row, _ in pairs}
        if len(steps) < _LEAST_STEPS or not is_user_file(file):
            continue
        row, maker = pairs[0]
        problem = (
            f"`{maker['name']}` makes 1 row of the {maker['rows']} of a batch, and {row['model']} is given it in "
            f"the place of the batch, in {len(steps):,} steps: broadcasting holds it against each of them"
        )
        fix = "keep a row for each sample"
        yield Finding(KIND, file, line, None, maker["id"], len(pairs), problem, fix, f"show T {maker['id']}")


def _reducer(evidence: Evidence, row: Row, rows: int) -> Row | None:
    """Return the operation that made one row of so many, on the way to what a model was given."""
    place, before = row, int(row["id"])
    for _ in range(_MOST_HOPS):
        given = [place["hash"], place["address"], before, row["process"]]
        makers: list[Row] = evidence.trace.ask(_MAKER, given).to_pylist()
        if not makers:
            return None
        taken = evidence.trace.ask(_TAKEN, [makers[0]["id"]]).to_pylist()
        if any(one["shape"][0] == rows for one in taken) and makers[0]["shape"][0] == 1:
            return {**makers[0], "rows": rows}
        same = next((one for one in taken if one["shape"][0] == 1 and one["hash"]), None)
        if same is None:
            return None
        place, before = same, int(makers[0]["id"])
    return None
