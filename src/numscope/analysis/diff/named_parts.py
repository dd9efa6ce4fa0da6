"""What the names in a program stand for by its text: assignments, arguments, attributes, functions that only return."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.concepts.callers import (
    FUNCTIONS,
    Function,
    calls_of,
    function_around,
    parameters,
    statement_at,
)
from numscope.analysis.concepts.syntax import last_name

_MOST_STEPS = 12


class NamedParts:
    """What the names of a program stand for."""

    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree
        self._functions = {node.name: node for node in tree.body if isinstance(node, FUNCTIONS)}
        self._calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
        self._one_by_one = {
            id(node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if len(list(_given_at_once(target, node.value))) > 1
        }
        self._looked_up: dict[int, ast.expr | None] = {}
        self._asked: set[tuple[int, str]] = set()  # the parameters that are looked up now: calls may go round
        self._classes = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
        self._imports = dict(_imported(tree))

    def said_at(self, line: int) -> ast.expr | None:
        """Return the expression of the statement at a line."""
        value = getattr(statement_at(self._tree, line), "value", None)
        return value if isinstance(value, ast.expr) else None

    def library_name(self, node: ast.expr) -> str | None:
        """Return the whole name of what is imported; None of anything else."""
        if isinstance(node, ast.Name):
            return self._imports.get(node.id)
        owner = self.library_name(node.value) if isinstance(node, ast.Attribute) else None
        return f"{owner}.{last_name(node)}" if owner else None

    def unfold(self, node: ast.expr) -> ast.expr:
        """Return the expression behind names, attributes of the program's objects, and calls of its functions."""
        return self.way_of(node)[-1]

    def way_of(self, node: ast.expr) -> list[ast.expr]:
        """Return the expressions that stand for each other, from this one to the one behind all names."""
        way = [node]
        for _ in range(_MOST_STEPS):
            behind = self._known_behind(way[-1])
            if behind is None:
                break
            way.append(behind)
        return way

    def is_given_one_by_one(self, node: ast.expr) -> bool:
        """Return whether the elements of a tuple are given to as many names: `low, high = 0.1, 0.4`."""
        return id(node) in self._one_by_one

    def _known_behind(self, node: ast.expr) -> ast.expr | None:
        """Return what is one step behind an expression; None if that leads back to itself (`x = x[1:]`)."""
        key = id(node)
        if key not in self._looked_up:
            self._looked_up[key] = None
            self._looked_up[key] = self._behind(node)
        return self._looked_up[key]

    def _behind(self, node: ast.expr) -> ast.expr | None:
        if self.library_name(node) is not None:
            return None
        if isinstance(node, ast.Name):
            return self._given(node.id, node.lineno)
        if isinstance(node, ast.Attribute):
            owner = self._class_of(node.value)
            return None if owner is None else self._attribute(owner, node.attr)
        if isinstance(node, ast.Subscript):
            return self._entry(self.unfold(node.value), self.unfold(node.slice))
        if isinstance(node, ast.Call):
            function = self._called(self.unfold(node.func))
            return None if function is None else _only_return(function)
        return None

    def _given(self, name: str, line: int) -> ast.expr | None:
        """Return what gives a name: its only assignment, or the only call of the function whose parameter it is."""
        function = function_around(self._tree, line)
        if function is not None:
            if name in parameters(function):
                return self._argument(function, name)
            given = assigned(function, name)
            if given:
                return given[0] if len(given) == 1 else None
        given = assigned(self._tree, name)
        return given[0] if len(given) == 1 else None

    def _called(self, name: ast.expr) -> Function | None:
        """Return the function of the program that is called: no library's method of the same name."""
        if isinstance(name, ast.Name):
            return self._functions.get(name.id)
        owner = self._class_of(name.value) if isinstance(name, ast.Attribute) else None
        return None if owner is None else _method(owner, last_name(name))

    def _argument(self, function: Function, name: str) -> ast.expr | None:
        if assigned(function, name) or (function.lineno, name) in self._asked:
            return None
        self._asked.add((function.lineno, name))
        calls = self._calls_of(function)
        self._asked.discard((function.lineno, name))
        if len(calls) != 1:
            return None
        names = [one for one in parameters(function) if one not in ("self", "cls")]
        return (_passed(calls[0], names, name) if name in names else None) or _defaults(function).get(name)

    def _calls_of(self, function: Function) -> list[ast.Call]:
        """Return the calls of a function, without those of another object's method of its name."""
        calls = list(calls_of(self._tree, function))
        if function.name == "__init__":
            return calls
        return [call for call in calls if self._called(call.func) is function]

    def _class_of(self, node: ast.expr) -> ast.ClassDef | None:
        if isinstance(node, ast.Name) and node.id == "self":
            around = [
                one for one in self._classes.values() if one.lineno <= node.lineno <= (one.end_lineno or 0)
            ]
            return around[-1] if around else None
        made = self.unfold(node)
        return self._classes.get(last_name(made.func)) if isinstance(made, ast.Call) else None

    def _attribute(self, owner: ast.ClassDef, name: str) -> ast.expr | None:
        """Return what an object's attribute is: assigned once in its class, or a field given where it is made."""
        assigned = [
            node.value
            for node in ast.walk(owner)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Attribute) and target.attr == name
        ]
        if assigned:
            return None if len(assigned) > 1 or self._is_counted(owner, name, assigned[0]) else assigned[0]
        fields = {
            node.target.id: node.value
            for node in owner.body
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        }
        calls = [call for call in self._calls if last_name(call.func) == owner.name]
        if name not in fields or len(calls) != 1:
            return None
        return _passed(calls[0], list(fields), name) or fields[name]

    def _is_counted(self, owner: ast.ClassDef, name: str, start: ast.expr) -> bool:
        """Return whether an attribute only begins as a number: `self.warmth += gain` changes it."""
        added = any(_adds_to(node, name) for node in ast.walk(owner))
        return added and isinstance(self.unfold(start), ast.Constant)

    def _entry(self, table: ast.expr, key: ast.expr) -> ast.expr | None:
        if not isinstance(table, ast.Dict) or not isinstance(key, ast.Constant):
            return None
        entries = zip(table.keys, table.values, strict=True)
        return next(
            (value for one, value in entries if isinstance(one, ast.Constant) and one.value == key.value),
            None,
        )


