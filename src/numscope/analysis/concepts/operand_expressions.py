"""What the operands of an operation are called on the user's line: `heights` and `i` of `heights[i]`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.syntax import expressions_of, imported_modules, last_name
from numscope.trace import Operation

_SIGNS: dict[str, type[ast.operator]] = {
    "add": ast.Add,
    "subtract": ast.Sub,
    "multiply": ast.Mult,
    "divide": ast.Div,
    "floor_divide": ast.FloorDiv,
    "remainder": ast.Mod,
    "power": ast.Pow,
    "matmul": ast.MatMult,
    "__add__": ast.Add,
    "__sub__": ast.Sub,
    "__mul__": ast.Mult,
    "__truediv__": ast.Div,
    "__floordiv__": ast.FloorDiv,
    "__mod__": ast.Mod,
    "__pow__": ast.Pow,
    "__matmul__": ast.MatMult,
}
_COMPARISONS: dict[str, type[ast.cmpop]] = {
    "__eq__": ast.Eq,
    "__ne__": ast.NotEq,
    "__lt__": ast.Lt,
    "__le__": ast.LtE,
    "__gt__": ast.Gt,
    "__ge__": ast.GtE,
}
_CONVERSIONS = ("__float__", "__int__", "__index__")
_TAKE_ANYTHING = ("print", "str", "repr", "len", "type", "list", "tuple")
_TESTS = (ast.If, ast.While, ast.Assert)
# Views that pandas gives of a table, to choose from it by label or by place.
_INDEXERS = ("loc", "iloc", "at", "iat")


def expressions(operation: Operation, tree: ast.Module, line: int) -> dict[int | str, ast.expr]:
    """Return the expression of each operand by its position or its name; empty where the line leaves it open.

    tree: of the file or the program. line: the one whose instruction called.
    """
    found = alternatives(operation, tree, line)
    return found[0] if len(found) == 1 else {}


def alternatives(operation: Operation, tree: ast.Module, line: int) -> list[dict[int | str, ast.expr]]:
    """Return what `expressions` does of each expression of the line that may be the operation's."""
    statement = statement_at(tree, line)
    return [] if statement is None else list(_operands(operation, statement, imported_modules(tree)))


def _operands(
    operation: Operation, statement: ast.stmt, modules: set[str]
) -> Iterator[dict[int | str, ast.expr]]:
    """Yield the operands of each expression of the statement that may be the operation's."""
    word = operation.name.rpartition(".")[2].rpartition("::")[2]
    if word == "__bool__" and isinstance(statement, _TESTS) and not isinstance(statement.test, ast.BoolOp):
        yield {0: statement.test}
    if isinstance(statement, ast.AugAssign) and isinstance(statement.op, _sign_of(word)):
        yield {0: statement.target, 1: statement.value, 2: statement.target}
    if (
        isinstance(statement, ast.AugAssign)
        and isinstance(statement.target, ast.Subscript)
        and word == "__getitem__"
    ):
        yield {0: _indexed(statement.target), 1: statement.target.slice}
    for node in (node for one in expressions_of(statement) for node in ast.walk(one)):
        if isinstance(node, ast.BinOp) and isinstance(node.op, _sign_of(word)):
            yield {0: node.left, 1: node.right}
        elif isinstance(node, ast.Compare) and type(node.ops[0]) is _COMPARISONS.get(word):
            yield {0: node.left, 1: node.comparators[0]}
        elif isinstance(node, ast.Subscript) and word == "__getitem__" and isinstance(node.ctx, ast.Load):
            yield {0: _indexed(node), 1: node.slice}
        elif isinstance(node, ast.Subscript) and word == "__setitem__" and isinstance(node.ctx, ast.Store):
            value = statement.value if isinstance(statement, ast.Assign) else node
            yield {0: _indexed(node), 1: node.slice, 2: value}
        elif isinstance(node, ast.Call) and _may_be(node, word):
            yield _of_call(node, modules)


def _sign_of(word: str) -> type[ast.operator]:
    # `ast.operator` itself is the type of no node.
    return _SIGNS.get(word, _NoOperator)


class _NoOperator(ast.operator):
    pass


def _may_be(node: ast.Call, word: str) -> bool:
    name = last_name(node.func)
    # torch's operators of losses are called `..._loss`, the functions of some are not.
    return (
        name == word
        or word == f"{name}_loss"
        or (word in _CONVERSIONS and len(node.args) == 1 and name not in _TAKE_ANYTHING)
    )


def _indexed(node: ast.Subscript) -> ast.expr:
    value = node.value
    return value.value if isinstance(value, ast.Attribute) and value.attr in _INDEXERS else value


def _of_call(node: ast.Call, modules: set[str]) -> dict[int | str, ast.expr]:
    of_module = not isinstance(node.func, ast.Attribute) or _root(node.func) in modules
    given = (
        node.args if of_module or not isinstance(node.func, ast.Attribute) else [node.func.value, *node.args]
    )
    found: dict[int | str, ast.expr] = dict(enumerate(given))
    found.update((one.arg, one.value) for one in node.keywords if one.arg)
    return found


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
