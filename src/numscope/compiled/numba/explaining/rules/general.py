"""What remains: no operator or function for these types, None where a value is needed, any other error."""

from __future__ import annotations

import ast
import builtins
import re

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.explanation import Diagnosis
from numscope.compiled.numba.explaining.failure import Attempt
from numscope.compiled.numba.explaining.reasons import reason
from numscope.compiled.numba.explaining.support import cases_like
from numscope.compiled.numba.explaining.written import as_written, failed_call
from numscope.compiled.numba.type_names import in_words, short

_OPERATORS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**",
    "lshift": "<<", "rshift": ">>", "and_": "&", "or_": "|", "xor": "^", "eq": "==", "ne": "!=",
    "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "iadd": "+=", "isub": "-=", "imul": "*=",
    "itruediv": "/=", "ifloordiv": "//=", "contains": "in", "matmul": "@",
}  # fmt: skip


def text_to_number(case: Case) -> Diagnosis | None:
    """`float("2")` of a string known only at run time."""
    attempt = case.attempt
    if attempt is None or attempt.name not in ("float", "int") or not attempt.arguments:
        return None
    if not short(attempt.arguments[0]).startswith("str"):
        return None
    names = [
        node.args[0].id
        for node in case.source.nodes(ast.Call, case.line)
        if isinstance(node.func, ast.Name) and node.func.id == attempt.name and node.args
        if isinstance(node.args[0], ast.Name)
    ]
    subject = f"`{names[0]}` is a str" if names else "The argument is a str"
    return Diagnosis(
        "text-to-number",
        f"{subject}; compiled code can't turn text into a number with `{attempt.name}(...)`.",
        f"Convert before the call: pass `{attempt.name}({names[0] if names else 'text'})`.",
        "reference/pysupported.html#str",
    )


def no_operator(case: Case) -> Diagnosis | None:
    """An operator between types that have none."""
    attempt = case.attempt
    if attempt is None or attempt.name not in _OPERATORS or len(attempt.arguments) < 2:
        return None
    operator = _OPERATORS[attempt.name]
    left, right = attempt.arguments[:2]
    names = _operands(case)
    sides = [
        f"`{name}` ({in_words(type_)})" if name else in_words(type_)
        for name, type_ in zip(names, (left, right), strict=False)
    ]
    near = cases_like(attempt.function_type, attempt.arguments)
    closest = f" Nearest that exist: {operator} of ({'), ('.join(near)})." if near else ""
    none = "none" in (short(left), short(right))
    advice = (
        "One side is None: give the variable a value on every path before this line."
        if none
        else "Convert one side so that both are numbers or arrays of numbers, and take items out of tuples "
        "and lists first (`t[0]`)."
    )
    return Diagnosis(
        "no-operator",
        f"There is no `{operator}` between {sides[0]} and {sides[1]} in compiled code.",
        advice + closest,
        "user/troubleshoot.html#my-code-doesn-t-compile",
    )


def _operands(case: Case) -> tuple[str, str]:
    """Source text of both sides of the only operator on the line, else empty names."""
    nodes: list[tuple[ast.expr, ast.expr]] = [
        (n.left, n.right) for n in case.source.nodes(ast.BinOp, case.line)
    ]
    nodes += [(n.left, n.comparators[0]) for n in case.source.nodes(ast.Compare, case.line)]
    nodes += [(n.target, n.value) for n in case.source.nodes(ast.AugAssign, case.line)]
    if len(nodes) != 1:
        return "", ""
    return case.source.text(nodes[0][0]), case.source.text(nodes[0][1])


