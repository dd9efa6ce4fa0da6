"""What a line says once each name in it stands for what gives it: where two programs say something else there.

`optimizer.step()` says the same in both, and the class of the optimizer is chosen in a function far above; a column's
mean is put together on one line and taken on the next.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from numscope.analysis.concepts.callers import (
    FUNCTIONS,
    Function,
    calls_of,
    function_around,
    parameters,
    statement_at,
)
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.diff.inner_calls import known_contents
from numscope.analysis.diff.program_change import SourceChange
from numscope.analysis.diff.rounded_values import keeps_numbers
from numscope.operations.traits import Trait
from numscope.trace import Operation, Site, Trace
from numscope.trace.operation import AFTER

_MOST_STEPS = 12
_MOST_DEEP = 30
_SAME_NAME = "select id from operations where name = ? and user_line is not null order by id limit 1"
_AT_LINE = (
    "select id from operations where user_file = ? and user_line = ? and depth = 0 order by id limit 100"
)
# How telling a difference is: another number or word, another function or class, another form.
_CONSTANT, _CALLED, _FORM = range(3)


def unfolded(parted: Operation, first: Trace, second: Trace, removed: bool) -> SourceChange | None:
    """Return the line of the second program by which the statement where values part says something else.

    removed: `parted` is of the first run. None if the other program has no counterpart of the statement, or if what
    differs stands at several lines or at the statement itself.
    """
    run, other = (first, second) if removed else (second, first)
    site = parted.user_site or parted.site
    theirs = None if site is None else _counterpart(site, parted.name, run, other)
    old, new = (site, theirs) if removed else (theirs, site)
    if old is None or new is None:
        return None
    programs = program_of(first, old), program_of(second, new)
    before, after = (_Text(one.tree) for one in programs)
    one, both = before.said_at(programs[0].line(old)), after.said_at(programs[1].line(new))
    if one is None or both is None or not _compute_alike(before.unfold(one), after.unfold(both)):
        return None
    found = list(_differences(before, one, after, both, 0))
    most = min((difference.rank for difference in found), default=None)
    lines = {difference.second: difference for difference in found if difference.rank == most}
    if len(lines) != 1:
        return None
    ((line, difference),) = lines.items()
    made = programs[1].site(line, new)
    if made.source.startswith(("def ", "class ")):
        return None
    if both.lineno <= line <= (both.end_lineno or both.lineno):
        return None
    if _gave_known(*made.place, first, second):
        return None
    was = programs[0].site(difference.first, old)
    return SourceChange(None, None, *made.place, (was.source, made.source))


def _counterpart(mine: Site, name: str, run: Trace, other: Trace) -> Site | None:
    """Return the line of the other program where an operation of the name runs, or the only one that calls it so.

    Not every way to a library's function is recorded: `smf.ols(...).fit()` for `sm.OLS(...).fit()`.
    """
    found = other.ask(_SAME_NAME, [name])["id"].to_pylist()
    if found:
        there: Operation = other.operations[found[0]]
        return there.user_site or there.site
    here, theirs = program_of(run, mine), program_of(other)
    called = _called_at(_Text(here.tree).said_at(here.line(mine)))
    lines = {
        node.lineno
        for node in ast.walk(theirs.tree)
        if isinstance(node, ast.Call) and called and _called_at(node) == called
    }
    return theirs.site(lines.pop(), mine) if len(lines) == 1 else None


def _called_at(node: ast.AST | None) -> str:
    return last_name(node.func) if isinstance(node, ast.Call) else ""


def _compute_alike(old: ast.expr, new: ast.expr) -> bool:
    """Return whether two expressions have one form and call the same function: else they are two statements."""
    if type(old) is not type(new):
        return False
    if isinstance(old, ast.Call) and isinstance(new, ast.Call):
        return last_name(old.func) == last_name(new.func)
    return True


def _gave_known(file: str, line: int, first: Trace, second: Trace) -> bool:
    """Return whether a line gave arrays, and the first run has all of them: it is right, whatever it says.

    Memory that nobody wrote holds nothing that could be wrong, and a cast that changed no number changed nothing.
    """
    ids = second.ask(_AT_LINE, [file, line])["id"].to_pylist()
    operations = second.operations.fetch(ids)
    computing = [one for one in operations if not keeps_numbers(one)]
    made = {content for one in computing for content in _contents(one, True)}
    unwritten = {
        content for one in computing if one.traits & Trait.UNINITIALISED for content in _contents(one, True)
    }
    cast = {content for one in operations if one not in computing for content in _contents(one, False)}
    used = {content for one in computing for content in _contents(one, False)}
    # A line that uses up all its arrays, for one number, gave what these show.
    given = (made - used - unwritten) | cast or made - unwritten
    return bool(made) and not given - known_contents(first, given)


def _contents(operation: Operation, after: bool) -> set[str]:
    """Return the arrays that an operation made, or was given."""
    arrays = [one for one in operation.operands if one.hash is not None and one.shape]
    return {one.hash for one in arrays if (one.role in AFTER) == after and one.hash is not None}


@dataclass(frozen=True)
class _Difference:
    rank: int
    first: int
    second: int


class _Text:
    """A program's text: what gives its names."""

    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree
        self._functions = {node.name: node for node in tree.body if isinstance(node, FUNCTIONS)}
        self._calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
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
        for _ in range(_MOST_STEPS):
            behind = self._behind(node)
            if behind is None:
                return node
            node = behind
        return node

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
            assigned = _assigned(function, name)
            if assigned:
                return assigned[0] if len(assigned) == 1 else None
        assigned = _assigned(self._tree, name)
        return assigned[0] if len(assigned) == 1 else None

    def _called(self, name: ast.expr) -> Function | None:
        """Return the function of the program that is called: no library's method of the same name."""
        if isinstance(name, ast.Name):
            return self._functions.get(name.id)
        owner = self._class_of(name.value) if isinstance(name, ast.Attribute) else None
        return None if owner is None else _method(owner, last_name(name))

    def _argument(self, function: Function, name: str) -> ast.expr | None:
        if _assigned(function, name) or (function.lineno, name) in self._asked:
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
            return assigned[0] if len(assigned) == 1 else None
        fields = {
            node.target.id: node.value
            for node in owner.body
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        }
        calls = [call for call in self._calls if last_name(call.func) == owner.name]
        if name not in fields or len(calls) != 1:
            return None
        return _passed(calls[0], list(fields), name) or fields[name]

    def _entry(self, table: ast.expr, key: ast.expr) -> ast.expr | None:
        if not isinstance(table, ast.Dict) or not isinstance(key, ast.Constant):
            return None
        entries = zip(table.keys, table.values, strict=True)
        return next(
            (value for one, value in entries if isinstance(one, ast.Constant) and one.value == key.value),
            None,
        )


