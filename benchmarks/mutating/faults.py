"""One fault in a program's text: a number, an operator, an argument, a step or an order is another one."""

from __future__ import annotations

import ast
import itertools
import random
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from benchmarks.mutating.syntax import blocks, defined, imported, lines, names, statements

Lines = tuple[int, int]

_SWAPPED = "statements swapped"

_OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
# Functions that take the same and give something else.
_SIBLINGS = (
    ("mean", "median"),
    ("std", "var"),
    ("sum", "mean"),
    ("max", "min"),
    ("argmax", "argmin"),
    ("sin", "cos"),
    ("log", "log10"),
    ("log1p", "log"),
    ("exp", "expm1"),
    ("sqrt", "cbrt"),
    ("floor", "ceil"),
    ("zeros", "ones"),
    ("cumsum", "cumprod"),
    ("minimum", "maximum"),
    ("eigh", "eig"),
    ("normal", "uniform"),
    ("fit_transform", "fit"),
    ("round", "floor"),
)
_WORDS = (
    ("rbf", "linear"),
    ("same", "valid"),
    ("l2", "l1"),
    ("auto", "scale"),
    ("linear", "nearest"),
    ("uniform", "distance"),
    ("ward", "average"),
    ("euclidean", "manhattan"),
    ("reflect", "wrap"),
    ("hann", "hamming"),
    ("macro", "micro"),
    ("left", "right"),
)
# Arguments that only say how something is drawn, printed or computed, and not what.
_NO_NUMBERS = {"label", "title", "file", "end", "sep", "verbose", "n_jobs", "figsize", "ax", "color", "name"}
_UNWRAPPED = {
    "abs",
    "sqrt",
    "log",
    "exp",
    "sorted",
    "copy",
    "ravel",
    "asarray",
    "array",
    "round",
    "cumsum",
    "square",
}


@dataclass(frozen=True)
class Fault:
    """A program with a fault. kind: what was changed. marked: lines of the text that are to blame.

    lost: lines of the text before, if the statement to blame is gone.
    """

    kind: str
    text: str
    marked: Lines
    lost: Lines | None = None


# A kind, the text with it, the lines of the statement in the text before, and these again if the statement is gone.
_Change = tuple[str, str, Lines, Lines | None]


def faults(text: str, ran: Collection[int], choose: random.Random) -> Iterator[Fault]:
    """Yield faults of a program in any order, each kind as likely; ran: the lines of the text that ran."""
    tree = ast.parse(text)
    found: dict[str, list[_Change]] = {}
    for change in _all(text, tree):
        first, last = change[2]
        if any(line in ran for line in range(first, last + 1)):
            found.setdefault(change[0], []).append(change)
    while found:
        kind = choose.choice(sorted(found))
        _, changed, where, lost = found[kind].pop(choose.randrange(len(found[kind])))
        if not found[kind]:
            del found[kind]
        after = _parsed(changed)
        if after is not None and ast.dump(after) != ast.dump(tree):
            yield Fault(kind, changed, where if lost or kind == _SWAPPED else _there(after, where), lost)


def _all(text: str, tree: ast.Module) -> Iterator[_Change]:
    for statement in statements(tree):
        if not isinstance(statement, (ast.Import, ast.ImportFrom)):
            for kind, node, new in _of_head(statement, tree):
                yield kind, replaced(text, node, new), lines(statement), None
    for block in blocks(tree):
        for one, other in zip(block, [*block[1:], None], strict=True):
            if _may_be_lost(one, block):
                yield "statement deleted", _without(text, one, block), lines(one), lines(one)
            if other is not None and _may_be_swapped(one, other):
                both = f"{ast.unparse(other)}\n{' ' * one.col_offset}{ast.unparse(one)}"
                last = one.lineno + both.count("\n")
                yield _SWAPPED, replaced(text, one, both, other), (one.lineno, last), None


def _of_head(statement: ast.stmt, tree: ast.Module) -> Iterator[tuple[str, ast.expr, str]]:
    """Yield what may be another in a statement without those in it: the kind, the node, and its new text."""
    given = names(tree, ast.Store) - imported(tree) - defined(tree)
    for node in _parts(statement):
        if isinstance(node, ast.Constant):
            yield from _other_constant(node)
        elif isinstance(node, (ast.BinOp, ast.Compare, ast.BoolOp, ast.UnaryOp)):
            yield from _other_operator(node)
        elif isinstance(node, ast.Call):
            yield from _other_call(node)
        elif isinstance(node, ast.Slice):
            yield from _other_slice(node)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in given:
            for other in sorted(given - {node.id, "_"}):
                yield "another variable", node, other


