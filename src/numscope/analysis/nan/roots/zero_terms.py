"""Constants of 0 that are added to keep numbers from 0, or a matrix positive definite: the constant is to blame.

`counts + PSEUDO_COUNT`, `kernel + NOISE ** 2 * np.eye(n)`, `np.maximum(shares, FLOOR)`: where the constant is 0 they
change nothing. The trace shows that the term was 0, and that the zeros, or the matrix, that a later line fails on come
from there; the text shows that a constant with a name makes the term 0.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.program import program_of
from numscope.analysis.nan.arithmetic import explain
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.matrices import not_positive_definite
from numscope.analysis.nan.root import Root
from numscope.analysis.nan.roots.zero_constants import zero_terms_in
from numscope.analysis.nan.upstream import upstream
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.nonfinite import ADDS, FACTORISES, FLOORS
from numscope.operations.lore.user_line import of, verb
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Trace

_ADVICE = "Set it to a small positive number."
_OF_ZEROS = re.compile("zero|divides 0 by 0|raises 0")
_DEEPEST = 6


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
        terms = list(zero_terms_in(program.tree, statement_at(program.tree, program.line(at))))
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