def _differences(
    before: _Text, old: ast.expr, after: _Text, new: ast.expr, depth: int
) -> Iterator[_Difference]:
    """Yield where two expressions say something else. What a text doesn't give counts as the same."""
    old, new = before.unfold(old), after.unfold(new)
    names = before.library_name(old), after.library_name(new)
    unknown = any(
        isinstance(one, ast.Name) and name is None for one, name in zip((old, new), names, strict=True)
    )
    if unknown or depth > _MOST_DEEP:
        return
    if type(old) is not type(new):
        # A number that is written in one program and computed in the other is no difference by itself.
        if not isinstance(old, ast.Constant) and not isinstance(new, ast.Constant):
            yield _Difference(_FORM, old.lineno, new.lineno)
    elif isinstance(old, ast.Constant) and isinstance(new, ast.Constant):
        if old.value != new.value:
            yield _Difference(_CONSTANT, old.lineno, new.lineno)
    elif names != (None, None) or (isinstance(old, ast.Attribute) and last_name(old) != last_name(new)):
        if names[0] != names[1] or names[0] is None:
            yield _Difference(_CALLED, old.end_lineno or old.lineno, new.end_lineno or new.lineno)
    elif isinstance(old, ast.Call) and isinstance(new, ast.Call):
        yield from _differences(before, old.func, after, new.func, depth + 1)
        # What another function is given says nothing.
        if last_name(old.func) == last_name(new.func):
            pairs = _paired_arguments(old, new)
            if pairs is None:
                yield _Difference(_FORM, old.lineno, new.lineno)
            for one, other in pairs or ():
                yield from _differences(before, one, after, other, depth + 1)
    else:
        one_by_one = list(ast.iter_child_nodes(old)), list(ast.iter_child_nodes(new))
        if list(map(type, one_by_one[0])) != list(map(type, one_by_one[1])) and len(one_by_one[0]) != len(
            one_by_one[1]
        ):
            yield _Difference(_FORM, old.lineno, new.lineno)
            return
        for a, b in zip(*one_by_one, strict=True):
            if isinstance(a, ast.expr) and isinstance(b, ast.expr):
                yield from _differences(before, a, after, b, depth + 1)
            elif isinstance(a, (ast.operator, ast.unaryop, ast.cmpop)) and type(a) is not type(b):
                yield _Difference(_CALLED, old.lineno, new.lineno)


def _paired_arguments(old: ast.Call, new: ast.Call) -> list[tuple[ast.expr, ast.expr]] | None:
    """Return which arguments of two calls stand for each other, one left on each side too; None if others are left."""
    pairs = list(zip(old.args, new.args, strict=False))
    named = [{one.arg: one.value for one in call.keywords} for call in (old, new)]
    shared = named[0].keys() & named[1].keys()
    pairs += [(value, named[1][name]) for name, value in named[0].items() if name in shared]
    left = [
        [
            *call.args[len(pairs) - len(shared) :],
            *(value for name, value in mine.items() if name not in shared),
        ]
        for call, mine in zip((old, new), named, strict=True)
    ]
    if len(left[0]) != len(left[1]) or len(left[0]) > 1:
        return None
    return pairs + list(zip(*left, strict=True))


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


def _assigned(scope: Function | ast.Module, name: str) -> list[ast.expr]:
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
        node.value
        for node in ast.walk(scope)
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if any(target is one for one in found)
    ]
    return given if len(given) == len(found) else found


def _method(owner: ast.ClassDef, name: str) -> Function | None:
    return next((one for one in owner.body if isinstance(one, FUNCTIONS) and one.name == name), None)


def _only_return(function: Function) -> ast.expr | None:
    returns = [node for node in ast.walk(function) if isinstance(node, ast.Return)]
    return returns[0].value if len(returns) == 1 else None
