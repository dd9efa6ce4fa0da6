"""Small operations on finished statements: negation, assertions, what ends a path."""

from __future__ import annotations

import ast
from typing import Any

from numscope.compiled.decompile.nodes import AssertionErrorClass, Matches

INVERSE = {ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In}


def negate(test: ast.expr) -> ast.expr:
    """Write `not test`, as its truth goes."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and type(test.ops[0]) in INVERSE:
        return ast.Compare(test.left, [INVERSE[type(test.ops[0])]()], test.comparators)
    return ast.UnaryOp(ast.Not(), test)


def kept_test(test: ast.expr, kind: type[ast.boolop]) -> ast.expr:
    """Write an operand of an `and` or `or` so that the compiler tests it, too, if it is a constant.

    Bytecode tests a constant where it is what an `and` or `or` inside of this one came to, whose other operands are
    gone.
    """
    truth = _truth(test)
    if truth is None:
        return test
    decides = truth is (kind is ast.Or)
    tested = ast.BoolOp(kind(), [test, ast.Constant(None) if decides else test])
    tested.valued = True  # type: ignore[attr-defined]
    return tested


def kept(value: ast.expr) -> ast.expr:
    """Write a constant so that the compiler loads it where it stands: as what an `and` or `or` came to."""
    return kept_test(value, ast.Or if _truth(value) else ast.And)


def keep_dropped(statements: list[ast.stmt]) -> None:
    """Write constants that are loaded only to be dropped, in place: the compiler leaves out one that stands alone."""
    for statement in statements:
        if isinstance(statement, ast.Expr):
            statement.value = kept(statement.value)
        elif not isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            for part in (statement, *getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
                for name in ("body", "orelse", "finalbody"):
                    keep_dropped(getattr(part, name, None) or [])


def _truth(test: ast.expr) -> bool | None:
    """Give the truth of what the compiler makes a constant of; None for anything else."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.USub):
        return _truth(test.operand)
    if isinstance(test, ast.Tuple):
        return bool(test.elts) if _is_constant(test) else None
    return bool(test.value) if isinstance(test, ast.Constant) else None


def tests_pattern(test: Any) -> bool:
    """Say whether `test` is that of a case, with its guard or without."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return tests_pattern(test.operand)
    return isinstance(test, Matches) or (isinstance(test, ast.BoolOp) and isinstance(test.values[0], Matches))


def valued(test: Any) -> bool:
    """Say whether a test holds the value of an `and`, `or` or chain, which is tested once more than in a condition."""
    if isinstance(test, (ast.BoolOp, ast.Compare)) and getattr(test, "valued", False):
        return isinstance(test, ast.BoolOp) or len(test.ops) > 1
    if isinstance(test, ast.BoolOp):
        return any(map(valued, test.values))
    if isinstance(test, ast.UnaryOp):
        return isinstance(test.op, ast.Not) and valued(test.operand)
    return isinstance(test, ast.IfExp) and any(map(valued, (test.test, test.body, test.orelse)))


def in_expression(test: Any) -> bool:
    """Say whether a test stands in an expression: no statement tests a constant, or a value once more than needed."""
    return isinstance(test, ast.Constant) or valued(test) or _chooses_constant(test)


def _chooses_constant(test: Any) -> bool:
    """Say whether a test is a choice that was a value before, of a constant: in a condition none would be tested.

    Or whether one is among the operands of a test.
    """
    if isinstance(test, ast.BoolOp):
        return any(map(_chooses_constant, test.values))
    if not isinstance(test, ast.IfExp) or not getattr(test, "valued", False):
        return False
    decided = isinstance(test.test, ast.BoolOp) and _truth(
        test.test.values[-1]
    )  # then the other way is our own
    return not decided and any(_truth(way) is not None for way in (test.body, test.orelse))


def leaves(body: list[ast.stmt]) -> bool:
    """Say whether control never runs off the end of `body`."""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, (ast.Return, ast.Raise, ast.Continue, ast.Break)):
        return True
    if isinstance(last, ast.Assert):
        return is_false(last.test)
    if isinstance(last, ast.Try):
        ways = [[*last.body, *last.orelse], *(handler.body for handler in last.handlers)]
        return leaves(last.finalbody) or all(map(leaves, ways))
    return isinstance(last, ast.If) and leaves(last.body) and leaves(last.orelse)


def never_completed(statements: list[ast.stmt]) -> bool:
    """Say whether nothing behind the statements is reached because the last one's `finally` leaves."""
    return bool(statements) and leaves(getattr(statements[-1], "finalbody", []))


def conditional(test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt]) -> list[ast.stmt]:
    """Write an if statement, the right way round, or an assertion."""
    if not body and not orelse:
        return [ast.If(test, [ast.Pass()], [])]
    whole = _as_expression(test, body, orelse) if in_expression(test) or _is_idle(body or orelse) else None
    if whole is not None:
        return [ast.Expr(whole)]
    if not body:
        test, body, orelse = negate(test), orelse, []
    if tests_pattern(test):
        return [ast.If(test, body, orelse)]
    if len(body) == 1 and not orelse and isinstance(body[0], ast.Assert) and is_false(body[0].test):
        return [ast.Assert(negate(test), body[0].msg)]
    if len(body) == 1 and isinstance(body[0], ast.Raise):
        message = _assertion(body[0])
        if message is not False:
            return [ast.Assert(negate(test), message), *orelse]
    if len(orelse) == 1 and isinstance(orelse[0], ast.Raise):
        message = _assertion(orelse[0])
        if message is not False:
            return [ast.Assert(test, message), *body]
    return [ast.If(test, body, orelse)]


