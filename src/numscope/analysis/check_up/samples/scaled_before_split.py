"""Means and deviations of all rows, by which they are scaled before they are split into training and test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.user_code import is_user_file

KIND = "data"
_LEAST_ROWS = 20
# Statistics of the columns of an array.
_COLUMNS = """
    select o.id, o.process, o.user_file as file, o.user_line as line, p.shape as whole, p.address, p.hash,
        r.hash as result, r.address as result_at, split_part(o.name, '::', 2) as name
    from operands p join called_operations o on p.operation = o.id
        join operands r on r.operation = o.id and r.role = 'output' and r.kind = 'array'
    where split_part(o.name, '::', 2) in ('mean', 'std', 'var', 'amax', 'amin') and o.user_visible and not o.in_library
        and p.position = 0 and p.role = 'input' and p.kind = 'array' and len(p.shape) = 2 and p.shape[1] >= ?
        and list_product(r.shape) = p.shape[2] and user_file is not null and o.id < ?
    order by o.id
"""
# What is computed of an array and those statistics, and has its shape.
_SCALED = """
    select r.address, o.id from operands s join called_operations o on s.operation = o.id
        join operands r on r.operation = o.id and r.role = 'output' and r.kind = 'array' and r.shape = ?
    where s.hash = ? and s.address = ? and s.role = 'input' and o.id > ? and o.process = ? order by o.id limit 1
"""
_NEXT = """
    select r.address, o.id from operand_layouts p join called_operations o on p.operation = o.id
        join operand_layouts r on r.operation = o.id and r.role = 'output' and r.kind = 'array' and r.shape = p.shape
    where p.address = ? and p.shape = ? and p.role = 'input' and o.id > ? and o.process = ? and o.user_visible
    order by o.id limit 1
"""
# Parts of it along the first axis that follow each other.
_PARTS = """
    select o.id, r.address, r.shape from operand_layouts p join called_operations o on p.operation = o.id
        join operand_layouts r on r.operation = o.id and r.role = 'output' and r.kind = 'array'
    where split_part(o.name, '::', 2) in ('slice', 'index', 'split') and p.address = ? and p.shape = ?
        and p.role = 'input' and o.id > ? and o.process = ? and r.shape[1] < p.shape[1] and o.user_visible
    order by o.id
"""
_GIVEN = """
    select call.id from module_calls call join module_operands p on p.operation = call.id
    where not call.met and call.module = '' and p.role = 'given' and p.address = ? and p.shape = ? and call.process = ?
    order by call.id
"""

Row = dict[str, Any]


def scaled_before_split(evidence: Evidence) -> Iterator[Finding]:
    """Yield lines that take means and deviations of rows that the trained model is tested with."""
    steps = evidence.ledger.steps
    if not steps:
        return
    told: set[tuple[str, int]] = set()
    for row in evidence.trace.ask(_COLUMNS, [_LEAST_ROWS, steps[0].operation]).to_pylist():
        place = row["file"], row["line"]
        if place in told or not is_user_file(row["file"]):
            continue
        tested = _tested(evidence, row, steps[-1].operation)
        if tested:
            told.add(place)
            whole = row["whole"][0]
            problem = (
                f"`{row['name']}` is of all {whole:,} rows, by which they are scaled, also the {tested:,} that the "
                "model is tested with after the last step: the test knows them already"
            )
            fix = "take means and deviations of the rows to train with, and scale all rows by them"
            yield Finding(KIND, *place, None, row["id"], 1, problem, fix, f"show T {row['id']}")


def _tested(evidence: Evidence, row: Row, last: int) -> int:
    """Return how many of the scaled rows a model is given after the last step only, others being trained on."""
    trace, shape, process = evidence.trace, row["whole"], row["process"]
    scaled = trace.ask(_SCALED, [shape, row["result"], row["result_at"], row["id"], process]).to_pylist()
    trained, tested = False, 0
    for _ in range(3):  # the mean is taken away, and what is left divided
        if not scaled:
            break
        for part in trace.ask(_PARTS, [scaled[0]["address"], shape, scaled[0]["id"], process]).to_pylist():
            given = trace.ask(_GIVEN, [part["address"], part["shape"], process])["id"].to_pylist()
            trained = trained or any(one < last for one in given)
            if given and given[0] > last:
                tested = int(part["shape"][0])
        scaled = trace.ask(_NEXT, [scaled[0]["address"], shape, scaled[0]["id"], process]).to_pylist()
    return tested if trained else 0
