"""Globals, closures and fields whose type Numba can't infer."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from typing import Any

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.edits import Edit
from numscope.compiled.numba.explaining.explanation import Diagnosis
from numscope.compiled.numba.explaining.rules.arguments import compile_it_too
from numscope.compiled.numba.explaining.source import Source

_GLOBALS = "reference/pysemantics.html#global-and-closure-variables"


def untyped_global(case: Case) -> Diagnosis | None:
    """A name from outside the function that holds a Python object."""
    found = case.search(
        r"Untyped global name '([^']+)':?\s*(?:Cannot determine Numba type of <class '([^']+)'>)?"
    )
    if not found:
        return None
    name, class_name = found[1], (found[2] or "Python object").rpartition(".")[2]
    value = _value(case, name)
    if inspect.isfunction(value):
        source = Source.of(value.__code__.co_filename)
        return Diagnosis(
            "untyped-function",
            f"`{name}` is a plain Python function; compiled code can only call compiled functions.",
            f"Put `@njit` above `def {name}`, so that it is compiled too.",
            "user/jit.html#calling-and-inlining-other-functions",
            edits=compile_it_too(value, source),
            file=source.path,
        )
    if isinstance(value, tuple) and any(map(inspect.isfunction, value)):
        return _functions_in_tuple(name, value)
    if isinstance(value, (dict, list, set)):
        kind = type(value).__name__
        return Diagnosis(
            "untyped-container",
            f"`{name}` is a Python {kind} outside the function, and Numba can't turn it into a constant.",
            f"Pass it as an argument: a numba.typed.{'Dict' if kind == 'dict' else 'List'}, or an array "
            "where it holds "
            "numbers. Globals are frozen when the function compiles, so later changes would not be seen "
            "either.",
            _GLOBALS,
        )
    return Diagnosis(
        "untyped-global",
        f"`{name}` is a Python object ({class_name}) outside the function, and Numba does not know what is "
        "inside it.",
        "Pass the numbers it holds as arguments, or take them out into plain variables first. Either way "
        "the value is "
        "fixed once the function is compiled unless it is an argument.",
        _GLOBALS,
        edits=_taken_out(case, name, value),
    )


def _functions_in_tuple(name: str, value: tuple[Any, ...]) -> Diagnosis:
    """Name the plain functions in a tuple outside the function, and compile those of the same file."""
    held = {one.__name__: one for one in value if inspect.isfunction(one)}
    names = ", ".join(f"`{one}`" for one in held)
    plain, them = ("functions", "each of them") if len(held) > 1 else ("function", "it")
    source = Source.of(next(iter(held.values())).__code__.co_filename)
    here = [one for one in held.values() if one.__code__.co_filename == source.path]
    return Diagnosis(
        "untyped-function",
        f"`{name}` is a tuple that holds the plain Python {plain} {names}; compiled code can only call compiled "
        "functions.",
        f"Put `@njit` above {them}, so that it is compiled too.",
        "user/jit.html#calling-and-inlining-other-functions",
        edits=tuple(edit for one in here for edit in compile_it_too(one, source)),
        file=source.path,
    )


def _value(case: Case, name: str) -> Any:
    function = case.failure.function
    if function is None:
        return None
    variables = inspect.getclosurevars(function)
    for scope in (variables.nonlocals, getattr(function, "__globals__", {}), variables.builtins):
        if name in scope:
            return scope[name]
    return None


def _taken_out(case: Case, name: str, value: Any) -> tuple[Edit, ...]:
    """`config.scale` becomes a variable of its own before the function, when it is a number."""
    nodes = [
        node
        for node in case.source.nodes(ast.Attribute, case.line)
        if isinstance(node.value, ast.Name) and node.value.id == name
    ]
    if len(nodes) != 1 or case.line is None:
        return ()
    if not isinstance(getattr(value, nodes[0].attr, None), (int, float, complex)):
        return ()
    new = f"{name}_{nodes[0].attr}"
    top = case.function_line()
    return (
        Edit(top, top - 1, (f"{case.source.indent(top)}{new} = {name}.{nodes[0].attr}",)),
        Edit(*case.source.replaced(nodes[0], new)),
    )


def escaping_closure(case: Case) -> Diagnosis | None:
    """A function made inside that is returned and remembers a variable."""
    found = case.search(
        r"Cannot capture the non-constant value associated with variable '(\w+)' in a function"
    )
    if not found:
        return None
    return Diagnosis(
        "closure",
        f"The inner function remembers `{found[1]}` and leaves the function that made it; compiled code "
        "can't carry "
        "such a closure out.",
        f"Give the inner function `{found[1]}` as a parameter, or make it in a plain Python function that "
        "returns "
        "`njit(inner)`: there the value is a constant.",
        "reference/pysupported.html#inner-function-and-closure",
    )


def jitclass_field(case: Case) -> Diagnosis | None:
    """An attribute that the jitclass specification does not name."""
    found = case.search(r"Cannot resolve setattr: \(instance\.jitclass\.(\w+)#.*?\)\.(\w+) = ([^\n]+)")
    if not found:
        return None
    name, field, type_ = found[1], found[2], found[3].strip()
    type_ = type_.split("[")[1].split("]")[0] if type_.startswith("Literal") else type_
    return Diagnosis(
        "jitclass-field",
        f"`self.{field}` ({type_}) is not in the specification of jitclass `{name}`; its fields are fixed "
        "when the "
        "class is made.",
        f"Add ('{field}', {type_}) to the specification.",
        "user/jitclass.html#specifying-numba-typed-containers-as-class-members-explicitly",
        edits=_specification(case, name, field, type_),
    )


def _specification(case: Case, class_name: str, field: str, type_: str) -> tuple[Edit, ...]:
    for node in case.source.walk(ast.ClassDef):
        if node.name != class_name:
            continue
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and decorator.args and isinstance(decorator.args[0], ast.List):
                spec = decorator.args[0]
                items = [case.source.text(item) for item in spec.elts]
                text = f"[{', '.join([*items, f'({field!r}, {type_})'])}]"
                return (Edit(*case.source.replaced(spec, text)),)
    return ()


def runaway(case: Case) -> Diagnosis | None:
    """A function that calls itself on every path that inference can follow first."""
    if not case.search(r"cannot type infer runaway recursion|cannot compute type of recursive"):
        return None
    name = case.failure.name or (case.inference.function if case.inference else "")
    inside = case.source.function(name, case.line) if name else _around(case)
    named = f"`{inside.name}`" if inside else f"`{name}`" if name else "The function"
    plain_return = "Return a plain value on one path, before the recursive call (`if n <= 1: return 1`)"
    if inside is not None and _always_calls_itself(inside):
        sentence, advice = (
            f"{named} calls itself whatever it is given, so its result has no type.",
            plain_return,
        )
    else:
        sentence = f"{named} calls itself and Numba finds no return whose type does not depend on that call."
        advice = f'{plain_return}, or declare the types: `@njit("int64(int64)")`'
    return Diagnosis("recursion", sentence, f"{advice}.", "reference/pysupported.html#recursive-calls")


def _around(case: Case) -> ast.FunctionDef | None:
    """Return the innermost function that has the failing line."""
    found = [
        node
        for node in case.source.walk(ast.FunctionDef)
        if node.lineno <= (case.line or 0) <= (node.end_lineno or 0)
    ]
    return max(found, key=lambda node: node.lineno, default=None)


def _always_calls_itself(function: ast.FunctionDef) -> bool:
    """Tell whether every `return` has a call of the function."""
    returns = [node for node in ast.walk(function) if isinstance(node, ast.Return)]
    return bool(returns) and all(
        any(isinstance(call.func, ast.Name) and call.func.id == function.name for call in _calls_in(node))
        for node in returns
    )


def _calls_in(node: ast.AST) -> Iterator[ast.Call]:
    return (below for below in ast.walk(node) if isinstance(below, ast.Call))


RULES = (untyped_global, escaping_closure, jitclass_field, runaway)
