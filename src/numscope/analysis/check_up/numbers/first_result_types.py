"""`np.vectorize` takes the type of all results from the first one: after a whole number fractions are cut off."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import OTYPES
from numscope.analysis.concepts.line_names import place_beside
from numscope.analysis.concepts.program import Program
from numscope.analysis.concepts.syntax import last_name
from numscope.trace import Operation

KIND = "cast"
_MAKES, _TYPES = "vectorize", "otypes"


def first_result_types(evidence: Evidence) -> Iterator[Finding]:
    """Yield calls that give whole numbers, of a function some of whose returns are fractions."""
    found: set[int] = set()
    for call, operation in in_order(evidence, ["__call__"]):
        if call.id in found or not _is_whole(operation):
            continue
        program = evidence.program(call)
        fraction = next(_fractions(program, call), None)
        if fraction is not None:
            found.add(call.id)
            where = place_beside(*program.place(fraction.lineno), call.file)
            problem = (
                f"all results are {operation.outputs[0].dtype}, as the first was a whole number, and {where} "
                f"returns fractions, `{ast.unparse(fraction)}`: they are cut off"
            )
            yield finding_of(KIND, call, operation.id, 1, problem, OTYPES)


def _is_whole(operation: Operation) -> bool:
    types = [one.dtype or "" for one in operation.outputs]
    return operation.name.endswith(f".{_MAKES}.__call__") and bool(types) and types[0].startswith("int")


def _fractions(program: Program, call: Call) -> Iterator[ast.expr]:
    """Yield what the function that a line calls returns that is no whole number, if another return is one."""
    functions = {node.name: node for node in ast.walk(program.tree) if isinstance(node, ast.FunctionDef)}
    for made in _made(sources.statement(program.text, program.line_of(call.file, call.line))) or _made(
        program.tree
    ):
        function = functions.get(last_name(made.args[0]) or "")
        if function is None or any(one.arg == _TYPES for one in made.keywords):
            continue
        returned = [one.value for one in ast.walk(function) if isinstance(one, ast.Return) and one.value]
        values = [part for one in returned for part in _alternatives(one)]
        if any(isinstance(one, ast.Constant) and type(one.value) is int for one in values):
            yield from filter(_is_fraction, values)


def _made(node: ast.AST | None) -> list[ast.Call]:
    """Return the calls of `vectorize` in a piece of the program."""
    return [one for one in sources.calls_in(node, _MAKES) if one.args]


def _alternatives(value: ast.expr) -> list[ast.expr]:
    return (
        [*_alternatives(value.body), *_alternatives(value.orelse)]
        if isinstance(value, ast.IfExp)
        else [value]
    )


def _is_fraction(value: ast.expr) -> bool:
    return any(
        (isinstance(one, ast.Constant) and isinstance(one.value, float))
        or (isinstance(one, ast.BinOp) and isinstance(one.op, ast.Div))
        for one in ast.walk(value)
    )
