"""The line that chooses the number by which a loop multiplies its changes: a time step, a learning rate, a damping."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Call, Evidence
from numscope.analysis.check_up.sources import statement
from numscope.analysis.concepts.constants import Constants
from numscope.analysis.concepts.program import Program
from numscope.analysis.concepts.syntax import last_name

_NAMES_DEEP = 4
_STEP = re.compile("^(d_?t|delta_?t|h|tau)$|step", re.IGNORECASE)
_PRODUCTS = ("multiply", "mul", "__mul__", "__rmul__")


def step_line(evidence: Evidence, call: Call) -> tuple[str, int] | None:
    """Return the file and line that say or compute the number which the statement at a call multiplies its changes by.

    None where the statement has no such number, or writes it itself.
    """
    program = evidence.program(call)
    node = statement(program.text, program.line_of(call.file, call.line))
    factor = _factor(node)
    if factor is None or not _multiplies_by_a_number(evidence, call):
        return None
    constant = Constants(program.tree).behind(factor)
    line = constant.line if constant is not None else _computed(program, factor, _NAMES_DEEP)
    return program.place(line) if line is not None else None


def _factor(node: ast.stmt | None) -> ast.expr | None:
    """Return the named factor of the changes: `dt` of `u += dt * slope` and of `u = u + dt * slope`."""
    changed = getattr(node, "value", None)
    if not isinstance(changed, ast.BinOp):
        return None
    is_sum = isinstance(changed.op, (ast.Add, ast.Sub))
    sides = [changed.right, changed.left] if is_sum else [changed]
    factors = (_leftmost(side) for side in sides if isinstance(side, ast.BinOp))
    return next((one for one in factors if one is not None), None)


def _leftmost(node: ast.expr) -> ast.expr | None:
    """Return the factor of a product or quotient that is called a step, or the first one; None if that is no name."""
    factors: list[ast.expr] = []
    while isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.Div)):
        if isinstance(node.op, ast.Mult):
            factors.append(node.right)
        node = node.left
    first = node.operand if isinstance(node, ast.UnaryOp) else node
    called = [one for one in (first, *reversed(factors)) if _STEP.search(last_name(one))]
    chosen = called[0] if called else first
    return chosen if isinstance(chosen, (ast.Name, ast.Attribute)) else None


def _multiplies_by_a_number(evidence: Evidence, call: Call) -> bool:
    """Return whether the line multiplies by one number: of `state * rates` each element has its own factor."""
    same = [one for one in evidence.named(*_PRODUCTS) if (one.file, one.line) == (call.file, call.line)]
    for _, ids in evidence.operations(same):
        [first] = evidence.fetch(ids[:1])
        given = [one for one in first.operands if one.role in ("input", "argument")]
        if given and not given[0].shape:
            return True
    return False


def _computed(program: Program, node: ast.expr, deep: int) -> int | None:
    """Return the line at which a name's value is computed: of `step = min(dt, left)` that of `dt`, if it has one."""
    for value in _values(program, node):
        if isinstance(value, ast.Call) and last_name(value.func) in ("min", "max", "float", "minimum"):
            inner = [one for one in value.args if isinstance(one, (ast.Name, ast.Attribute))]
        else:
            inner = [value] if isinstance(value, (ast.Name, ast.Attribute)) else []
        lines = (_computed(program, one, deep - 1) for one in inner) if deep else iter(())
        return next((line for line in lines if line is not None), value.lineno)
    return None


def _values(program: Program, node: ast.expr) -> Iterator[ast.expr]:
    """Yield what a name is bound to; of a call of the program's own function what that returns."""
    name, is_own = last_name(node), isinstance(node, ast.Attribute)
    for one in ast.walk(program.tree):
        if isinstance(one, ast.Assign) and any(
            last_name(target) == name and isinstance(target, ast.Attribute) is is_own
            for target in one.targets
        ):
            yield from _returned(program, one.value) or [one.value]


def _returned(program: Program, value: ast.expr) -> list[ast.expr]:
    called = last_name(value.func) if isinstance(value, ast.Call) else ""
    return [
        inner.value
        for one in ast.walk(program.tree)
        if called and isinstance(one, ast.FunctionDef) and one.name == called
        for inner in ast.walk(one)
        if isinstance(inner, ast.Return) and inner.value is not None
    ]
