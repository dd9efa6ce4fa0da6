"""Where a number comes from, by the program's text: what names are bound to, what calls give, what functions return.

Each step back is taken only where the text leaves no choice: one binding, one call of a function, one `return`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.concepts.callers import (
    CALLED_BY_INSTANCES,
    FUNCTIONS,
    Function,
    function_around,
    only_call,
    owner_of,
    parameters,
)
from numscope.analysis.concepts.syntax import last_name

Loop = ast.For | ast.comprehension
# What gives a number: an expression, or the loop by whose turns it counts.
Source = ast.expr | Loop
_DEEPEST = 12
_PROPERTIES = frozenset(("property", "cached_property"))
_COMPREHENSIONS = (ast.GeneratorExp, ast.ListComp, ast.SetComp)


def came_from(tree: ast.Module, node: ast.expr) -> list[Source]:
    """Return `node` and what gives it its value, step by step, as far as names, calls and attributes alone lead.

    The last is a loop, or an expression that computes something. Raises nothing: where the text leaves a choice, the
    steps end.
    """
    steps: list[Source] = [node]
    while len(steps) < _DEEPEST and isinstance(steps[-1], ast.expr):
        found = _behind(tree, steps[-1])
        if found is None or found in steps:
            break
        steps.append(found)
    return steps


def names_in(node: ast.AST) -> Iterator[ast.Name | ast.Attribute]:
    """Yield the names that an expression reads, and attributes of `self`; not those of functions that it calls."""
    called = {id(one.func) for one in ast.walk(node) if isinstance(one, ast.Call)}
    inner: set[int] = set()
    for one in ast.walk(node):
        if isinstance(one, ast.Attribute):
            inner.add(id(one.value))
            if _of_self(one) and id(one) not in called:
                yield one
        if isinstance(one, ast.Name) and id(one) not in called | inner:
            yield one


def _behind(tree: ast.Module, node: ast.expr) -> Source | None:
    """Return what gives an expression its value; None if it computes it, or if there is a choice."""
    if isinstance(node, ast.Name):
        return _only(_bound(tree, node)) or _given(tree, node)
    if isinstance(node, ast.Attribute) and _of_self(node):
        return _only(_bindings(ast.walk(tree), node)) or _of_property(tree, node)
    if isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute)):
        return _returned(tree, node)
    return None


def _only(found: Iterator[Source]) -> Source | None:
    several = list(found)
    return several[0] if len(several) == 1 else None


def _bound(tree: ast.Module, name: ast.Name) -> Iterator[Source]:
    """Yield what a name is bound to in the function that reads it, or else in the module."""
    inner = _turns(tree, name)
    if inner is not None:
        yield inner
        return
    function = function_around(tree, name.lineno)
    scope: ast.AST = tree if function is None else function
    local = list(_bindings(_own_nodes(scope), name))
    if not local and function is not None and name.id not in parameters(function):
        local = list(_bindings(_own_nodes(tree), name))
    yield from local


def _turns(tree: ast.Module, name: ast.Name) -> ast.comprehension | None:
    """Return the loop of the innermost comprehension around a name that gives the name its value."""
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, (*_COMPREHENSIONS, ast.DictComp)) and any(one is name for one in ast.walk(node))
    ]
    loops = [loop for node in reversed(around) for loop in node.generators if _names(loop.target, name.id)]
    return next((loop for loop in loops if not any(one is name for one in ast.walk(loop.iter))), None)


def _own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function or module, but for those of functions and classes in it."""
    for node in ast.iter_child_nodes(scope):
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            yield node
            yield from _own_nodes(node)


def _bindings(nodes: Iterator[ast.AST], name: ast.Name | ast.Attribute) -> Iterator[Source]:
    wanted = ast.unparse(name)
    for node in nodes:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                yield from _assigned(target, node.value, wanted)
        elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
            yield from _assigned(node.target, node.value, wanted)
        elif isinstance(node, ast.AugAssign) and ast.unparse(node.target) == wanted:
            yield node.value
        elif isinstance(node, (ast.For, ast.comprehension)) and _names(node.target, wanted):
            yield node


