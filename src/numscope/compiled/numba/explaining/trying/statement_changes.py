"""Changes of the failing statement: other spellings, conversions of what it uses, keywords that go."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import FunctionType
from typing import Any

import numpy as np

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.edits import Edit
from numscope.compiled.numba.explaining.source import first_line
from numscope.compiled.numba.explaining.trying.change import Change
from numscope.compiled.numba.explaining.trying.places import (
    definition,
    expressions,
    module_name,
    replaced,
)
from numscope.compiled.numba.explaining.trying.rebuilding import names_seen
from numscope.compiled.numba.type_names import short

_MOST_NAMES = 4


def respelled(case: Case, line: int | None) -> Iterator[Change]:
    """Yield the failing statement with one expression written otherwise."""
    for node in expressions(case, line):
        for text, sentence in _other_spellings(case, node):
            yield _one(case, node, text, sentence)


def _other_spellings(case: Case, node: ast.expr) -> Iterator[tuple[str, str]]:
    text = case.source.text(node)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        yield f"{case.source.text(node.left)} // {case.source.text(node.right)}", "Divide with `//`."
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        module = module_name(case.source, "numpy", "np")[0]
        sides = (f"({case.source.text(one)})" for one in (node.left, node.right))
        left, right = (f"{_bare(side)}.astype({module}.float64)" for side in sides)
        said = "Multiply as float64 and convert the result back: it is exact up to 2**53."
        yield f"({left} @ {right}).astype({module}.int64)", said
    if isinstance(node, ast.List) and node.elts:
        comma = "," if len(node.elts) == 1 else ""
        yield f"({text[1:-1].rstrip(', ')}{comma})", f"Write a tuple in place of the list `{text}`."
    if isinstance(node, ast.GeneratorExp):
        yield f"[{text[1:-1]}]" if text.startswith("(") else f"[{text}]", "Write a list comprehension."
    if isinstance(node, ast.Compare) and _is_none(node.comparators[0]):
        word = {ast.Eq: "is", ast.NotEq: "is not"}.get(type(node.ops[0]))
        if word:
            yield f"{case.source.text(node.left)} {word} None", f"Compare with None by `{word}`."
    if isinstance(node, ast.JoinedStr):
        yield from _plain_text(case, node)
    if isinstance(node, ast.Call):
        yield from _other_calls(case, node)


# Other names of NumPy's functions, which Numba has by the one on the right.
_SAME_FUNCTION = {
    "asanyarray": "asarray",
    "acos": "arccos",
    "acosh": "arccosh",
    "asin": "arcsin",
    "asinh": "arcsinh",
    "atan": "arctan",
    "atan2": "arctan2",
    "atanh": "arctanh",
    "amax": "max",
    "amin": "min",
    "concat": "concatenate",
    "float_power": "power",
    "permute_dims": "transpose",
    "pow": "power",
}


def _is_number(node: ast.expr) -> bool:
    """Tell whether a number is written out, with its sign."""
    inner = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(inner, ast.Constant) and isinstance(inner.value, (int, float))


def _bare(text: str) -> str:
    """Return an expression in parentheses without them where it is a name."""
    return text[1:-1] if text[1:-1].isidentifier() else text


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _plain_text(case: Case, node: ast.JoinedStr) -> Iterator[tuple[str, str]]:
    """An f-string with its values through str() and joined by +, without formats."""
    parts = [
        repr(part.value) if isinstance(part, ast.Constant) else f"str({ast.unparse(part.value)})"
        for part in node.values
        if isinstance(part, (ast.Constant, ast.FormattedValue))
    ]
    yield " + ".join(parts), "Join the parts with `+` and `str(...)`."


def _other_calls(case: Case, call: ast.Call) -> Iterator[tuple[str, str]]:
    function = case.source.text(call.func)
    arguments = [case.source.text(argument) for argument in call.args]
    keywords = {str(given.arg): case.source.text(given.value) for given in call.keywords if given.arg}
    if "keepdims" in keywords and "axis" in keywords:
        less = _call(function, arguments, {k: v for k, v in keywords.items() if k != "keepdims"})
        module = module_name(case.source, "numpy", "np")[0]
        yield f"{module}.expand_dims({less}, {keywords['axis']})", "Put the axis back with `np.expand_dims`."
    for name, value in keywords.items():
        rest = {other: text for other, text in keywords.items() if other != name}
        if name == "dtype":
            yield f"{_call(function, arguments, rest)}.astype({value})", "Convert the result with `.astype`."
        if name == next(iter(keywords)):
            yield _call(function, [*arguments, value], rest), f"Pass `{name}` by position."
        if name != "axis" or not _has_axes(case, function, arguments):
            yield _call(function, arguments, rest), f"Leave `{name}` out: it changes nothing here."
    is_last = arguments and not keywords and _is_number(call.args[-1])
    if is_last and not _has_axes(case, function, arguments):
        yield _call(function, arguments[:-1], {}), f"Leave `{arguments[-1]}` out: it changes nothing here."
    plain = _SAME_FUNCTION.get(function.rpartition(".")[2])
    if plain is not None and "." in function:
        yield (
            _call(f"{function.rpartition('.')[0]}.{plain}", arguments, keywords),
            f"Call `{plain}`, which does the same.",
        )
    named = call.args[1].value if len(call.args) == 2 and isinstance(call.args[1], ast.Constant) else None
    if function == "getattr" and isinstance(named, str):
        yield f"{arguments[0]}.{named}", "Write the attribute's name out."
    yield from _of_arguments(case, call, function, arguments, keywords)


def _has_axes(case: Case, function: str, arguments: list[str]) -> bool:
    """Tell whether a call is given an array of several axes: without its axis it is another call, equal by chance."""
    candidates = [function.rpartition(".")[0], *arguments[:1]]
    types = (case.type_at(name) for name in candidates if name.isidentifier())
    return any(getattr(type_, "ndim", 1) > 1 for type_ in types)


def _of_arguments(
    case: Case, call: ast.Call, function: str, arguments: list[str], keywords: dict[str, str]
) -> Iterator[tuple[str, str]]:
    for number, argument in enumerate(call.args[:2]):
        text = arguments[number]
        before, after = arguments[:number], arguments[number + 1 :]
        for made, sentence in _conversions(case, argument, text):
            yield _call(function, [*before, made, *after], keywords), sentence
    if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.expr):
        owner = case.source.text(call.func.value)
        module = module_name(case.source, "numpy", "np")[0]
        if owner != module and hasattr(np, call.func.attr):
            yield (
                _call(f"{module}.{call.func.attr}", [owner, *arguments], keywords),
                (f"Call `np.{call.func.attr}` in place of the method."),
            )


def _conversions(case: Case, node: ast.expr, text: str) -> Iterator[tuple[str, str]]:
    module = module_name(case.source, "numpy", "np")[0]
    kind = short(case.type_at(text)) if text.isidentifier() and case.type_at(text) is not None else ""
    if kind.startswith(("list", "List", "UniTuple", "set")) or isinstance(node, (ast.List, ast.Tuple)):
        yield f"{module}.array({text})", f"Make an array of `{text}` first."
    if kind.startswith(("set", "array")):
        yield f"list({text})", f"Make a list of `{text}` first."
    if (kind.startswith("array") and "int" in kind) or isinstance(node, ast.Call):
        yield f"{text}.astype({module}.float64)", f"Convert `{text}` to float64."
    if kind.startswith(("float", "int", "uint", "bool")):
        yield f"int({text})", f"Convert `{text}` to an integer."
        yield f"{module}.array([{text}])", f"Make an array of `{text}` first."


def _call(function: str, arguments: list[str], keywords: dict[str, str]) -> str:
    given = [*arguments, *(f"{name}={value}" for name, value in keywords.items())]
    return f"{function}({', '.join(given)})"


def converted_names(case: Case, line: int | None) -> Iterator[Change]:
    """Yield the failing statement with one of its variables converted."""
    names = [n for n in expressions(case, line) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)]
    for node in names[:_MOST_NAMES]:
        type_ = case.type_at(node.id) or _type_outside(case, node.id)
        for text in _conversions_of(case, node.id, type_):
            yield _one(case, node, text, f"Convert `{node.id}`: `{text}`.")


def _type_outside(case: Case, name: str) -> Any:
    """Return the type of an array outside of the function that it uses, which is a constant there; else None."""
    import numba

    function = case.failure.function
    value = names_seen(function).get(name) if isinstance(function, FunctionType) else None
    return numba.typeof(value) if isinstance(value, np.ndarray) else None


def _conversions_of(case: Case, name: str, type_: Any) -> Iterator[str]:
    kind = short(type_) if type_ is not None else ""
    module = module_name(case.source, "numpy", "np")[0]
    if kind.startswith("array("):
        yield f"{module}.ascontiguousarray({name})"
        yield f"{name}.copy()"
        yield f"{name}.astype({module}.float64)"
        yield f"{name}.astype({module}.int64)"
        yield f"{name}.ravel()"
        yield f"{name}.item()"
    elif kind.startswith(("float", "uint", "int", "bool")):
        yield f"int({name})"
        yield f"float({name})"
        yield f"str({name})"
    elif kind.startswith(("Tuple", "UniTuple", "list", "List")):
        yield f"{name}[0]"
        yield f"{module}.array({name})"


def unrolled(case: Case, line: int | None) -> Iterator[Change]:
    """Yield loops over a tuple of several types unrolled, and loops in parallel that can't be as plain ones."""
    inside = definition(case, line)
    for loop in ast.walk(inside) if inside else ():
        if not isinstance(loop, ast.For):
            continue
        text = case.source.text(loop.iter)
        if "prange" in text:
            edit = replaced(
                case.source, loop.iter, text.replace("numba.prange", "range").replace("prange", "range")
            )
            yield Change("Use `range`: this loop can't run in parallel.", (edit,), case.source.path)
        elif isinstance(loop.iter, ast.Call) and "literal_unroll" in case.source.text(loop.iter.func):
            edit = replaced(case.source, loop.iter, ", ".join(map(case.source.text, loop.iter.args)))
            yield Change("Write a plain loop: these items are of one type.", (edit,), case.source.path)
        elif not text.startswith(("range", "np.", "enumerate", "zip")):
            name, imports = module_name(case.source, "numba", "numba")
            edit = replaced(case.source, loop.iter, f"{name}.literal_unroll({text})")
            yield Change("Unroll the loop with `literal_unroll`.", (*imports, edit), case.source.path)


