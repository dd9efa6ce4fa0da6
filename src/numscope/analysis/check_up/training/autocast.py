"""Mixed precision that is asked for and has no effect: no product of the forward pass runs in half precision."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.syntax import parsed
from numscope.user_code import is_user_file

KIND = "mode"
_LEAST_PRODUCTS = 2
# The outermost products of the forward pass: what autocast runs in half precision.
_PRODUCTS = """
    select o.id, r.dtype from called_operations o
        join operand_layouts r on r.operation = o.id and r.role = 'output' and r.kind = 'array'
        left join attributes phase on phase.operation = o.id and phase.place is null and phase.name = 'phase'
    where split_part(o.name, '::', 2) in ('linear', 'matmul', 'mm', 'bmm', 'addmm', 'conv1d', 'conv2d', 'conv3d')
        and o.parent is null and phase.text is null and r.dtype in ('float32', 'bfloat16', 'float16')
    order by o.id
"""
_RAN = "select count(*) as n from called_operations where user_file = ? and user_line between ? and ?"


class _Region(NamedTuple):
    line: int
    end: int
    off: bool


def autocast(evidence: Evidence) -> Iterator[Finding]:
    """Yield regions of autocast in which everything is computed in full precision."""
    sources = evidence.trace.sources
    for file in filter(is_user_file, sources.files()):
        regions = list(_regions(sources.text(file) or ""))
        on = [one for one in regions if not one.off and _ran(evidence, file, one)]
        if not on:
            continue
        products = evidence.trace.ask(_PRODUCTS).to_pylist()
        if len(products) < _LEAST_PRODUCTS or any(row["dtype"] != "float32" for row in products):
            return
        off = next((one for one in regions if one.off), None)
        place = (off or on[0]).line
        why = f": line {place} switches it off inside" if off else ""
        problem = (
            f"autocast is asked for in line {on[0].line}, and all {len(products):,} products of the forward pass "
            f"take and give float32{why}"
        )
        fix = "let the layers run inside the region, by functions that autocast knows, on float32 inputs"
        yield Finding(KIND, file, place, None, products[0]["id"], len(products), problem, fix, "summary T")


def _ran(evidence: Evidence, file: str, region: _Region) -> bool:
    rows = evidence.trace.ask(_RAN, [file, region.line + 1, region.end])
    return bool(rows["n"][0].as_py())


def _regions(text: str) -> Iterator[_Region]:
    """Yield the `with` statements over autocast that say themselves whether it is on."""
    for node in ast.walk(parsed(text)):
        if isinstance(node, ast.With):
            for call in (one.context_expr for one in node.items):
                if isinstance(call, ast.Call) and _name(call) == "autocast":
                    enabled = next((one.value for one in call.keywords if one.arg == "enabled"), None)
                    if enabled is None or isinstance(enabled, ast.Constant):
                        off = isinstance(enabled, ast.Constant) and not enabled.value
                        yield _Region(node.lineno, node.end_lineno or node.lineno, off)


def _name(call: ast.Call) -> str:
    return getattr(call.func, "attr", getattr(call.func, "id", ""))