def _adds_to(node: ast.AST, name: str) -> bool:
    """Return whether a statement changes an attribute of this name: `self.warmth += gain`."""
    return (
        isinstance(node, ast.AugAssign)
        and isinstance(node.target, ast.Attribute)
        and node.target.attr == name
    )


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((one.asname or one.name.partition(".")[0], one.name) for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((one.asname or one.name, f"{node.module}.{one.name}") for one in node.names)


def _defaults(function: Function) -> dict[str, ast.expr]:
    arguments = function.args
    placed = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
    last = zip(placed[len(placed) - len(arguments.defaults) :], arguments.defaults, strict=True)
    named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return {**dict(last), **{one.arg: value for one, value in named if value is not None}}


def _passed(call: ast.Call, names: list[str], name: str) -> ast.expr | None:
    """Return what a call gives for a parameter of these."""
    by_name = next((one.value for one in call.keywords if one.arg == name), None)
    place = names.index(name)
    starred = any(isinstance(one, ast.Starred) for one in call.args)
    return by_name or (call.args[place] if place < len(call.args) and not starred else None)


def assigned(scope: Function | ast.Module, name: str) -> list[ast.expr]:
    """Return what a name is assigned in a function, or in a file outside of functions, at each place."""
    found: list[ast.expr] = []
    waiting: list[ast.AST] = list(scope.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.Lambda)):
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == name:
            found.append(node)
        waiting += ast.iter_child_nodes(node)
    given = [
        value
        for node in ast.walk(scope)
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None
        for whole in (node.targets if isinstance(node, ast.Assign) else [node.target])
        for target, value in _given_at_once(whole, node.value)
        if any(target is one for one in found)
    ]
    return given if len(given) == len(found) else found


def _given_at_once(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield each target of an assignment with what it is given: `low, high = 0.1, 0.4` gives two."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        yield from zip(target.elts, value.elts, strict=True)
    else:
        yield target, value


def _method(owner: ast.ClassDef, name: str) -> Function | None:
    return next((one for one in owner.body if isinstance(one, FUNCTIONS) and one.name == name), None)


def _only_return(function: Function) -> ast.expr | None:
    returns = [node for node in ast.walk(function) if isinstance(node, ast.Return)]
    return returns[0].value if len(returns) == 1 else None