def _assigned(target: ast.expr, value: ast.expr, wanted: str) -> Iterator[ast.expr]:
    """Yield the part of an assigned value that a name gets."""
    if isinstance(target, (ast.Tuple, ast.List)):
        parts = value.elts if isinstance(value, (ast.Tuple, ast.List)) else None
        for place, one in enumerate(target.elts):
            if ast.unparse(one) == wanted:
                same = parts is not None and len(parts) == len(target.elts)
                yield parts[place] if parts is not None and same else _each(value)
    elif ast.unparse(target) == wanted:
        yield value


def _each(value: ast.expr) -> ast.expr:
    """Return the expression of which a comprehension makes each of its elements."""
    return value.elt if isinstance(value, _COMPREHENSIONS) else value


def _names(target: ast.expr, wanted: str) -> bool:
    return any(isinstance(one, ast.expr) and ast.unparse(one) == wanted for one in ast.walk(target))


def _given(tree: ast.Module, name: ast.Name) -> ast.expr | None:
    """Return what the only call of a function gives for a parameter of it."""
    function = function_around(tree, name.lineno)
    if function is None or name.id not in parameters(function):
        return None
    call = _only_call_of_instances(tree, function) or only_call(tree, function)
    if call is None:
        return None
    named = [value for one in call.keywords for value in _by_name(tree, one, name.id)]
    place = parameters(function).index(name.id) - _is_method(function)
    plain = call.args[place : place + 1] if not any(isinstance(one, ast.Starred) for one in call.args) else []
    return next(iter((*named, *plain)), None)


def _by_name(tree: ast.Module, keyword: ast.keyword, name: str) -> Iterator[ast.expr]:
    """Yield what a keyword of a call gives for a parameter; `**SETTINGS` gives what the mapping has for it."""
    if keyword.arg == name:
        yield keyword.value
    elif keyword.arg is None:
        mapping = came_from(tree, keyword.value)[-1]
        pairs = zip(mapping.keys, mapping.values, strict=True) if isinstance(mapping, ast.Dict) else ()
        yield from (value for key, value in pairs if getattr(key, "value", None) == name)


def _only_call_of_instances(tree: ast.Module, function: Function) -> ast.Call | None:
    """Return the only call of the one object of a class, if that is what runs this method of it."""
    owner = owner_of(tree, function)
    if function.name not in CALLED_BY_INSTANCES or owner is None:
        return None
    made = {
        ast.unparse(target)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and last_name(node.value.func) == owner.name
        for target in node.targets
    }
    calls = [one for one in ast.walk(tree) if isinstance(one, ast.Call) and ast.unparse(one.func) in made]
    return calls[0] if len(calls) == 1 else None


def _is_method(function: Function) -> bool:
    return parameters(function)[:1] in (["self"], ["cls"])


def _of_property(tree: ast.Module, node: ast.Attribute) -> ast.expr | None:
    """Return what a property returns, if there is one of this name, and it returns once."""
    decorators = {
        last_name(one)
        for function in ast.walk(tree)
        if isinstance(function, FUNCTIONS) and function.name == node.attr
        for one in function.decorator_list
    }
    return _result(tree, node.attr) if decorators & _PROPERTIES else None


def _returned(tree: ast.Module, call: ast.Call) -> ast.expr | None:
    """Return what the function of the program that is called returns, if one function has the name and returns once."""
    return _result(tree, last_name(call.func))


def _result(tree: ast.Module, name: str) -> ast.expr | None:
    functions = [one for one in ast.walk(tree) if isinstance(one, FUNCTIONS) and one.name == name]
    if len(functions) != 1:
        return None
    values = [one.value for one in _own_nodes(functions[0]) if isinstance(one, ast.Return) and one.value]
    return values[0] if len(values) == 1 else None


def _of_self(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