def no_item(case: Case) -> Diagnosis | None:
    """An item that can't be read or written with these types."""
    attempt = case.attempt
    if attempt is None or attempt.name not in _ITEMS or len(attempt.arguments) < 2:
        return None
    container, index = (in_words(type_) for type_ in attempt.arguments[:2])
    named = as_written(case)
    because = _because(attempt)
    if attempt.name.endswith("setitem") and len(attempt.arguments) > 2 and not because:
        sentence, advice = _not_put(f"`{named} = ...`" if named else "This line", attempt)
    else:
        verb = {"g": "read", "s": "written", "d": "deleted"}[attempt.name.removeprefix("static_")[0]]
        what = f"`{named}`" if named else "An item"
        sentence = f"{what} can't be {verb} in compiled code: an item of {container} at {index}.{because}"
        advice = ""
    return Diagnosis("no-item", sentence, advice, "user/troubleshoot.html#my-code-doesn-t-compile")


def _not_put(line: str, attempt: Attempt) -> tuple[str, str]:
    """Return why an item can't be written, of which Numba says nothing, and what to do."""
    container, index, put = (in_words(type_) for type_ in attempt.arguments[:3])
    if short(attempt.arguments[0]).startswith(_FIXED):
        return (
            f"{line} changes an item of {container}, which can't change.",
            "Make a new one, or use an array or a list.",
        )
    return (
        f"{line} puts {put} into {container} at {index}, and the one does not become the other by itself.",
        "Convert the value first, or make the container of the type that it gets.",
    )


_FIXED = ("UniTuple(", "Tuple(", "str")
_ITEMS = ("getitem", "setitem", "delitem", "static_getitem", "static_setitem")


def no_function(case: Case) -> Diagnosis | None:
    """A function that exists for other types."""
    attempt = case.attempt
    if attempt is None:
        return None
    given = [in_words(type_) for type_ in attempt.arguments]
    given += [f"{name}={short(type_)}" for name, type_ in attempt.keywords.items()]
    near = cases_like(attempt.function_type, attempt.arguments)
    closest = f"It exists for ({'), ('.join(near)})." if near else ""
    named = as_written(case) or (attempt.name if attempt.name in case.source.line(case.line) else "")
    return Diagnosis(
        "no-function",
        f"{f'`{named}`' if named else 'What this line does'} has no compiled version for "
        f"{', '.join(given) or 'these arguments'}.{_because(attempt)}",
        closest or _by_hand(attempt),
        "user/troubleshoot.html#my-code-doesn-t-compile",
    )


def _because(attempt: Attempt) -> str:
    said = reason(attempt.reasons)
    return f" Numba's reason: {said}." if said else ""


def _by_hand(attempt: Attempt) -> str:
    """Return how to do without a builtin function on a container; "": it is none."""
    given = short(attempt.arguments[0]) if attempt.arguments else ""
    if not hasattr(builtins, attempt.name) or not any(
        kind in given for kind in ("set(", "list(", "List", "Dict")
    ):
        return ""
    return f"Write what `{attempt.name}` does here as a loop over the items."


def anything(case: Case) -> Diagnosis:
    """Numba's own first words, when no rule knows more."""
    error = case.failure.error
    said = reason([case.message])
    call = failed_call(case)
    if type(error).__name__ in ("UnsupportedBytecodeError", "UnsupportedError"):
        said = re.sub(r"\s*\.?\s*Raised from.*", "", said).rstrip(".")
        return Diagnosis(
            "unknown",
            f"Numba can't compile this line: {said or type(error).__name__}.",
            "Move this line outside the compiled function, or write it with simpler statements.",
            "reference/pysupported.html#language",
        )
    nothing = f"Numba stopped with {type(error).__name__} and no message"
    where = f"`{case.source.text(call.func)}(...)`: " if call is not None else ""
    return Diagnosis(
        "unknown",
        f"{where}{said or nothing}.",
        "",
        "user/troubleshoot.html#my-code-doesn-t-compile",
    )


# Of a second problem in one function it is what follows from the first: a type that stays undecided.
WITHOUT_RULE = ("failing-part", "failing-statement", "refused-declaration", "unknown")

# What says little more than Numba does.
GENERAL = ("no-function", "no-item", "failing-part", "failing-statement", "unknown")

RULES = (text_to_number, no_operator, no_item, no_function)
