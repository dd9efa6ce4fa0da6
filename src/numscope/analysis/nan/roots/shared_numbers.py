"""Numbers that stand for two things: entries are numbered from 0, and 0 stands for padding, which a mask leaves out."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.concepts.value_sources import ValueSources, value_sources
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root, at_line_of
from numscope.analysis.nan.upstream import upstream
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.spellings import PADS_WITH_ZEROS
from numscope.trace import Operand, Operation, Trace

_COMPARE = ("eq", "ne", "equal", "not_equal")
_ADVICE = "Start the numbers behind those with a meaning of their own: `enumerate(words, start=1)`."
_DEEPEST = 4


def shared_number(trace: Trace, operation: Operation) -> Root | None:
    """Return the one line that numbers entries from 0, if a mask behind `operation` leaves out all that are 0."""
    for maker, _ in upstream(trace, operation, _is_known, _DEEPEST):
        site = maker.user_site or maker.site
        if function_name(maker.name).strip("_") not in _COMPARE or site is None or site.in_library:
            continue
        program = program_of(trace, site)
        flow, at = value_sources(program.tree), program.line(site)
        lines = {line for compared in _compared_with_zero(flow, at) for line in compared}
        if len(lines) == 1 and at not in lines:
            made = program.site(lines.pop(), site)
            said = (
                f"numbers from 0, which {line_of(site, made)} takes for padding{at_line_of(operation, made)}"
            )
            return Root(made, Cause(said, _ADVICE))
    return None


def _compared_with_zero(flow: ValueSources, line: int) -> Iterator[set[int]]:
    """Yield the lines that number from 0 what a statement compares with a 0 that is put into the same data."""
    statement = statement_at(flow.tree, line)
    for node in ast.walk(statement) if statement is not None else ():
        if not isinstance(node, ast.Compare) or len(node.comparators) != 1:
            continue
        for numbers, number in ((node.left, node.comparators[0]), (node.comparators[0], node.left)):
            zeros = {id(one) for one in flow.behind(number) if getattr(one, "value", None) == 0}
            sources = list(flow.behind(numbers)) if zeros else []
            if any(id(one) in zeros or _is_zeros(one) for one in sources):
                yield {one.lineno for one in sources if _counts_from_zero(one)}


def _is_zeros(node: ast.expr) -> bool:
    """Return whether an expression makes zeros to be filled, or a list of them."""
    if isinstance(node, ast.List):
        return any(getattr(one, "value", None) == 0 for one in node.elts)
    return isinstance(node, ast.Call) and last_name(node.func) in PADS_WITH_ZEROS


def _counts_from_zero(node: ast.expr) -> bool:
    if not isinstance(node, ast.Call):
        return False
    name = last_name(node.func)
    return name == "factorize" or (name == "enumerate" and len(node.args) == 1 and not node.keywords)


def _is_known(operand: Operand) -> bool:
    return operand.is_array()
