"""Folds a text towards what a person would write: values stand where they are used, and not in variables of ours.

Nothing here has to be right in every case: what is folded is proved to do the same before it is used.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from typing import Any

from numscope.compiled.torch_compile.graph_results import KnownNames, renamed, take_apart
from numscope.compiled.torch_compile.symbols import is_installed

_OURS = "stack_"


def folded(source: str, known: KnownNames | None = None) -> str:
    """Return the source of a function with as few variables of ours as can be had.

    known: of the graphs and resume functions that it calls; None leaves the results of graphs together.
    """
    module = ast.parse(source)
    made: dict[str, str] = {}
    while True:
        before = ast.dump(module)
        _unpack_items(module)
        _Displays().visit(module)
        for body in list(_bodies(module)):
            body[:] = _without_copies(module, body)
            _rename(module, body)
            _inline(module, body)
            body[:] = _without_unused(module, body)
        if ast.dump(module) == before and known is not None and not made:
            made = take_apart(module, known, _OURS)
        if ast.dump(module) == before:
            break
    if known is not None:
        renamed(module, known, made, _OURS)
    return ast.unparse(ast.fix_missing_locations(module)) + "\n"


def _bodies(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(tree):
        for field in ("body", "orelse", "finalbody"):
            body = getattr(node, field, None)
            if isinstance(body, list) and body:
                yield body


def _ours(statement: ast.stmt) -> str:
    """Return the variable of ours that a statement assigns, and nothing else; empty where it is another statement."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return ""
    target = statement.targets[0]
    return target.id if isinstance(target, ast.Name) and target.id.startswith(_OURS) else ""


def _counts(tree: ast.AST, kind: type[ast.expr_context] | tuple[type[ast.expr_context], ...]) -> Counter[str]:
    names = (node for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, kind))
    found = Counter(node.id for node in names)
    if kind is not ast.Load:
        found.update(node.arg for node in ast.walk(tree) if isinstance(node, ast.arg))
    return found


def _without_copies(tree: ast.AST, body: list[ast.stmt]) -> list[ast.stmt]:
    """Put a variable or a constant in place of the variable of ours that only holds it."""
    changes = _counts(tree, (ast.Store, ast.Del))
    kept: list[ast.stmt] = []
    for statement in body:
        name = _ours(statement)
        value = statement.value if name and isinstance(statement, ast.Assign) else None
        if isinstance(value, ast.NamedExpr) and changes[name] == 1 and changes[value.target.id] == 1:
            _replace(tree, name, value.target)
            kept.append(ast.copy_location(ast.Assign([value.target], value.value, lineno=0), statement))
            continue
        steady = isinstance(value, ast.Constant) or (
            isinstance(value, ast.Name) and (changes[value.id] == 1 or is_installed(value.id))
        )
        if value is not None and steady and changes[name] == 1:
            _replace(tree, name, value)
        else:
            kept.append(statement)
    return kept or [ast.Pass()]


def _rename(tree: ast.AST, body: list[ast.stmt]) -> None:
    """Compute a value right into the variable that it is copied to later on."""
    changes = _counts(tree, (ast.Store, ast.Del))
    for place in range(len(body) - 1, 0, -1):
        copy = body[place]
        if not isinstance(copy, ast.Assign) or not isinstance(copy.value, ast.Name) or _ours(copy):
            continue
        name, target = copy.value.id, copy.targets[0]
        start = next((number for number in range(place) if _stored(body[number], name)), None)
        if start is None or changes[name] != 1 or not isinstance(target, ast.Name):
            continue
        if any(_mentions(statement, target.id) for statement in body[start:place]):
            continue
        for bound in _stored(body[start], name):
            bound.id = target.id
        del body[place]
        _replace(tree, name, target)


def _unpack_items(tree: ast.AST) -> None:
    """Have a loop unpack its items where its first statement does."""
    uses = _counts(tree, ast.Load)
    for loop in ast.walk(tree):
        if not isinstance(loop, ast.For) or not isinstance(loop.target, ast.Name) or len(loop.body) < 2:
            continue
        name, first = loop.target.id, loop.body[0]
        ours = name.startswith(_OURS) and uses[name] == 1
        if ours and isinstance(first, ast.Assign) and _is_load(first.value, name):
            loop.target = first.targets[0]
            del loop.body[0]


class _Displays(ast.NodeTransformer):
    """Writes what displays inside displays, and cut from displays, come down to."""

    def visit_List(self, node: ast.List) -> ast.AST:
        """`[a, *[b]]` is `[a, b]`."""
        self.generic_visit(node)
        node.elts = _spread(node.elts)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """`f(*[a])` is `f(a)`."""
        self.generic_visit(node)
        node.args = _spread(node.args)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """`[a][0:1]` is `[a]`."""
        self.generic_visit(node)
        if not isinstance(node.value, ast.List) or not isinstance(node.slice, ast.Slice):
            return node
        bounds: list[Any] = [node.slice.lower, node.slice.upper]
        if node.slice.step or not all(each is None or isinstance(each, ast.Constant) for each in bounds):
            return node
        items = node.value.elts
        kept = items[slice(*(getattr(each, "value", None) for each in bounds))]
        return ast.List(kept, ast.Load()) if len(kept) == len(items) else node


