"""Indexes that do not fit: floats, too many, boolean masks of two dimensions.

Arrays that may not be written.
"""

from __future__ import annotations

import ast
from typing import Any

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.edits import Edit
from numscope.compiled.numba.explaining.explanation import Diagnosis
from numscope.compiled.numba.type_names import in_words, short

_PAGE = "reference/numpysupported.html#array-access"


def float_index(case: Case) -> Diagnosis | None:
    """An index that is a float."""
    found = case.search(r"[Uu]nsupported array index type (float\d+)") or _float_key(case)
    if not found:
        return None
    name, line = _index_name(case)
    origin = ""
    edits: tuple[Edit, ...] = ()
    if name and line:
        division = _division(case, line)
        if division is not None:
            origin = f": `/` on line {line} always gives a float"
            left, right = case.source.text(division.left), case.source.text(division.right)
            edits = (Edit(*case.source.replaced(division, f"{left} // {right}")),)
        elif _mixes_signs(case, line):
            origin = f": on line {line} a uint64 meets an int64, and their common type is float64"
        else:
            origin = f", given on line {line}"
    subject = f"The index `{name}`" if name else "The index"
    return Diagnosis(
        "float-index",
        f"{subject} is a float{origin}; an index must be an integer.",
        "Divide with `//`, or convert with `int(...)`.",
        _PAGE,
        edits=edits,
    )


def _float_key(case: Case) -> bool:
    attempt = case.attempt
    if (
        attempt is None
        or attempt.name not in ("getitem", "setitem", "static_getitem")
        or len(attempt.arguments) < 2
    ):
        return False
    return short(attempt.arguments[1]) in ("float64", "float32")


def _index_name(case: Case) -> tuple[str, int | None]:
    """The variable used as an index that is a float, and the line that made it one."""
    for node in case.source.nodes(ast.Subscript, case.line):
        for name in ast.walk(node.slice):
            if isinstance(name, ast.Name) and short(case.type_at(name.id)) in ("float64", "float32"):
                assigned = case.inference.assignments(name.id) if case.inference else []
                before = [line for line, _ in assigned if line <= (case.line or 0)]
                return name.id, before[-1] if before else None
        if _division(case, case.line, node.slice) is not None:
            return case.source.text(node.slice), case.line
    return "", None


def _division(case: Case, line: int | None, within: ast.AST | None = None) -> ast.BinOp | None:
    nodes = list(ast.walk(within)) if within is not None else case.source.nodes(ast.BinOp, line)
    return next((n for n in nodes if isinstance(n, ast.BinOp) and isinstance(n.op, ast.Div)), None)


def _mixes_signs(case: Case, line: int) -> bool:
    used = case.inference.uses.get(line, {}) if case.inference else {}
    return any(short(type_).startswith("uint") for type_ in used.values())


def too_many_indexes(case: Case) -> Diagnosis | None:
    """`a[i, j]` of a vector."""
    found = case.search(r"[Cc]annot index array\((.+?), (\d+)d, \w\) with (\d+) indices") or case.search(
        r"too many indices for .*?array\((.+?), (\d+)d"
    )
    attempt = case.attempt
    if (
        not found
        and attempt is not None
        and attempt.name in ("getitem", "setitem")
        and len(attempt.arguments) > 1
    ):
        array, index = attempt.arguments[:2]
        dimensions, count = getattr(array, "ndim", None), getattr(index, "count", None)
        if dimensions is None or count is None or count <= dimensions:
            return None
    elif not found:
        return None
    name = next((case.source.text(n.value) for n in case.source.nodes(ast.Subscript, case.line)), "the array")
    what = in_words(attempt.arguments[0]) if attempt else "an array of fewer dimensions"
    return Diagnosis(
        "too-many-indexes",
        f"`{name}` is {what} and is given more indexes than that.",
        "Take an index away, or pass an array with more dimensions (`a.reshape(n, m)`).",
        _PAGE,
    )


