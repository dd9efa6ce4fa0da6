"""`np.sinc` of what was multiplied by pi already: it takes `sin(pi x) / (pi x)`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import WITHOUT_PI
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.concepts.value_sources import value_sources

KIND = "meaning"


def twice_pi(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that give `sinc` a product with pi that nothing divides by it."""
    found: set[int] = set()
    for call, operation in in_order(evidence, ["sinc"]):
        if call.id in found:
            continue
        program = evidence.program(call)
        flow = value_sources(program.tree)
        statement = sources.statement(program.text, program.line_of(call.file, call.line))
        for node in sources.calls_in(statement, "sinc"):
            products = [
                one for given in node.args[:1] for one in flow.behind(given) if isinstance(one, ast.BinOp)
            ]
            if any(map(_multiplies, products)) and not any(map(_divides, products)):
                found.add(call.id)
                values = numbers_of(operation.inputs[0]) if operation.inputs else None
                largest = (
                    "" if values is None or not values.size else f", up to {float(abs(values).max()):.3g}"
                )
                problem = (
                    f"`sinc` multiplies by pi itself, and is given a product with pi{largest}: its zeros are 1 / pi "
                    "apart, 0.318, in place of 1"
                )
                yield finding_of(KIND, call, operation.id, 1, problem, WITHOUT_PI)
                break


def _is_pi(node: ast.expr) -> bool:
    return isinstance(node, (ast.Name, ast.Attribute)) and last_name(node) == "pi"


def _multiplies(node: ast.BinOp) -> bool:
    return isinstance(node.op, ast.Mult) and (_is_pi(node.left) or _is_pi(node.right))


def _divides(node: ast.BinOp) -> bool:
    """Return whether pi stands in what is divided by."""
    return isinstance(node.op, ast.Div) and any(
        _is_pi(one) for one in ast.walk(node.right) if isinstance(one, (ast.Name, ast.Attribute))
    )
