"""What the program's text, as the trace keeps it, says around a line: names that an operation reads and writes."""

from __future__ import annotations

import ast

from numscope.analysis.concepts.syntax import parsed

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Function = ast.FunctionDef | ast.AsyncFunctionDef


def statements(text: str, line: int) -> list[ast.stmt]:
    """Return the statements that stand on a line, the innermost last; empty if the text is no Python."""
    return [
        node
        for node in ast.walk(parsed(text))
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]


def statement(text: str, line: int) -> ast.stmt | None:
    """Return the innermost statement on a line."""
    found = statements(text, line)
    return max(found, key=lambda node: (node.lineno, -(node.end_lineno or 0))) if found else None


def line_with(text: str, node: ast.expr, new: str) -> str:
    """Return the line of `text` where `node` stands with `new` in its place, not indented; empty if it has several."""
    if node.lineno != node.end_lineno or node.end_col_offset is None:
        return ""
    line = text.split("\n")[node.lineno - 1].encode()
    changed = line[: node.col_offset] + new.encode() + line[node.end_col_offset :]
    return changed.decode().strip()


def statement_with(text: str, node: ast.stmt, new: str) -> str:
    """Return the line of `text` where the statement `node` stands with `new` in its place; empty if it shares it."""
    whole = ast.Name(new, ast.Load(), lineno=node.lineno, end_lineno=node.end_lineno)
    whole.col_offset, whole.end_col_offset = node.col_offset, node.end_col_offset
    alone = len([one for one in statements(text, node.lineno) if one.lineno == node.lineno]) == 1
    return line_with(text, whole, new) if alone else ""


def module_name(text: str, module: str) -> str | None:
    """Return the name under which a program imports a module: `np` of `import numpy as np`; None if it does not."""
    for node in ast.walk(parsed(text)):
        for alias in node.names if isinstance(node, ast.Import) else ():
            if alias.name == module:
                return alias.asname or module
    return None


def function_around(text: str, line: int) -> Function | None:
    """Return the innermost function that a line stands in."""
    found = [node for node in statements(text, line) if isinstance(node, _FUNCTIONS)]
    return max(found, key=lambda node: node.lineno) if found else None


def parameters(function: Function) -> set[str]:
    """Return the names of a function's parameters, but for `self` and the like."""
    arguments = function.args
    names = [one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    return {name for name in names if name not in ("self", "cls")}


def returns_a_value(function: Function) -> bool:
    """Return whether some `return` of the function gives something."""
    return any(isinstance(node, ast.Return) and node.value is not None for node in ast.walk(function))


def rebound(function: Function, before: int) -> set[str]:
    """Return the names that a function binds anew in lines above `before`."""
    return {
        name.id
        for node in ast.walk(function)
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.lineno < before
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        for name in ast.walk(target)
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
    }


def root_name(node: ast.expr) -> str | None:
    """Return the name that an expression such as `x[1:].T` begins with."""
    while isinstance(node, (ast.Subscript, ast.Attribute, ast.Starred)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def written_name(text: str, line: int, method: str) -> str | None:
    """Return the name of the array that the statement on a line writes into, if it does that.

    method: the operation there; a call of another one's method writes into something else than an array.
    """
    node = statement(text, line)
    if isinstance(node, ast.AugAssign):
        return root_name(node.target)
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
        return root_name(node.targets[0])
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        called = node.value.func
        if isinstance(called, ast.Attribute) and called.attr.rstrip("_") == method:
            return root_name(called.value)
    return None


def writes_a_part(text: str, line: int) -> bool:
    """Return whether the statement on a line writes elements or slices: `x[k] -= m`."""
    node = statement(text, line)
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return isinstance(targets[0], ast.Subscript)


def name_given_back(text: str, line: int, function: str) -> str | None:
    """Return the name that a call on a line reads and writes: `x` of `np.clip(x, 0, 1, out=x)`."""
    for call in calls_in(statement(text, line), function):
        for keyword in call.keywords:
            if keyword.arg == "out" and isinstance(keyword.value, ast.Name):
                name = keyword.value.id
                return name if any(name in names_in(given) for given in call.args) else None
    return None


def made_without_a_copy(function: Function, name: str, before: int) -> int | None:
    """Return the line that last makes `name` of another array by what copies nothing of an array: `asarray`."""
    lines = [
        node.lineno
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        and node.lineno < before
        and any(isinstance(target, ast.Name) and target.id == name for target in node.targets)
        and isinstance(node.value, ast.Call)
        and _shown(node.value) is not None
    ]
    return max(lines, default=None)


def calls_of(text: str, name: str) -> list[tuple[ast.stmt, ast.Call]]:
    """Return the statements of a file that call a function of its own, with the call."""
    return [
        (node, inner)
        for node in ast.walk(parsed(text))
        if isinstance(node, ast.stmt)
        and not isinstance(node, (*_FUNCTIONS, ast.ClassDef, ast.For, ast.While, ast.If))
        for inner in ast.walk(node)
        if isinstance(inner, ast.Call) and _called(inner) == name
    ]


def calls_in(node: ast.AST | None, *names: str) -> list[ast.Call]:
    """Return the calls of functions with these last names in a piece of the program."""
    found = ast.walk(node) if node is not None else ()
    return [one for one in found if isinstance(one, ast.Call) and _called(one) in names]


def _called(call: ast.Call) -> str | None:
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else None


def reads_after(text: str, name: str, line: int) -> int | None:
    """Return the first line after `line`, in the same function, that reads `name`; None if it is bound anew first."""
    around = function_around(text, line) or parsed(text)
    events = sorted(
        (node.lineno, isinstance(node.ctx, ast.Store), node.col_offset)
        for node in ast.walk(around)
        if isinstance(node, ast.Name) and node.id == name and node.lineno > line
    )
    if not events or events[0][1]:
        return None
    return events[0][0]


def names_read(node: ast.AST) -> set[str]:
    """Return the names that a piece of the program reads."""
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)}


