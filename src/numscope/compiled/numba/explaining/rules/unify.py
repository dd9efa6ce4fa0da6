"""One name, or one function's returns, with several types."""

from __future__ import annotations

import ast
from typing import Any

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.edits import Edit
from numscope.compiled.numba.explaining.explanation import Diagnosis
from numscope.compiled.numba.type_names import in_words, short

_PAGE = "user/troubleshoot.html#my-code-has-a-type-unification-problem"


def returns(case: Case) -> Diagnosis | None:
    """Returns of different types."""
    if not case.search(r"Can't unify return type from the following types"):
        return None
    found = case.inference.returns if case.inference else []
    each = _once_each([(line, type_) for line, type_ in found if type_ is not None])
    if each:
        said = ", ".join(f"line {line} returns {in_words(type_)}" for line, type_ in each)
        sentence = (
            f"The returns disagree: {said}; every return of a compiled function must give the same type."
        )
    else:
        sentence = "The returns of this function have different types; every return must give the same type."
    return Diagnosis(
        "return-types",
        sentence,
        "Make all returns one type. None beside one other type is allowed.",
        _PAGE,
        line=each[-1][0] if each else None,
        edits=_agreeing_return(case, each),
    )


def _agreeing_return(case: Case, each: list[tuple[int, Any]]) -> tuple[Edit, ...]:
    """Beside a 1-tuple a constant becomes a 1-tuple; beside an array a constant becomes None."""
    kinds = {line: short(type_) for line, type_ in each}
    for line in kinds:
        for node in case.source.nodes(ast.Return, line):
            if not isinstance(node.value, ast.Constant):
                continue
            others = [kind for other, kind in kinds.items() if other != line]
            if any(kind == f"UniTuple({kinds[line]} x 1)" for kind in others):
                return (Edit(*case.source.replaced(node.value, f"({case.source.text(node.value)},)")),)
            if others and all(kind.startswith("array(") for kind in others):
                return (Edit(*case.source.replaced(node.value, "None")),)
    return ()


def variable(case: Case) -> Diagnosis | None:
    """A variable assigned values of types that have no common type."""
    found = case.search(r"Cannot unify (.+?) and (.+?) for '([^']+)'")
    if not found:
        return None
    name = found[3].partition(".")[0]
    if name.startswith("$"):
        return _branch_value(found[1], found[2])
    each = _once_each(
        [p for p in (case.inference.assignments(name) if case.inference else []) if p[1] is not None]
    )
    if len(each) > 1:
        said = " and ".join(f"{in_words(type_)} on line {line}" for line, type_ in each)
    else:
        said = f"{in_words(found[1])} and {in_words(found[2])}"
    return Diagnosis(
        "variable-types",
        f"`{name}` is {said}; a variable of a compiled function must keep one type wherever its paths meet "
        "again.",
        _advice(name, short(found[1]), short(found[2])),
        _PAGE,
        line=each[-1][0] if each else case.line,
    )


def _branch_value(first: str, second: str) -> Diagnosis:
    return Diagnosis(
        "branch-types",
        f"One branch of an expression gives {in_words(first)}, the other {in_words(second)}; both must "
        "give one type.",
        "Make both branches the same type, for instance `1.0` instead of `1` beside a float.",
        _PAGE,
    )


def _advice(name: str, first: str, second: str) -> str:
    if first.startswith("array(") and second.startswith("array("):
        parts = [kind.removeprefix("array(").rstrip(")").split(", ") for kind in (first, second)]
        if parts[0][-2] != parts[1][-2]:
            return (
                f"Use one name for each number of dimensions ({parts[0][-2]} and {parts[1][-2]}), or "
                "reshape so that "
                "both paths have the same."
            )
        if parts[0][:-2] != parts[1][:-2]:
            return f"Make both arrays the same dtype, for instance with `.astype(np.{parts[0][0]})`."
    if "none" in (first, second):
        return f"Start `{name}` with a value of its later type instead of None."
    return (
        f"Use two names, or start `{name}` with a value of the type it has later (an array: "
        "`np.zeros(...)`; a "
        "float: `0.0`)."
    )


def _once_each(pairs: list[tuple[int, Any]]) -> list[tuple[int, Any]]:
    """The pairs without repeated lines of one type, in line order."""
    seen: dict[tuple[int, str], tuple[int, Any]] = {}
    for line, type_ in sorted(pairs, key=lambda pair: pair[0]):
        seen.setdefault((line, short(type_)), (line, type_))
    return list(seen.values())


RULES = (returns, variable)