def _parts(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the expressions of a statement's head, none in a text: there the parser does not say where they stand."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.stmt, ast.JoinedStr)):
            continue
        if isinstance(child, ast.keyword) and child.arg in _NO_NUMBERS:
            continue
        if isinstance(child, ast.expr):
            yield child
        yield from _parts(child)


def _other_constant(node: ast.Constant) -> Iterator[tuple[str, ast.expr, str]]:
    value = node.value
    if isinstance(value, bool):
        yield "option", node, repr(not value)
    elif isinstance(value, int):
        for new in {value + 1, abs(value - 1), 2 * value} - {value}:
            yield "number", node, repr(new)
    elif isinstance(value, float):
        for new in {1.1 * value, value / 2, 10 * value} - {value}:
            yield "number", node, f"{new:.6g}"
    elif isinstance(value, str):
        for pair in _WORDS:
            if value in pair:
                yield "method", node, repr(pair[1 - pair.index(value)])


def _other_operator(
    node: ast.BinOp | ast.Compare | ast.BoolOp | ast.UnaryOp,
) -> Iterator[tuple[str, ast.expr, str]]:
    operator = node.ops[0] if isinstance(node, ast.Compare) else node.op
    if isinstance(node, ast.UnaryOp):
        if isinstance(operator, (ast.USub, ast.Not)):
            yield "sign", node, ast.unparse(node.operand)
        return
    if isinstance(node, ast.BinOp) and isinstance(operator, (ast.Sub, ast.Div, ast.Pow, ast.MatMult)):
        swapped = ast.BinOp(node.right, operator, node.left)
        yield "operands swapped", node, f"({ast.unparse(swapped)})"
    other = _OPERATORS.get(type(operator))
    if other is None or (
        isinstance(node, ast.BinOp)
        and isinstance(node.left, ast.Constant)
        and isinstance(node.left.value, str)
    ):
        return
    new = ast.parse(ast.unparse(node), mode="eval").body
    if isinstance(new, ast.Compare):
        new.ops[0] = other()
    else:
        new.op = other()
    yield "operator", node, f"({ast.unparse(new)})"


def _other_call(node: ast.Call) -> Iterator[tuple[str, ast.expr, str]]:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in ("print", "savefig", "legend"):
        return
    for keyword in node.keywords:
        if keyword.arg not in _NO_NUMBERS:
            rest = [one for one in node.keywords if one is not keyword]
            yield "keyword dropped", node, ast.unparse(ast.Call(node.func, node.args, rest))
    for place in range(len(node.args) - 1):
        args = [*node.args[:place], node.args[place + 1], node.args[place], *node.args[place + 2 :]]
        yield "arguments swapped", node, ast.unparse(ast.Call(node.func, args, node.keywords))
    for pair in _SIBLINGS:
        if name in pair:
            other = pair[1 - pair.index(name)]
            is_method = isinstance(node.func, ast.Attribute)
            function = f"{ast.unparse(node.func.value)}.{other}" if is_method else other
            yield (
                "another function",
                node,
                ast.unparse(ast.Call(ast.Name(function), node.args, node.keywords)),
            )
    if name in _UNWRAPPED and len(node.args) == 1:
        yield "call dropped", node, f"({ast.unparse(node.args[0])})"
    elif name in _UNWRAPPED and not node.args and isinstance(node.func, ast.Attribute):
        yield "call dropped", node, ast.unparse(node.func.value)


def _other_slice(node: ast.Slice) -> Iterator[tuple[str, ast.expr, str]]:
    for part in ("lower", "upper"):
        edge = getattr(node, part)
        if edge is not None and not isinstance(edge, ast.Constant):
            yield "slice off by one", edge, f"({ast.unparse(edge)} + 1)"
    if node.lower is None and node.upper is not None and node.step is None:
        yield "slice off by one", node, f"1:{ast.unparse(node.upper)}"
    if node.upper is None and node.lower is not None and node.step is None:
        yield "slice off by one", node, f"{ast.unparse(node.lower)}:-1"


def _may_be_lost(one: ast.stmt, block: list[ast.stmt]) -> bool:
    if isinstance(one, ast.AugAssign):
        return True
    if isinstance(one, ast.Assign):
        given = {ast.unparse(target) for target in one.targets}
        before = block[: block.index(one)]
        again = {
            ast.unparse(target)
            for other in before
            if isinstance(other, ast.Assign)
            for target in other.targets
        }
        return bool(given & again) or isinstance(one.targets[0], ast.Subscript)
    return (
        isinstance(one, ast.Expr)
        and isinstance(one.value, ast.Call)
        and "print" not in ast.unparse(one.value.func)
    )


def _may_be_swapped(one: ast.stmt, other: ast.stmt) -> bool:
    simple = (ast.Assign, ast.AugAssign, ast.Expr)
    if not isinstance(one, simple) or not isinstance(other, simple) or one.end_lineno == other.lineno:
        return False
    printing = any(isinstance(both, ast.Expr) and "print" in ast.unparse(both) for both in (one, other))
    texts = any(isinstance(both, ast.Expr) and isinstance(both.value, ast.Constant) for both in (one, other))
    return not printing and not texts


def _without(text: str, one: ast.stmt, block: list[ast.stmt]) -> str:
    """Return a text without a statement; of a block that has no other a `pass` is left."""
    if len(block) == 1:
        return replaced(text, one, "pass")
    rows = text.splitlines(keepends=True)
    return "".join([*rows[: one.lineno - 1], *rows[one.end_lineno :]])


def _there(tree: ast.Module, where: Lines) -> Lines:
    """Return the lines of the statement that begins where one began before the change."""
    return min((lines(one) for one in statements(tree) if one.lineno == where[0]), default=where)


def replaced(text: str, node: ast.AST, new: str, last: ast.AST | None = None) -> str:
    """Return a text in which another stands for a node, or for all from it to the last."""
    rows = text.encode().splitlines(keepends=True)
    starts = [0, *itertools.accumulate(map(len, rows))]
    end = last or node
    begin = starts[node.lineno - 1] + node.col_offset
    stop = starts[end.end_lineno - 1] + end.end_col_offset
    whole = text.encode()
    return (whole[:begin] + new.encode() + whole[stop:]).decode()


def _parsed(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except SyntaxError:
        return None
