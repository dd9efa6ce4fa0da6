"""One rule a class of failure: given a `Case`, a rule returns a `Diagnosis` or None.

Rules are asked in order, the particular before the general; the first answer is taken.
"""

from __future__ import annotations

from collections.abc import Callable

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.explanation import Diagnosis
from numscope.compiled.numba.explaining.rules import (
    arguments,
    calls,
    containers,
    decorators,
    general,
    indexing,
    messages,
    names,
    numpy,
    objmode,
    overloads,
    stencils,
    structure,
    syntax,
    unify,
    warned,
)

Rule = Callable[[Case], Diagnosis | None]

RULES: tuple[Rule, ...] = (
    *warned.RULES,
    *decorators.RULES,
    *stencils.RULES,
    *overloads.RULES,
    *objmode.RULES,
    *calls.RULES,
    *arguments.RULES,
    *names.RULES,
    *unify.RULES,
    *syntax.RULES,
    *containers.RULES,
    *indexing.RULES,
    *numpy.RULES,
    *messages.RULES,
    *general.RULES,
    *structure.RULES,
    general.anything,
)


def diagnose(case: Case) -> Diagnosis:
    """The first rule's answer; the last rule always has one."""
    for rule in RULES:
        diagnosis = rule(case)
        if diagnosis is not None:
            return diagnosis
    raise AssertionError("the last rule always answers")
