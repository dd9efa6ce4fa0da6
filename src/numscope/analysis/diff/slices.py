"""Which statements of a program a line depends on, by its text: what gives the names that it reads, and so on."""

from __future__ import annotations

import ast
from collections import defaultdict, deque
from collections.abc import Iterator

from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.diff.statements import Statement, head_parts, names_read

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Slices:
    """The statements of a program, by what they give and read."""

    def __init__(self, statements: list[Statement]) -> None:
        self._statements = statements
        self._giving: dict[str, list[int]] = defaultdict(list)
        self._reading: dict[str, list[int]] = defaultdict(list)
        self._inside: dict[str, list[int]] = defaultdict(list)
        self._reads = [_read(one) for one in statements]
        for place, one in enumerate(statements):
            for name in one.binds:
                self._giving[name].append(place)
            for name in self._reads[place]:
                self._reading[name].append(place)
            for name in one.scope:
                self._inside[name].append(place)

    def distances(self, start: int) -> dict[int, int]:
        """Return by place the statements that the one at `start` depends on, and over how many steps."""
        found = {start: 0}
        waiting = deque([start])
        while waiting:
            place = waiting.popleft()
            for other in self._behind(place):
                if other not in found:
                    found[other] = found[place] + 1
                    waiting.append(other)
        return found

    def _behind(self, place: int) -> Iterator[int]:
        statement = self._statements[place]
        for name in self._reads[place]:
            for giver in self._givers(name, statement):
                yield giver
                yield from self._given_to(giver, name)
            # A function or a class stands for what is in it.
            yield from self._inside.get(name, ())
        yield from self._around(place)
        if isinstance(statement.node, _DEFINITIONS):
            yield from self._reading.get(statement.node.name, ())

    def _given_to(self, place: int, name: str) -> Iterator[int]:
        """Yield what gives the names that calls of a function have for its parameter."""
        function = self._statements[place].node
        if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)) or name == function.name:
            return
        for caller in self._reading.get(function.name, ()):
            for part in head_parts(self._statements[caller].node):
                if isinstance(part, ast.Call) and last_name(part.func) == function.name:
                    given = _argument(part, function, name)
                    names = (
                        [] if given is None else [one for one in ast.walk(given) if isinstance(one, ast.Name)]
                    )
                    for one in names:
                        yield from self._givers(one.id, self._statements[caller])

    def _givers(self, name: str, statement: Statement) -> list[int]:
        """Return what gives a name in the innermost scope that does, the nearest before the statement first."""
        given = self._giving.get(name, [])
        scopes = [statement.scope[:depth] for depth in range(len(statement.scope), -1, -1)]
        for scope in scopes:
            here = [place for place in given if self._scope_of(place, name) == scope]
            if here:
                return sorted(here, key=lambda place: self._far(place, statement))
        return given

    def _scope_of(self, place: int, name: str) -> tuple[str, ...]:
        """Return the scope in which a statement gives a name: parameters belong to their function."""
        one = self._statements[place]
        if isinstance(one.node, _DEFINITIONS) and name != one.node.name:
            return (*one.scope, one.node.name)
        return one.scope

    def _far(self, place: int, statement: Statement) -> tuple[bool, int]:
        line = self._statements[place].line
        return line > statement.line, abs(statement.line - line)

    def _around(self, place: int) -> Iterator[int]:
        """Yield the heads of the loops and conditions around a statement, and that of its function."""
        one = self._statements[place]
        for other in range(place - 1, -1, -1):
            head = self._statements[other]
            end = getattr(head.node, "end_lineno", None) or head.last
            if head.file == one.file and head.last < one.line <= end:
                yield other


def _read(statement: Statement) -> list[str]:
    """Return the names and attributes that a statement's head reads, each once."""
    attributes = (
        part.attr
        for part in head_parts(statement.node)
        if isinstance(part, ast.Attribute) and not isinstance(part.ctx, ast.Store)
    )
    return list(dict.fromkeys([*names_read(statement), *attributes]))


def _argument(call: ast.Call, function: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> ast.expr | None:
    """Return what a call gives for a parameter, if it says so."""
    named = next((one.value for one in call.keywords if one.arg == name), None)
    parameters = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
    if parameters[:1] == ["self"]:
        parameters = parameters[1:]
    place = parameters.index(name) if name in parameters else len(call.args)
    starred = any(isinstance(one, ast.Starred) for one in call.args)
    return named or (call.args[place] if place < len(call.args) and not starred else None)
