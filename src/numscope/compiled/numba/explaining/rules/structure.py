"""What can be said where no rule knows Numba's text: which part of the line fails, with what, and what compiles.

The parts are compiled one by one, so that none of it depends on Numba's words.
"""

from __future__ import annotations

import ast
import re

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.explanation import Diagnosis
from numscope.compiled.numba.explaining.parts import FailingPart, Parts, statement_at, statements_of
from numscope.compiled.numba.explaining.reasons import reason
from numscope.compiled.numba.type_names import in_words
from numscope.probes.numba.adapter.compiler import core

_PAGE = "user/troubleshoot.html#my-code-doesn-t-compile"
_LONGEST = 80


def failing_part(case: Case) -> Diagnosis | None:
    """An expression that does not compile by itself, with the types of what it takes."""
    statements = [one for one in statements_of(case) if not _is_declaration(case, one)]
    parts = Parts(case)
    part = next((part for part in map(parts.failing, statements) if part is not None), None)
    if part is None:
        return None
    sentence = (
        f"`{_shown(case, part.node)}` does not compile by itself{_operands(case, part, parts.all_known)}"
    )
    return Diagnosis(
        "failing-part", f"{sentence}.{_because(case)}", _instead(case, part), _PAGE, part.node.lineno
    )


def _operands(case: Case, part: FailingPart, all_known: bool) -> str:
    """Return what an expression takes, with types, and that these compile where all of them were compiled."""
    if not part.operands:
        return ""
    takes = [
        f"`{_shown(case, operand)}` is {in_words(type_)}"
        for operand, type_ in part.operands
        if type_ is not None and not isinstance(operand, ast.Constant)
    ]
    given = f": {', '.join(dict.fromkeys(takes))}" if takes else ""
    return f", and each of its parts does{given}" if all_known else given


def _is_declaration(case: Case, statement: ast.stmt) -> bool:
    """Tell whether Numba failed in Python's own code: at a definition, or at a call that it refuses."""
    return case.failure.function is None or isinstance(statement, ast.FunctionDef | ast.ClassDef)


def _instead(case: Case, part: FailingPart) -> str:
    if part.accepted is not None:
        call = ast.unparse(part.accepted)
        return f"`{call}` compiles for these types: use that, and do what is left out in another way."
    if isinstance(part.node, ast.List | ast.Set | ast.Dict):
        return (
            "Give all its items one type."
            if part.operands
            else "Say the type of the items that it will hold: `np.zeros(0)`, `typed.List.empty_list(...)`, "
            "`typed.Dict.empty(...)`."
        )
    if isinstance(part.node, ast.Attribute):
        return f"Leave `.{part.node.attr}` out here, or read it before the call and pass the value."
    if isinstance(part.node, ast.Call):
        return (
            "Convert what it takes to another type, or make the call before, in Python, and pass its value."
        )
    return "Convert one of its parts to another type, or pass the value of the expression as an argument."


def failing_statement(case: Case) -> Diagnosis | None:
    """A statement whose expressions compile: what it does with them is to blame."""
    statement = statement_at(case)
    if statement is None or _is_declaration(case, statement):
        return None
    what, instead = next(
        (words for kind, words in _STATEMENTS.items() if isinstance(statement, kind)), _ANY_STATEMENT
    )
    shown = _fitting(case.source.text(statement))
    return Diagnosis(
        "failing-statement", f"`{shown}`: {what} can't be compiled.{_because(case)}", instead, _PAGE
    )


_ANY_STATEMENT = (
    "this statement",
    "Write it with simpler statements, or move it out of the compiled function.",
)
_STATEMENTS: dict[type[ast.stmt], tuple[str, str]] = {
    ast.Raise: (
        "what this `raise` raises",
        "Raise an exception class with constant arguments: `raise ValueError('text')`.",
    ),
    ast.For: (
        "the loop over this",
        "Loop over a range, an array, a list or a tuple of one type, and take items by index.",
    ),
    ast.With: (
        "this `with`",
        "Only `with objmode(...)` and `with parallel_chunksize(...)` exist in compiled code.",
    ),
    ast.Delete: ("this `del`", "Make a new value without the item in place of deleting it."),
    ast.Return: (
        "what this `return` gives back",
        "Return numbers, text, arrays, or tuples and lists of one type of these.",
    ),
    ast.Assign: (
        "what is assigned here, or where it is put,",
        "Give the variable one type on every path; say the type of what is empty: `np.zeros(0)`, "
        "`typed.List.empty_list(...)`.",
    ),
    ast.AugAssign: (
        "what is computed in place here",
        "Write it as `x = x + ...`, with both sides of one type.",
    ),
    ast.Try: ("this `try`", "Test for the condition before it can fail."),
}


def refused_declaration(case: Case) -> Diagnosis | None:
    """A decorator or a call from Python that Numba refuses: no line of a function is to blame."""
    shown = _declaration(case)
    if not shown:
        return None
    what = (
        f"`{shown}` is refused before anything is compiled"
        if case.line
        else f"`{case.failure.name}` under `{shown}` does not compile, and no expression of it is to blame by itself"
    )
    return Diagnosis(
        "refused-declaration",
        f"{what}.{_because(case)}",
        "Change what it is given: options, types and default values are checked here.",
        "user/jit.html#compilation-options",
    )


def _declaration(case: Case) -> str:
    """Return the decorator of the failing function, or the call from Python that failed."""
    statement = statement_at(case) or case.source.function(case.failure.name, case.function_line())
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        decorators = statement.decorator_list
        on_line = [one for one in decorators if one.lineno <= (case.line or 0) <= (one.end_lineno or 0)]
        chosen = on_line or decorators[-1:]
        return f"@{_shown(case, chosen[0])}" if chosen else f"def {statement.name}(...)"
    return _fitting(case.source.text(statement)) if statement is not None else ""


def _because(case: Case) -> str:
    """Return what Numba says about it; an error of Python inside of Numba's own code says nothing of the program."""
    error = case.failure.error
    inside = isinstance(error, Exception) and not isinstance(error, core("errors").NumbaError)
    said = reason([case.message])
    if not said or (inside and _OF_PYTHON.search(said)):
        return ""
    return f" Numba's reason: {re.sub(r'[ .]*Raised from.*', '', said)}."


# How Python words errors that it finds in a program: here in Numba's.
_OF_PYTHON = re.compile(
    r"object has no attribute|values to unpack|cannot unpack|sequence item \d|unhashable"
    r"|not (?:iterable|callable|subscriptable)"
    r"|unsupported operand|No definition for lowering"
)


def _shown(case: Case, node: ast.expr) -> str:
    return _fitting(case.source.text(node))


def _fitting(text: str) -> str:
    line = " ".join(text.split()).replace("`", "'")
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 3]}..."


RULES = (failing_part, failing_statement, refused_declaration)