def _spread(items: list[ast.expr]) -> list[ast.expr]:
    found: list[ast.expr] = []
    for item in items:
        known = isinstance(item, ast.Starred) and isinstance(item.value, ast.List)
        found += item.value.elts if known else [item]  # type: ignore[attr-defined]
    return found


def _stored(statement: ast.stmt, name: str) -> list[ast.Name]:
    """Return the places where an assignment binds the variable of ours `name`."""
    if not name.startswith(_OURS) or not isinstance(statement, ast.Assign):
        return []
    targets = (node for target in statement.targets for node in ast.walk(target))
    return [node for node in targets if isinstance(node, ast.Name) and node.id == name]


def _mentions(statement: ast.stmt, name: str) -> bool:
    return any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(statement))


def _replace(tree: ast.AST, name: str, value: ast.expr) -> None:
    new: Any = ast.Name(value.id, ast.Load()) if isinstance(value, ast.Name) else value
    for node in ast.walk(tree):
        for field, child in ast.iter_fields(node):
            if isinstance(child, list):
                child[:] = [new if _is_load(each, name) else each for each in child]
            elif _is_load(child, name):
                setattr(node, field, new)


def _is_load(node: Any, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)


def _inline(tree: ast.AST, body: list[ast.stmt]) -> None:
    """Put values in place of variables of ours that the next statement uses, once, before anything else happens."""
    uses = _counts(tree, ast.Load)
    changes = _counts(tree, (ast.Store, ast.Del))
    place = len(body) - 2
    while place >= 0:
        name = _ours(body[place])
        if name and uses[name] == 1 and changes[name] == 1 and _used_first(body[place + 1], name, changes):
            statement = body.pop(place)
            assert isinstance(statement, ast.Assign)
            _replace(body[place], name, statement.value)
            place = min(place, len(body) - 1)
        place -= 1


def _used_first(statement: ast.stmt, name: str, changes: Counter[str]) -> bool:
    """Return whether nothing but constants and local variables is read before `name` is."""
    for node in _in_order(statement):
        if _is_load(node, name):
            return True
        local = isinstance(node, ast.Name) and (changes[node.id] > 0 or is_installed(node.id))
        if not local and not isinstance(node, ast.Constant):
            return False
    return False


def _in_order(node: Any) -> Iterator[ast.AST]:
    """Give what a statement or expression evaluates, in order; what is not known stands for itself as a whole."""
    children = _CHILDREN.get(type(node))
    if children is not None:
        for field in children:
            child = getattr(node, field)
            for each in child if isinstance(child, list) else [child]:
                if each is not None:
                    yield from _in_order(each)
    if not isinstance(node, _SILENT):
        yield node


_CHILDREN: dict[type, tuple[str, ...]] = {
    ast.Assign: ("value", "targets"),
    ast.Expr: ("value",),
    ast.Return: ("value",),
    ast.Attribute: ("value",),
    ast.Subscript: ("value", "slice"),
    ast.Slice: ("lower", "upper", "step"),
    ast.Call: ("func", "args", "keywords"),
    ast.keyword: ("value",),
    ast.Starred: ("value",),
    ast.List: ("elts",),
    ast.Tuple: ("elts",),
    ast.BinOp: ("left", "right"),
    ast.UnaryOp: ("operand",),
    ast.Compare: ("left", "comparators"),
    ast.NamedExpr: ("value",),
    ast.If: ("test",),
    ast.For: ("iter",),
    ast.Dict: ("keys", "values"),
}
_SILENT = (ast.Assign, ast.Expr, ast.Return, ast.List, ast.Tuple, ast.Starred, ast.keyword, ast.Slice)


def _without_unused(tree: ast.AST, body: list[ast.stmt]) -> list[ast.stmt]:
    """Leave out values that nothing uses and nobody notices, and write deletions that follow each other as one."""
    uses = _counts(tree, ast.Load)
    kept: list[ast.stmt] = []
    for place, statement in enumerate(body):
        if isinstance(statement, ast.Delete) and _just_returns(body[place + 1 :]):
            continue  # the function is over, and its variables with it
        name = _ours(statement)
        value = statement.value if isinstance(statement, (ast.Assign, ast.Expr)) else None
        dropped = bool(name and not uses[name]) or isinstance(statement, ast.Expr)
        if dropped and value is not None and _silent(value):
            continue
        if dropped and name and value is not None:
            kept.append(ast.copy_location(ast.Expr(value), statement))
            continue
        last = kept[-1] if kept else None
        if isinstance(statement, ast.Delete) and isinstance(last, ast.Delete):
            last.targets += statement.targets
        else:
            kept.append(statement)
    return kept or [ast.Pass()]


def _just_returns(rest: list[ast.stmt]) -> bool:
    """Return whether a variable is all that is returned now."""
    last = rest[0] if len(rest) == 1 else None
    return isinstance(last, ast.Return) and isinstance(last.value, (ast.Name, ast.Tuple, ast.Constant))


def _silent(value: ast.expr) -> bool:
    """Return whether computing a value is noticed by nobody."""
    parts = (ast.Constant, ast.List, ast.Tuple, ast.Load, ast.Name)
    docstring = isinstance(value, ast.Constant) and isinstance(value.value, str)
    local = all(
        node.id.startswith((_OURS, "tmp_", "graph_out_"))
        for node in ast.walk(value)
        if isinstance(node, ast.Name)
    )
    return not docstring and local and all(isinstance(node, parts) for node in ast.walk(value))
