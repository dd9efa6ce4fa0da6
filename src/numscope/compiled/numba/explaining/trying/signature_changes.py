"""Changes of how a function is declared: its decorator, its signature, its parameters, the functions it calls."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import FunctionType

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.edits import Edit
from numscope.compiled.numba.explaining.source import first_line
from numscope.compiled.numba.explaining.trying.change import Change
from numscope.compiled.numba.explaining.trying.places import call_of, definition, module_name, replaced
from numscope.compiled.numba.explaining.trying.rebuilding import names_seen


def other_declarations(case: Case, line: int | None, types: dict[str, str]) -> Iterator[Change]:
    """Yield the decorator without a signature or an option, or with a signature that ends a recursion."""
    inside = definition(case, line)
    for decorator in inside.decorator_list if inside else ():
        text = case.source.text(decorator)
        if isinstance(decorator, ast.Call):
            function = case.source.text(decorator.func)
            if decorator.args:
                given = ", ".join(case.source.text(one) for one in decorator.keywords)
                without = f"{function}({given})" if given else function
                yield _one(
                    case, decorator, without, "Leave the signature out: Numba compiles for what it is given."
                )
            for keyword in decorator.keywords:
                rest = [
                    case.source.text(one)
                    for one in (*decorator.args, *decorator.keywords)
                    if one is not keyword
                ]
                yield _one(case, decorator, f"{function}({', '.join(rest)})", f"Leave `{keyword.arg}` out.")
        signature = _signature(case, types)
        if signature and not isinstance(decorator, ast.Call):
            yield _one(
                case,
                decorator,
                f'{text}("{signature}")',
                "Declare the types of the arguments and the result.",
            )


def named_keywords(case: Case, line: int | None) -> Iterator[Change]:
    """Yield a function with the keywords of the failing call as parameters, in place of `**keywords`."""
    inside, call = definition(case, case.function_line() if line is None else line), call_of(case)
    if inside is None or inside.args.kwarg is None or call is None:
        return
    names = [str(given.arg) for given in call[1].keywords if given.arg not in case.failure.arguments]
    head = case.source.line(inside.args.kwarg.lineno)
    text = head.replace(f"**{inside.args.kwarg.arg}", ", ".join(names))
    edit = Edit(inside.args.kwarg.lineno, inside.args.kwarg.lineno, (text,))
    yield Change("Name the keywords as parameters.", (edit,), case.source.path)


def _signature(case: Case, types: dict[str, str]) -> str:
    given = [str(argument.type) for argument in case.failure.arguments.values()]
    return (
        f"{types['return']}({', '.join(given)})"
        if "return" in types and all(g.isalnum() for g in given)
        else ""
    )


def compiled_callees(case: Case, line: int | None) -> Iterator[Change]:
    """Yield the plain functions that the failing function uses compiled as well: each, and all together."""
    function = case.failure.function
    if not isinstance(function, FunctionType):
        return
    names = names_seen(function)
    inside = definition(case, line)
    used = {node.id for node in ast.walk(inside) if isinstance(node, ast.Name)} if inside else set()
    plain = [names[name] for name in sorted(used) if isinstance(names.get(name), FunctionType)]
    decorator, imports = module_name(case.source, "numba", "numba")
    edits, compiled = [], []
    for one in plain:
        node = case.source.function(one.__name__, one.__code__.co_firstlineno)
        if node is not None and not node.decorator_list and one.__code__.co_filename == case.source.path:
            edits.append(
                Edit(node.lineno, node.lineno - 1, (f"{case.source.indent(node.lineno)}@{decorator}.njit",))
            )
            compiled.append(f"`{one.__name__}`")
    if edits:
        yield Change(f"Compile {', '.join(compiled)} as well.", (*imports, *edits), case.source.path)


def undeclared_callees(case: Case, line: int | None) -> Iterator[Change]:
    """Yield compiled functions that were declared for other types than the failing one passes, without signatures."""
    function, inside = case.failure.function, definition(case, line)
    if not isinstance(function, FunctionType) or inside is None or not case.search("with parameters"):
        return
    names = names_seen(function)
    for name in sorted({node.id for node in ast.walk(inside) if isinstance(node, ast.Name)}):
        plain = getattr(names.get(name), "py_func", None)
        if not isinstance(plain, FunctionType) or plain.__code__.co_filename != case.source.path:
            continue
        node = case.source.function(plain.__name__, plain.__code__.co_firstlineno)
        for decorator in node.decorator_list if node is not None else ():
            if isinstance(decorator, ast.Call) and decorator.args:
                given = ", ".join(case.source.text(one) for one in decorator.keywords)
                text = case.source.text(decorator.func) + (f"({given})" if given else "")
                said = f"Leave the signature of `{name}` out: Numba compiles it for what it is given."
                yield _one(case, decorator, text, said)


def frozen_globals(case: Case, line: int | None) -> Iterator[Change]:
    """Yield containers outside of the function as constants that Numba knows: a tuple, an array."""
    function, inside = case.failure.function, definition(case, line)
    if not isinstance(function, FunctionType) or inside is None:
        return
    names = names_seen(function)
    first = first_line(inside)
    module, imports = module_name(case.source, "numpy", "np")
    for name in sorted({n.id for n in ast.walk(inside) if isinstance(n, ast.Name)}):
        if not isinstance(names.get(name), (list, set, range)):
            continue
        uses = [n for n in ast.walk(inside) if isinstance(n, ast.Name) and n.id == name]
        if len({node.lineno for node in uses}) != len(uses):
            continue
        for made, kind in ((f"tuple({name})", "tuple"), (f"{module}.array(list({name}))", "array")):
            new = f"{name}_{kind.upper()}" if name.isupper() else f"{name}_{kind}"
            above = Edit(first, first - 1, (f"{case.source.indent(first)}{new} = {made}",))
            edits = [replaced(case.source, node, new) for node in uses]
            yield Change(
                f"Use a constant {kind} made of `{name}`; later changes of `{name}` are not seen.",
                (*(imports if kind == "array" else ()), above, *edits),
                case.source.path,
            )


def _one(case: Case, node: ast.AST, text: str, sentence: str) -> Change:
    return Change(sentence, (replaced(case.source, node, text),), case.source.path)
