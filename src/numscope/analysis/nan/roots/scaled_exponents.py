"""Exponents that one constant of a size far from 1 takes out of range: a constant of physics in other units.

`exp(-energy / (K * temperature))` with energies in electronvolt and K in joule per kelvin, 1.38e-23, is of 1e20.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from itertools import chain

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.constants import Constant, Constants
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.number_flow import came_from
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.analysis.nan.upstream import upstream
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.nonfinite import EXPONENTIALS
from numscope.operations.lore.units import OF_PHYSICS, PHYSICAL_CONSTANTS
from numscope.trace import Operand, Operation, Trace

_ADVICE = "Check its unit: a constant of physics in SI units needs all other quantities in SI units."
# Sizes of numbers: of a constant that alone decides, of an exponent that is far out of range, and of an ordinary one.
_EXTREME = 1e12
_FAR = 1e6
_ORDINARY = 1e4
_DEEPEST = 4
_DEEPEST_FACTOR = 8


def scaled_exponent(trace: Trace, operation: Operation, made_inside: Iterable[Operation]) -> Root | None:
    """Return the line of the one constant that makes an exponent too large for a result in `operation`.

    made_inside: the operations inside it that made such values. The exponential may stand further up, and have left the
    zeros that `operation` divides by.
    """
    zeros = any(map(_holds_zeros, operation.inputs))
    above = (maker for maker, _ in upstream(trace, operation, _holds_zeros, _DEEPEST)) if zeros else ()
    exponential = next((one for one in chain((operation, *made_inside), above) if _size(one) > _FAR), None)
    site = None if exponential is None else exponential.user_site
    called = operation.user_site or operation.site
    if exponential is None or site is None or called is None:
        return None
    program, size = program_of(trace, site), _size(exponential)
    constants = Constants(program.tree)
    found = {
        constant
        for exponent in _exponents(statement_at(program.tree, program.line(site)))
        for constant in _factors(constants, exponent)
        if not 1 / _EXTREME < abs(constant.value) < _EXTREME and constant.value
    }
    if len(found) != 1:
        return None
    constant = found.pop()
    ordinary = [
        one
        for one in (size * abs(constant.value), size / abs(constant.value))
        if 1 / _ORDINARY < one < _ORDINARY
    ]
    if not ordinary:
        return None
    line = program.site(constant.line, site)
    said = (
        f"scales an exponent of {ordinary[0]:.3g} to {size:.4g} by `{constant.name}` alone, {constant.value:.3g}; "
        f"{line_of(site, line)} takes the exponential of that"
    )
    return Root(line, Cause(said, _ADVICE))


def _size(operation: Operation) -> float:
    """Return the size of the exponents of which an operation takes the exponential; 0 of any other operation."""
    known = operation.inputs[0].statistics if operation.inputs else None
    if function_name(operation.name) not in EXPONENTIALS or known is None or known.nonfinite:
        return 0.0
    return max(abs(known.minimum), abs(known.maximum))


def _holds_zeros(operand: Operand) -> bool:
    return operand.statistics is not None and bool(operand.statistics.zeros)


def _exponents(statement: ast.stmt | None) -> Iterator[ast.expr]:
    for node in ast.walk(statement) if statement is not None else ():
        if isinstance(node, ast.Call) and last_name(node.func) in EXPONENTIALS:
            yield from node.args[:1]


def _factors(constants: Constants, node: ast.expr, depth: int = _DEEPEST_FACTOR) -> Iterator[Constant]:
    """Yield the constants with a name that scale an expression, as far as the text leaves no choice."""
    if depth == 0:
        return
    parts: list[ast.expr] = []
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.Div)):
        parts = [node.left, node.right]
    elif isinstance(node, ast.UnaryOp):
        parts = [node.operand]
    else:
        constant = constants.behind(node) or _of_physics(constants.tree, node)
        if constant is not None and constant.name:
            yield constant
            return
        source = came_from(constants.tree, node)[-1]
        parts = [source] if isinstance(source, ast.expr) and source is not node else []
    for part in parts:
        yield from _factors(constants, part, depth - 1)


def _of_physics(tree: ast.Module, node: ast.expr) -> Constant | None:
    """Return the constant of physics that a name stands for, which a library has; its line is that of its use."""
    value = PHYSICAL_CONSTANTS.get(last_name(node))
    modules = [one for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)]
    imported = {alias.name for one in modules if one.module == OF_PHYSICS for alias in one.names}
    of_module = isinstance(node, ast.Attribute) and last_name(node.value) in ("constants", "const")
    return (
        Constant(node.lineno, value, last_name(node))
        if value and (of_module or last_name(node) in imported)
        else None
    )
