"""Which rows of the data a training uses: the same few in each step, or those that it is tested with."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.kept_values import value_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.analysis.concepts.training_ledger import grouped
from numscope.user_code import is_user_file

KIND = "data"
_LEAST_STEPS = 5
_FEWEST_ROWS = 10
_MOST_CALLS = 400
# Slices along the first axis of arrays, by line. What a layer takes is no data: a table of positions is longer than
# most sequences.
_SLICES = """
    select o.id, o.process, o.user_file as file, o.user_line as line, p.address, p.shape as whole, r.address as begins,
        r.shape as part
    from operand_layouts p join called_operations o on p.operation = o.id
        join operand_layouts r on r.operation = o.id and r.role = 'output' and r.kind = 'array'
        left join modules m on m.operation = o.id
    where m.model is null and split_part(o.name, '::', 2) = 'slice' and o.user_visible and not o.in_library
        and p.role = 'input' and p.kind = 'array'
        and p.shape[1] > r.shape[1] and len(p.shape) = len(r.shape) and user_file is not null
    order by o.id
"""
_READ = """
    select count(*) n from operand_layouts p join called_operations o on p.operation = o.id
    where o.process = ? and p.address = ? and p.shape = ? and p.role in ('input', 'mutated') and o.user_line <> ?
        and o.id > ?
"""
# Rows taken by a list of numbers, by the content of the array they are taken of: its memory may have been another's.
_TAKEN = """
    select o.id, o.process, o.user_file as file, o.user_line as line, p.hash as data, i.hash as rows
    from operands p join called_operations o on p.operation = o.id
        join operands i on i.operation = o.id and i.role = 'input' and i.place = p.place + 1
    where split_part(o.name, '::', 2) in ('index', 'index_select') and o.user_visible and not o.in_library
        and p.place = 0 and p.kind = 'array' and p.hash is not null and i.kind = 'array' and i.dtype like 'int%'
        and i.hash is not null and len(i.shape) = 1 and user_file is not null
    order by o.id
"""
_MAKER = """
    select o.id, o.user_file as file, o.user_line as line from operands p join called_operations o on p.operation = o.id
    where p.hash = ? and p.role = 'output' and o.id < ? and user_file is not null and o.user_visible
    order by o.id desc limit 1
"""


def data_rows(evidence: Evidence) -> Iterator[Finding]:
    """Yield lines that take the same rows in each step, and rows to test with that were trained on."""
    if len(evidence.ledger.steps) >= _LEAST_STEPS:
        yield from _always_the_same(evidence)
        yield from _tested_and_trained(evidence)


def _always_the_same(evidence: Evidence) -> Iterator[Finding]:
    rows = evidence.trace.ask(_SLICES).to_pylist()
    steps = len(evidence.ledger.steps)
    for (file, line), calls in grouped(rows, lambda row: (row["file"], row["line"])).items():
        first = calls[0]
        ours = [row for row in calls if row["address"] == first["address"]]
        places = {(row["begins"], tuple(row["part"])) for row in ours}
        if len(ours) < steps or len(places) > 1 or not is_user_file(file):
            continue
        known = [row for row in rows if row["address"] == first["address"] and row["line"] != line]
        given = [first["process"], first["address"], first["whole"], line, first["id"]]
        if known or evidence.trace.ask(_READ, given)["n"].to_pylist()[0]:
            continue
        whole, part = first["whole"][0], first["part"][0]
        problem = (
            f"takes the same {part:,} of {whole:,} rows each time, {len(ours):,} times in {steps:,} steps: the other "
            f"{whole - part:,} are never read"
        )
        fix = "let the slice begin at `step * size`, or draw the rows of each batch"
        place = _bounds_line(evidence, file, line) or line
        yield Finding(KIND, file, place, None, first["id"], len(ours), problem, fix, f"show T {first['id']}")


def _bounds_line(evidence: Evidence, file: str, line: int) -> int | None:
    """Return the line that makes the slice with which a line takes rows, if it has a name."""
    text = evidence.trace.sources.text(file) or ""
    node, around = sources.statement(text, line), sources.function_around(text, line)
    if node is None or around is None:
        return None
    names = {
        one.slice.id
        for one in ast.walk(node)
        if isinstance(one, ast.Subscript) and isinstance(one.slice, ast.Name)
    }
    made = [
        one.lineno
        for one in ast.walk(around)
        if isinstance(one, ast.Assign)
        and names & {target for side in one.targets for target in sources.names_in(side)}
    ]
    return made[-1] if made else None


def _tested_and_trained(evidence: Evidence) -> Iterator[Finding]:
    """Yield index lists of rows that are only in part new: neither all trained on nor none."""
    last = max(step.operation for step in evidence.ledger.steps)
    rows = evidence.trace.ask(_TAKEN).to_pylist()
    for calls in grouped(rows, lambda row: (row["process"], row["data"])).values():
        trained = [row for row in calls if row["id"] < last]
        tested = [row for row in calls if row["id"] > last]
        if not trained or not tested or len(calls) > _MOST_CALLS:
            continue
        used, new = _rows(evidence, trained), _rows(evidence, tested)
        both = np.intersect1d(used, new)
        if min(len(used), len(new)) < _FEWEST_ROWS or len(both) in (0, len(new), len(used)):
            continue
        first = tested[0]
        made = evidence.trace.ask(_MAKER, [first["rows"], first["id"]]).to_pylist()
        place = made[0] if made else first
        if is_user_file(place["file"]):
            taken = place_beside(first["file"], first["line"], place["file"])
            problem = (
                f"{len(both):,} of the {len(new):,} rows that {taken} takes after the training were "
                "trained on: the test tells little about new rows"
            )
            fix = "split one permutation: `order[:n]` to train with, `order[n:]` to test with"
            yield Finding(
                KIND,
                place["file"],
                place["line"],
                None,
                first["id"],
                len(tested),
                problem,
                fix,
                f"show T {first['id']}",
            )


def _rows(evidence: Evidence, calls: list[dict[str, Any]]) -> Any:
    """Return the numbers of the rows that were taken, each once; none where they are not kept."""
    wanted = {row["rows"]: row["id"] for row in calls}
    found = []
    for operation in evidence.fetch(wanted.values()):
        index = [one for one in operation.operands if one.hash in wanted and one.role == "input"]
        values = [value for one in index if (value := value_of(one)) is not None]
        found += [np.asarray(value).ravel() for value in values]
    return np.unique(np.concatenate(found)) if found else np.zeros(0, np.int64)