def _is_idle(body: list[ast.stmt]) -> bool:
    """Say whether the compiler would leave the one statement out: a constant, which `and` and `or` keep."""
    only = body[0] if len(body) == 1 else None
    return isinstance(only, ast.Expr) and _is_constant(only.value)


def _is_constant(value: ast.expr) -> bool:
    if isinstance(value, ast.Tuple):
        return all(map(_is_constant, value.elts))
    return isinstance(value, ast.Constant)


def is_false(test: ast.expr) -> bool:
    """Say whether a test is the constant False."""
    return isinstance(test, ast.Constant) and test.value is False


def _as_expression(test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt]) -> ast.expr | None:
    """Write a condition and the one expression it decides on as `and` or `or`, the value of which is dropped."""
    if isinstance(test, ast.UnaryOp) and valued(test):
        return _as_expression(test.operand, orelse, body)
    way = body or orelse
    if (body and orelse) or len(way) != 1:
        return None
    only = way[0]
    value: ast.expr | None = None
    if isinstance(only, ast.Expr):
        value = only.value
    elif isinstance(only, ast.If):
        value = _as_expression(only.test, only.body, only.orelse)
    if value is None:
        return None
    kind: Any = ast.And if body else ast.Or
    first = test.values[0] if isinstance(test, ast.BoolOp) and isinstance(test.op, kind) else None
    if isinstance(first, ast.UnaryOp) and valued(first):
        inner = _as_expression(_rest(test), body, orelse)
        return ast.BoolOp(ast.Or() if body else ast.And(), [first.operand, inner]) if inner else None
    more = isinstance(test, ast.BoolOp) and isinstance(test.op, kind) and not getattr(test, "valued", False)
    first_operands = test.values if more else [test]  # type: ignore[attr-defined]
    return ast.BoolOp(kind(), [*first_operands, value])


def _rest(test: Any) -> ast.expr:
    """Give an `and` or `or` without its first operand."""
    _, *others = test.values
    return others[0] if len(others) == 1 else ast.BoolOp(test.op, others)


def _assertion(statement: ast.Raise) -> Any:
    """Give the message of the assert statement this `raise` came from (None: no message), or False."""
    raised = statement.exc
    if statement.cause is not None:
        return False
    if isinstance(raised, AssertionErrorClass):
        return None
    if (
        isinstance(raised, ast.Call)
        and isinstance(raised.func, AssertionErrorClass)
        and len(raised.args) == 1
        and not raised.keywords
    ):
        return raised.args[0]
    return False


def asserted(statements: list[ast.stmt]) -> None:
    """Write an assert statement whose failure stands behind the code for its success, in place."""
    last = statements[-1]
    message: Any = _assertion(last) if isinstance(last, ast.Raise) else False
    if message is False:
        return
    before = statements[-2] if len(statements) > 1 else None
    if isinstance(before, ast.If) and tests_pattern(before.test):
        return
    if isinstance(before, ast.If) and not before.orelse and leaves(before.body):
        statements[-2:] = [ast.Assert(before.test, message), *before.body]
    elif not isinstance(before, ast.If) or (not before.orelse and isinstance(before.body[0], ast.Pass)):
        statements[-1] = ast.Assert(ast.Constant(False), message)


def without_last(body: list[ast.stmt], kind: type[ast.stmt]) -> list[ast.stmt]:
    """Drop statements of `kind` that stand where control would go on in the same way without them."""
    if not body:
        return body
    last = body[-1]
    if isinstance(last, kind) and (not isinstance(last, ast.Return) or returns_none(last)):
        return without_last(body[:-1], kind)
    if isinstance(last, ast.If):
        then, orelse = without_last(last.body, kind), without_last(last.orelse, kind)
        if then != last.body or orelse != last.orelse:
            if _is_idle(then or orelse) and not (then and orelse):
                return [*body[:-1], *conditional(last.test, then, orelse)]
            if not then and orelse:
                return [*body[:-1], ast.If(negate(last.test), orelse, [])]
            return [*body[:-1], ast.If(last.test, then or [ast.Pass()], orelse)]
    if isinstance(last, ast.Match):
        cases = [
            ast.match_case(one.pattern, one.guard, without_last(one.body, kind) or [ast.Pass()])
            for one in last.cases
        ]
        return [*body[:-1], ast.Match(last.subject, cases)]
    if isinstance(last, (ast.With, ast.AsyncWith)):
        inner = without_last(last.body, kind)
        if inner != last.body:
            return [*body[:-1], type(last)(last.items, inner or [ast.Pass()], lineno=0)]
    if hasattr(last, "finalbody"):
        return [*body[:-1], _try_without_last(last, kind)]
    return body


def _try_without_last(last: Any, kind: type[ast.stmt]) -> ast.stmt:
    inner, orelse = last.body, last.orelse
    if orelse:
        orelse = without_last(orelse, kind)
    else:
        inner = without_last(inner, kind) or [ast.Pass()]
    handlers = []
    for handler in last.handlers:
        handled = without_last(handler.body, kind) or [ast.Pass()]
        handlers.append(ast.ExceptHandler(handler.type, handler.name, handled))
    written: ast.stmt = type(last)(inner, handlers, orelse, last.finalbody)
    return written


def returns_none(statement: ast.Return) -> bool:
    """Say whether the statement returns the constant None."""
    value = statement.value
    return value is None or (isinstance(value, ast.Constant) and value.value is None)
