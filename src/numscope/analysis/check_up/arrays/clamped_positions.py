"""Positions that a table does not have, and that are clamped to its last row."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.line_names import place_beside
from numscope.analysis.concepts.training_ledger import grouped
from numscope.user_code import is_user_file

KIND = "position"
# Of positions 0, 1, ... the first ones are left as they are. Distances to both sides are limited on purpose.
_CLAMPED = """
    select o.id, o.process, o.user_file as file, o.user_line as line, p.maximum as last, high.integer as most
    from operand_contents p join called_operations o on p.operation = o.id
        join operand_layouts high on high.operation = o.id and high.role = 'argument' and high.name = 'max'
        join operand_layouts r on r.operation = o.id and r.role = 'output' and r.kind = 'array'
    where split_part(o.name, '::', 2) in ('clamp', 'clamp_max') and p.position = 0 and p.kind = 'array'
        and p.role = 'input' and p.dtype like 'int%' and p.minimum = 0 and p.maximum > high.integer
        and p.maximum + 1 = list_last(p.shape) and list_product(p.shape) = list_last(p.shape)
        and o.user_file is not null
    order by o.id
"""
_LOOKED_UP = """
    select o.user_file as file, o.user_line as line, t.shape[1] as rows
    from operands p join called_operations o on p.operation = o.id
        join operand_layouts t on t.operation = o.id and t.position = 0 and t.role = 'input'
    where split_part(o.name, '::', 2) in ('embedding', 'index', 'index_select') and p.role = 'input'
        and p.hash = ? and p.operation > ? and o.process = ? and t.address <> ? limit 1
"""


def clamped_positions(evidence: Evidence) -> Iterator[Finding]:
    """Yield lines that clamp positions 0, 1, ... to the last row of the table in which they are looked up."""
    rows = evidence.trace.ask(_CLAMPED).to_pylist()
    for (file, line), calls in grouped(rows, lambda row: (row["file"], row["line"])).items():
        first, longest = calls[0], max(calls, key=lambda row: float(row["last"]))
        made = evidence.fetch([first["id"]])[0].outputs[0]
        given = [made.hash, first["id"], first["process"], made.address]
        tables = evidence.trace.ask(_LOOKED_UP, given).to_pylist()
        if not is_user_file(file) or not tables or tables[0]["rows"] != first["most"] + 1:
            continue
        where = place_beside(tables[0]["file"], tables[0]["line"], file)
        problem = (
            f"the table of {where} has {tables[0]['rows']:,} rows, and a sequence has up to "
            f"{int(longest['last']) + 1:,} places: in {len(calls):,} calls all places beyond are given the last row"
        )
        fix = "stop at the length that the model has, or keep the last places only: `words[:, -length:]`"
        yield Finding(KIND, file, line, None, first["id"], len(calls), problem, fix, f"show T {first['id']}")