def other_constants(case: Case, line: int | None) -> Iterator[Change]:
    """Yield functions in which a variable or a return begins with a number of another type, or with an array."""
    inside = definition(case, line)
    module = module_name(case.source, "numpy", "np")[0]
    for node in ast.walk(inside) if inside else ():
        if not isinstance(node, (ast.Assign, ast.Return)) or node.value is None:
            continue
        text = case.source.text(node.value)
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, (int, float)):
            for made in (f"float({text})", f"int({text})", f"{module}.array({text})", f"({text},)", "None"):
                yield _one(case, node.value, made, f"Write `{made}` on line {node.lineno}.")
        elif isinstance(node.value, ast.Constant) and node.value.value is None:
            for made in ("0.0", "0", f"{module}.zeros(1)", '""'):
                yield _one(case, node.value, made, f"Write `{made}` on line {node.lineno}.")
        elif isinstance(node, ast.Assign):
            for made in (
                f"{module}.ravel({text})",
                f"{module}.copy({text})",
                f"{module}.array({text})",
                f"float({text})",
            ):
                yield _one(case, node.value, made, f"Write `{made}` on line {node.lineno}.")
            yield _one(
                case,
                node.value,
                f"({text}).astype({module}.float64)",
                f"Convert to float64 on line {node.lineno}.",
            )
        elif isinstance(node, ast.Return) and not isinstance(
            node.value, (ast.Tuple, ast.List, ast.Dict, ast.Set)
        ):
            for made in (
                f"float({text})",
                f"int({text})",
                f"str({text})",
                f"{module}.ascontiguousarray({text})",
            ):
                yield _one(case, node.value, made, f"Return `{made}` on line {node.lineno}.")


