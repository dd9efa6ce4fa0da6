"""Constants of 0 that are added to keep numbers from 0, or a matrix positive definite: the constant is to blame.

`counts + PSEUDO_COUNT`, `kernel + NOISE ** 2 * np.eye(n)`, `np.maximum(shares, FLOOR)`: where the constant is 0 they
change nothing. The trace shows that the term was 0, and that the zeros, or the matrix, that a later line fails on come
from there; the text shows that a constant with a name makes the term 0.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.constants import Constant, Constants
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.number_flow import came_from
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.nan.arithmetic import explain
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.matrices import not_positive_definite
from numscope.analysis.nan.root import Root
from numscope.analysis.nan.upstream import upstream
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.nonfinite import ADDS, FACTORISES, FLOORS, MADE_OF_ONE_NUMBER
from numscope.operations.lore.user_line import of, verb
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Trace

_ADVICE = "Set it to a small positive number."
_OF_ZEROS = re.compile("zero|divides 0 by 0|raises 0")
_DEEPEST = 6
_DEEPEST_TERM = 4
# A constant, and the expression that adds it, or takes it as a bound.
_Term = tuple[Constant, ast.AST]


def zero_term(trace: Trace, operation: Operation) -> Root | None:
    """Return the line of the constant by which 0 is added to what `operation` fails on; None if there is none.

    It fails on zeros, or on a matrix that is not positive definite.
    """
    site = operation.user_site or operation.site
    says = None if site is None else _lacks(operation, site.source)
    if site is None or says is None:
        return None
    program = program_of(trace, site)
    for maker, made in upstream(trace, operation, lambda operand: operand.is_array(), _DEEPEST):
        at, lack = maker.user_site, says(made) if _changes_nothing(maker) else None
        if at is None or lack is None:
            continue
        terms = list(_terms(program.tree, statement_at(program.tree, program.line(at))))
        if len({constant for constant, _ in terms}) == 1:
            constant, node = terms[0]
            line = program.site(constant.line, site)
            said = (
                f"sets `{constant.name}` to 0, so `{ast.unparse(node)}` ({line_of(at, line)}) changes nothing: "
                f"{lack}; {line_of(site, line)} has no finite result of that"
            )
            return Root(line, Cause(said, _ADVICE))
    return None


def _lacks(operation: Operation, source: str) -> Callable[[Operand], str | None] | None:
    """Return what says of an operand why `operation` has no result of it; None if it fails on something else."""
    if function_name(operation.name) in FACTORISES:
        return _is_no_kernel
    if operation.traits & Trait.STANDS:  # of what a library computes inside, arithmetic knows too little
        return None if "overflow" in operation.floating_point else _holds_zeros
    found = explain(operation, source)
    return _holds_zeros if found is not None and _OF_ZEROS.search(found.sentence) else None


def _is_no_kernel(operand: Operand) -> str | None:
    lack = not_positive_definite(operand)
    return None if lack is None else f"the matrix is not positive definite ({lack})"


def _holds_zeros(operand: Operand) -> str | None:
    known = operand.statistics
    if known is None or known.nonfinite or known.minimum != 0 or not known.zeros:
        return None
    if not operand.is_array() or not operand.shape:
        return "it stays 0"
    values = 1
    for length in operand.shape:
        values *= length
    return f"{of(known.zeros, values, 'value')} {verb(known.zeros, 'stays', 'stay')} 0"


def _changes_nothing(maker: Operation) -> bool:
    """Return whether an operation adds 0 to its input, or bounds it by 0 from below where nothing is negative."""
    zeros = [one for one in maker.operands if one.role in ("input", "argument") and _is_zero(one)]
    others = [one for one in maker.inputs if not _is_zero(one) and one.statistics is not None]
    if not zeros or not others or function_name(maker.name) not in ADDS | FLOORS:
        return False
    negative = any(one.statistics is not None and one.statistics.minimum < 0 for one in others)
    return function_name(maker.name) in ADDS or not negative


def _is_zero(operand: Operand) -> bool:
    known = operand.statistics
    if known is not None and operand.hash is not None:
        return bool(known.minimum == known.maximum == 0 and not known.nonfinite)
    return type(operand.literal) in (int, float) and operand.literal == 0


def _terms(tree: ast.Module, statement: ast.stmt | None) -> Iterator[_Term]:
    """Yield the constants of 0 that a statement adds, or takes as a bound, with the expression."""
    constants = Constants(tree)
    for node in ast.walk(statement) if statement is not None else ():
        for term in _added(node):
            constant = _zero(constants, term)
            if constant is not None:
                yield constant, node


def _added(node: ast.AST) -> list[ast.expr]:
    """Return what an expression adds, or takes as a bound."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [node.right, node.left]
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add):
        return [node.value]
    if isinstance(node, ast.Call) and last_name(node.func) in ADDS | FLOORS:
        return [*node.args, *(one.value for one in node.keywords)]
    return []


def _zero(constants: Constants, node: ast.expr, depth: int = _DEEPEST_TERM) -> Constant | None:
    """Return the constant with a name that makes an expression 0: as a factor, a power, or what fills an array."""
    if depth == 0:
        return None
    if isinstance(node, (ast.Name, ast.Attribute)):
        constant = constants.behind(node)
        if constant is not None:
            return (
                constant
                if constant.value == 0 and constant.name and not _is_changed(constants, node)
                else None
            )
        source = came_from(constants.tree, node)[-1]
        return (
            _zero(constants, source, depth - 1)
            if isinstance(source, ast.expr) and source is not node
            else None
        )
    parts: list[ast.expr] = []
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        parts = [node.left, node.right]
    elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Div, ast.Pow)):
        parts = [node.left]
    elif isinstance(node, ast.Call) and last_name(node.func) in MADE_OF_ONE_NUMBER:
        parts = [*node.args, *(one.value for one in node.keywords)]
    found = (_zero(constants, part, depth - 1) for part in parts)
    return next((one for one in found if one is not None), None)


def _is_changed(constants: Constants, node: ast.expr) -> bool:
    """Return whether a line adds to a name, or computes it of itself: a sum that begins with 0 is no constant."""
    name = last_name(node)
    sums = (one for one in ast.walk(constants.tree) if isinstance(one, ast.AugAssign))
    assigned = (one for one in ast.walk(constants.tree) if isinstance(one, ast.Assign))
    return any(last_name(one.target) == name for one in sums) or any(
        any(last_name(target) == name for target in one.targets) and name in _names(one.value)
        for one in assigned
    )


def _names(node: ast.expr) -> set[str]:
    return {last_name(one) for one in ast.walk(node) if isinstance(one, (ast.Name, ast.Attribute))}
