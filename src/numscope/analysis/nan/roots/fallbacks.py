"""NaN that a line writes in place of numbers since a test found these not finite: `y if isfinite(x).all() else nan`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.concepts.number_flow import came_from
from numscope.analysis.concepts.program import program_of
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.roots.own_numbers import written_number
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.skipping import TESTS
from numscope.trace import Operand, Operation, Site, Trace

_AT_LINES = """
    select id from operations where process = ? and thread = ? and id < ? and depth = 0
        and user_file = ? and user_line in (select unnest(?::bigint[]))
    order by id desc limit 40
"""
_DEEPEST = 12


def replaced_by(trace: Trace, operation: Operation) -> Operation | None:
    """Return what made the NaN or infinities that a test found, whereupon a line wrote those that `operation` has.

    None if no test decides about that line, or if what it found was in the data.
    """
    written = written_number(trace, operation)
    site = (operation.user_site or operation.site) if written is None else written[0]
    if site is None:
        return None
    lines = sorted(_tests(trace, site))
    asked = [operation.process, operation.thread, operation.id, site.file, lines]
    ran = trace.ask(_AT_LINES, asked)["id"].to_pylist() if lines else []
    for test in reversed(trace.operations.fetch(sorted(ran))):
        found = next(filter(_is_bad, test.inputs), None) if function_name(test.name) in TESTS else None
        if found is not None:
            return _made(trace, test, found)
    return None


def _tests(trace: Trace, site: Site) -> Iterator[int]:
    """Yield the lines that compute the conditions on which the line at `site` runs, in its file."""
    program = program_of(trace, site)
    tree, line = program.tree, program.line(site)
    for node in ast.walk(tree):
        if not isinstance(node, (ast.If, ast.IfExp)) or not any(
            line in _lines(one) for one in _branches(node)
        ):
            continue
        names = [one for one in ast.walk(node.test) if isinstance(one, ast.Name)]
        tests = [node.test, *(came_from(tree, name)[-1] for name in names)]
        for one in tests:
            if isinstance(one, ast.expr):
                places = (program.place(number) for number in _lines(one))
                yield from (number for file, number in places if file == site.file)


def _branches(node: ast.If | ast.IfExp) -> list[ast.AST]:
    return [node.body, node.orelse] if isinstance(node, ast.IfExp) else [*node.body, *node.orelse]


def _lines(node: ast.AST) -> range:
    first = getattr(node, "lineno", 0)
    return range(first, (getattr(node, "end_lineno", None) or first) + 1)


def _made(trace: Trace, reader: Operation, bad: Operand) -> Operation | None:
    """Return the operation that made what `reader` is given of finite numbers."""
    for _ in range(_DEEPEST):
        maker = maker_of(trace, bad, reader)
        if maker is None:
            return None
        before = next(filter(_is_bad, maker.inputs), None)
        if before is None:
            return maker if any(one.is_array() for one in maker.inputs) else None
        reader, bad = maker, before
    return None


def _is_bad(operand: Operand) -> bool:
    return operand.statistics is not None and bool(operand.statistics.nonfinite)