def other_blocks(case: Case, line: int | None) -> Iterator[Change]:
    """Yield the function with imports moved out, handlers without a name, `yield from` as a loop, `del` left out."""
    inside = definition(case, line)
    source = case.source
    for node in ast.walk(inside) if inside else ():
        if isinstance(node, ast.ExceptHandler) and node.type is not None:
            indent = source.indent(node.lineno)
            edit = Edit(node.lineno, node.lineno, (f"{indent}except Exception:",))
            yield Change("Catch `Exception`, without a name.", (edit,), source.path)
        elif isinstance(node, (ast.Import, ast.ImportFrom)) and inside is not None:
            first = first_line(inside)
            moved = Edit(first, first - 1, (source.indent(first) + ast.unparse(node),))
            gone = Edit(node.lineno, node.end_lineno or node.lineno, (f"{source.indent(node.lineno)}pass",))
            yield Change("Import above the function.", (moved, gone), source.path)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.YieldFrom):
            indent, items = source.indent(node.lineno), source.text(node.value.value)
            lines = (f"{indent}for item in {items}:", f"{indent}    yield item")
            edit = Edit(node.lineno, node.end_lineno or node.lineno, lines)
            yield Change("Write the loop for `yield from`.", (edit,), source.path)
        elif isinstance(node, (ast.Delete, ast.Assert, ast.Global)) and node.lineno == line:
            edit = Edit(node.lineno, node.end_lineno or node.lineno, (f"{source.indent(node.lineno)}pass",))
            yield Change("Leave this line out: the result is the same without it.", (edit,), source.path)


def _one(case: Case, node: ast.AST, text: str, sentence: str) -> Change:
    imports: tuple[Edit, ...] = ()
    if "np." in text:
        imports = module_name(case.source, "numpy", "np")[1]
    edits = (*imports, replaced(case.source, node, text))
    return Change(sentence, edits, case.source.path, means_other=True)