def names_in(node: ast.AST) -> set[str]:
    """Return all names in a piece of the program."""
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


def parameter_behind(function: Function, name: str, line: int) -> str | None:
    """Return the parameter whose array `name` is on a line: itself, or a view or `asarray` of it."""
    names = parameters(function)
    assigned = {
        target.id: node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and node.lineno < line
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for _ in range(4):
        value = assigned.pop(name, None)
        if value is None:
            return name if name in names else None
        source = _shown(value)
        if source is None:
            return None
        name = source
    return None


_SHOWING = (
    "asarray",
    "asanyarray",
    "atleast_1d",
    "atleast_2d",
    "ravel",
    "reshape",
    "squeeze",
    "view",
    "transpose",
)


def _shown(value: ast.expr) -> str | None:
    """Return the name of the array that an expression may show the memory of."""
    if isinstance(value, (ast.Name, ast.Subscript, ast.Attribute)):
        return root_name(value)
    if isinstance(value, ast.Call) and _called(value) in _SHOWING:
        function = value.func
        if value.args and isinstance(value.args[0], ast.Name):
            return value.args[0].id
        return root_name(function.value) if isinstance(function, ast.Attribute) else None
    return None


def argument_for(function: Function, call: ast.Call, parameter: str) -> str | None:
    """Return the name that a call gives for a parameter; None if it gives something else than a name."""
    for keyword in call.keywords:
        if keyword.arg == parameter:
            return keyword.value.id if isinstance(keyword.value, ast.Name) else None
    names = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
    if names and names[0] in ("self", "cls"):
        del names[0]
    place = names.index(parameter) if parameter in names else len(call.args)
    value = call.args[place] if place < len(call.args) else None
    return value.id if isinstance(value, ast.Name) else None


def is_repeated(text: str, statement_: ast.stmt, name: str) -> bool:
    """Return whether a statement stands in a loop that does not bind `name` anew."""
    loops = [
        node
        for node in statements(text, statement_.lineno)
        if isinstance(node, (ast.For, ast.While)) and node is not statement_
    ]
    if not loops:
        return False
    inner = max(loops, key=lambda node: node.lineno)
    bound = {
        one.id for one in ast.walk(inner) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
    }
    return name not in bound
