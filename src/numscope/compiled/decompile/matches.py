"""Match statements out of the if statements whose tests are the patterns of cases."""

from __future__ import annotations

import ast
from typing import Any

from numscope.compiled.decompile.errors import DecompilationError
from numscope.compiled.decompile.nodes import Matches, Slot, SubjectOf
from numscope.compiled.decompile.statements import leaves, negate, tests_pattern

_BODIES = ("body", "orelse", "finalbody")
_MOST_COPIED = 200  # nodes of statements that are written twice


def with_matches(statements: list[ast.stmt]) -> list[ast.stmt]:
    """Write the match statements among `statements`, nested ones too.

    Raises DecompilationError where a subject, which may only be computed once, would be needed twice.
    """
    if not any(tests_pattern(getattr(node, "test", None)) for one in statements for node in ast.walk(one)):
        return statements
    return _Writer().block(statements)


class _Writer:
    def __init__(self) -> None:
        self.written: set[int] = set()

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        rest = list(statements)
        while rest:
            first = rest.pop(0)
            if isinstance(first, ast.If) and tests_pattern(first.test):
                statement, rest = self._match(first, rest)
                out.append(statement)
            else:
                self._inside(first)
                out.append(first)
        return out

    def _inside(self, statement: ast.stmt) -> None:
        for name in _BODIES:
            body = getattr(statement, name, None)
            if body:
                setattr(statement, name, self.block(body))
        for handler in getattr(statement, "handlers", ()):
            handler.body = self.block(handler.body)

    def _match(self, first: ast.If, rest: list[ast.stmt]) -> tuple[ast.stmt, list[ast.stmt]]:
        """Write one match statement; give also the statements that stand behind it."""
        subject = _parts(first)[0].subject
        cases: list[ast.match_case] = []
        current: list[ast.stmt] = [first, *rest]
        while True:
            body, orelse, current = self._case(current, subject, cases)
            cases[-1].body = self.block(body) or [ast.Pass()]
            if orelse:
                self._otherwise(orelse, subject, cases)
            elif _is_case(current, subject) and (leaves(body) or _goes_on(body, orelse)):
                if not leaves(body):
                    cases[-1].guard = _never(cases[-1].guard)
                continue
            return ast.Match(self._subject(subject), cases), current

    def _otherwise(self, current: list[ast.stmt], subject: Any, cases: list[ast.match_case]) -> None:
        """Write as further cases what happens when no case so far matched."""
        while current:
            if not _is_case(current, subject):
                cases.append(ast.match_case(ast.MatchAs(None, None), None, self.block(current)))
                return
            body, orelse, more = self._case(current, subject, cases)
            if _goes_on(body, orelse) and _is_case(more, subject):
                cases[-1].guard, cases[-1].body = _never(cases[-1].guard), [ast.Pass()]
                current = more
                continue
            if more and (orelse or not leaves(body)):
                body, orelse, more = _with_what_follows(body, orelse, more, subject)
            cases[-1].body = self.block(body) or [ast.Pass()]
            current = orelse or more

    def _subject(self, subject: Any) -> ast.expr:
        if not isinstance(subject, Slot):
            found: ast.expr = subject
            return found
        if id(subject) in self.written:
            raise DecompilationError("the subject of a match statement is needed twice")
        self.written.add(id(subject))
        value: ast.expr = subject.context
        return value

    def _case(
        self, current: list[ast.stmt], subject: Any, cases: list[ast.match_case]
    ) -> tuple[list[ast.stmt], list[ast.stmt], list[ast.stmt]]:
        """Add the case `current` starts with; give its body, what happens otherwise, and what stands behind."""
        first = current[0]
        if isinstance(first, ast.If):
            test, guard, body, orelse = _parts(first)
            cases.append(ast.match_case(test.pattern, guard, []))
            return body, orelse, current[1:]
        assert isinstance(first, ast.Assign)
        target = first.targets[0]
        assert isinstance(target, ast.Name)
        pattern = ast.MatchAs(None, target.id)
        second = current[1] if len(current) > 1 else None
        if (
            isinstance(second, ast.If)
            and not tests_pattern(second.test)
            and _mentions(second.orelse, subject)
        ):
            cases.append(ast.match_case(pattern, second.test, []))
            return second.body, second.orelse, current[2:]
        if (
            isinstance(second, ast.If)
            and not tests_pattern(second.test)
            and _mentions(current[2:], subject)
            and leaves(second.body)
            and not second.orelse
        ):
            cases.append(ast.match_case(pattern, second.test, []))
            return second.body, [], current[2:]
        cases.append(ast.match_case(pattern, None, []))
        return current[1:], [], []


def _goes_on(body: list[ast.stmt], orelse: list[ast.stmt]) -> bool:
    """Return whether nothing is done where a case matches, nor where it does not: what follows is next in both."""
    return not orelse and (not body or isinstance(body[0], ast.Pass))


def _never(guard: ast.expr | None) -> ast.expr:
    """Write a guard after which the next case is tried whatever it gives."""
    false = ast.Constant(False)
    return false if guard is None else ast.BoolOp(ast.And(), [guard, false])


def _with_what_follows(
    body: list[ast.stmt], orelse: list[ast.stmt], more: list[ast.stmt], subject: Any
) -> tuple[list[ast.stmt], list[ast.stmt], list[ast.stmt]]:
    """Put what follows a case, and does not follow those before it, into the case and into what happens otherwise."""
    if _mentions(more, subject) or sum(1 for one in more for _ in ast.walk(one)) > _MOST_COPIED:
        raise DecompilationError("statements follow a case inside of a match statement")
    if not leaves(body):
        body = [*body, *map(_copy, more)]
    return body, [*orelse, *more], []


def _copy(node: Any) -> Any:
    """Copy a tree; what has no fields, such as the subject of a match statement, stays the same one."""
    if isinstance(node, list):
        return [_copy(one) for one in node]
    if not isinstance(node, ast.AST):
        return node
    made = type(node).__new__(type(node))
    made.__dict__.update(node.__dict__)
    for name in node._fields:
        setattr(made, name, _copy(getattr(node, name, None)))
    return made


def _parts(statement: ast.If) -> tuple[Matches, ast.expr | None, list[ast.stmt], list[ast.stmt]]:
    """Split an if statement into pattern, guard, body and what happens otherwise."""
    test, body, orelse = statement.test, statement.body, statement.orelse
    while isinstance(test, ast.UnaryOp):
        test, body, orelse = negate(test), orelse, body
    guard = None
    if isinstance(test, ast.BoolOp):
        test, *guards = test.values
        guard = guards[0] if len(guards) == 1 else ast.BoolOp(ast.And(), guards)
    assert isinstance(test, Matches)
    if len(orelse) == 1 and isinstance(orelse[0], ast.Pass):
        orelse = []
    return test, guard, body, orelse


def _is_case(statements: list[ast.stmt], subject: Any) -> bool:
    first = statements[0] if statements else None
    if isinstance(first, ast.If) and tests_pattern(first.test):
        return _parts(first)[0].subject is subject and isinstance(subject, Slot)
    return (
        isinstance(first, ast.Assign)
        and isinstance(first.value, SubjectOf)
        and first.value.subject is subject
        and isinstance(first.targets[0], ast.Name)
    )


def _mentions(statements: list[ast.stmt], subject: Any) -> bool:
    """Say whether more cases of the same subject stand among `statements`."""
    return any(
        isinstance(node, (Matches, SubjectOf)) and node.subject is subject
        for one in statements
        for node in ast.walk(one)
    )
