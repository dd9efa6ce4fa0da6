"""Layers that are made and given to an optimiser, and whose weights no operation reads: they learn nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.syntax import parsed
from numscope.user_code import is_user_file

KIND = "parameter"
_LEAST_STEPS = 2
# What fills the weights of new layers, and what a parameter is made of.
_FILLED = """
    select o.user_file as file, o.user_line as line, list(distinct p.address) as addresses, min(o.id) as id,
        max(o.id) as last
    from called_operations o join operand_layouts p on p.operation = o.id and p.kind = 'array'
        and p.role in ('mutated', 'output') and p.address is not null
    where split_part(o.name, '::', 2) in ('uniform_', 'normal_', 'ones', 'zeros', 'randn', 'rand', 'full')
        and o.user_file is not null and o.id < ?
    group by all order by id
"""
_READ = """
    select 1 from operand_layouts p join called_operations o on p.operation = o.id
    where p.address in (select unnest(?::ubigint[])) and p.operation > ? and p.role = 'input'
        and o.user_line <> ? limit 1
"""


def never_called(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that make a layer of which an optimiser has the parameters, and nothing reads them."""
    steps = evidence.ledger.steps
    if len(steps) < _LEAST_STEPS:
        return
    for row in evidence.trace.ask(_FILLED, [steps[0].operation]).to_pylist():
        text = evidence.trace.sources.text(row["file"]) or ""
        name = _made(text, row["line"]) if is_user_file(row["file"]) else None
        if name is None or not _is_given(text, name, row["line"]):
            continue
        if evidence.trace.ask(_READ, [row["addresses"], row["last"], row["line"]]).num_rows:
            continue
        problem = (
            f"`{name}` is given to the optimiser, and no operation reads its weights: none of {len(steps):,} steps "
            "changes them"
        )
        yield Finding(KIND, row["file"], row["line"], None, row["id"], 1, problem, _FIX, "summary T")


_FIX = "call it where it is meant, or do not make it"


def _made(text: str, line: int) -> str | None:
    """Return the name that a line binds to a new layer or parameter: to what a class makes."""
    node = sources.statement(text, line)
    if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call) or len(node.targets) != 1:
        return None
    called = node.value.func
    kind = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    target = node.targets[0]
    return target.id if isinstance(target, ast.Name) and kind[:1].isupper() else None


def _is_given(text: str, name: str, line: int) -> bool:
    """Return whether a statement puts the name among parameters."""
    return any(
        isinstance(node, (ast.Assign, ast.Expr, ast.AugAssign, ast.Return))
        and node.lineno > line
        and name in sources.names_read(node)
        and any(isinstance(one, ast.Attribute) and one.attr == "parameters" for one in ast.walk(node))
        for node in ast.walk(parsed(text))
    )