def mask_of_two_dimensions(case: Case) -> Diagnosis | None:
    """`a[a > 0]` of a matrix, at which Numba stops with an assertion that has no text."""
    attempt = case.attempt
    masked = attempt is not None and any(
        short(a).startswith("array(bool, ") and getattr(a, "ndim", 1) > 1 for a in attempt.arguments[1:]
    )
    if not masked and not (isinstance(case.failure.error, AssertionError) and not case.message):
        return None
    for node in case.source.nodes(ast.Subscript, case.line) or _subscripts(case):
        array, mask = case.source.text(node.value), case.source.text(node.slice)
        if isinstance(node.slice, ast.Constant):
            continue
        return Diagnosis(
            "mask-dimensions",
            f"`{array}[{mask}]` picks from an array with a mask of several dimensions; compiled code takes "
            "masks of one "
            "dimension only (Numba stops here without a message).",
            "Flatten both, or loop over the indexes.",
            _PAGE,
            line=node.lineno,
            edits=(Edit(*case.source.replaced(node, f"{array}.ravel()[{_raveled(node.slice, mask)}]")),),
        )
    return None


def _raveled(node: ast.expr, text: str) -> str:
    return f"{text}.ravel()" if isinstance(node, ast.Name) else f"({text}).ravel()"


def _subscripts(case: Case) -> list[ast.Subscript]:
    function = case.source.function(case.failure.name, case.function_line())
    return [n for n in ast.walk(function) if isinstance(n, ast.Subscript)] if function else []


def readonly(case: Case) -> Diagnosis | None:
    """A write into an array that may not be written: a global, or a read-only argument."""
    if not case.search(r"Cannot modify (?:value of type )?readonly|Cannot modify readonly array"):
        return None
    name = _written(case)
    outside = name and name not in case.failure.arguments and _is_global(case, name)
    if outside:
        return Diagnosis(
            "readonly-array",
            f"`{name}` is a global array: Numba freezes it as a constant when it compiles, so it can't be "
            "written, and "
            "later changes to it are not seen.",
            f"Pass `{name}` to the function as an argument.",
            "reference/pysemantics.html#global-and-closure-variables",
            edits=_as_argument(case, name),
        )
    return Diagnosis(
        "readonly-array",
        f"{f'`{name}`' if name else 'The array'} is read-only (its `flags.writeable` is False), "
        "and this line writes into it.",
        "Copy it before the call (`a.copy()`), or write into a new array.",
        _PAGE,
    )


def _as_argument(case: Case, name: str) -> tuple[Edit, ...]:
    """The global as a parameter, and at every call; nothing where a call is not plain and at the top of the file."""
    source = case.source
    function = source.function(case.failure.name, case.function_line())
    if function is None or ast.unparse(function.args) != ", ".join(a.arg for a in function.args.args):
        return ()
    calls = [
        statement_call
        for statement in source.tree.body
        if not isinstance(statement, (ast.FunctionDef, ast.ClassDef))
        for statement_call in ast.walk(statement)
        if isinstance(statement_call, ast.Call) and getattr(statement_call.func, "id", "") == function.name
    ]
    uses = [node for node in source.walk(ast.Name) if node.id == function.name]
    lines = [call.lineno for call in calls]
    if len(uses) != len(calls) or len(set(lines)) != len(lines) or any(call.keywords for call in calls):
        return ()
    head = source.line(function.lineno)
    start = head.find(f"{function.name}(") + len(function.name) + 1
    end = head.find(")", start)
    if start <= len(function.name) or end < 0:
        return ()
    parameters = f"{head[start:end]}, {name}" if head[start:end].strip() else name
    edits = [Edit(function.lineno, function.lineno, (head[:start] + parameters + head[end:],))]
    for call in calls:
        given = ", ".join([*(source.text(argument) for argument in call.args), name])
        edits.append(Edit(*source.replaced(call, f"{function.name}({given})")))
    return tuple(edits)


def _written(case: Case) -> str:
    for node in case.source.nodes(ast.Subscript, case.line):
        if isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name):
            return node.value.id
    return ""


def _is_global(case: Case, name: str) -> Any:
    return name in getattr(case.failure.function, "__globals__", {})


RULES = (float_index, readonly, mask_of_two_dimensions, too_many_indexes)
