"""The steps that a program's text takes, each by what it is given at once, wherever the step stands.

A refactoring moves steps, names their parts, and gives arguments by name: the steps stay the same. `scale(x) * 2` after
`scale = np.std`, in a function of its own or in place, is the product of a call of `std` and 2.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.diff.named_parts import NamedParts

# What a step is given that the text does not say: it may be anything.
UNKNOWN = "?"
_IN_ANY_ORDER = (ast.Add, ast.Mult, ast.BitAnd, ast.BitOr)
_TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Gt: ast.Lt, ast.GtE: ast.LtE}
# What these are given are words for a person, and lists that a program puts together may be made in a loop as well.
_SHOWING = {
    "print",
    "title",
    "set_title",
    "xlabel",
    "ylabel",
    "set_xlabel",
    "set_ylabel",
    "legend",
    "format",
    "append",
}


@dataclass(frozen=True)
class Part:
    """What a step is given, as far as the text says it.

    place: which part it is, a number or the name of an argument. name: of the variable that it is, if the text says no
    more. lines: where the names for it stand, the last is that of itself. sign: which of them has a negative number's
    sign.
    """

    place: str
    word: str
    name: str
    lines: tuple[int, ...]
    sign: int | None = None


@dataclass(frozen=True)
class Step:
    """A call, an operator, an item or the like. ordered: whether its parts are in an order that counts."""

    kind: str
    given: tuple[Part, ...]
    line: int
    ordered: bool

    @property
    def is_call(self) -> bool:
        """Whether it is a call: which argument is which counts, in what order they stand does not."""
        return self.kind.endswith("()")

    @property
    def words(self) -> tuple[str, ...]:
        """What the step is given, without an order if that does not count."""
        return self.in_order if self.ordered else tuple(sorted(self.in_order))

    @property
    def in_order(self) -> tuple[str, ...]:
        """What the step is given, as it is written."""
        return tuple(part.word for part in self.given)


def steps_of(tree: ast.Module) -> list[Step]:
    """Return all steps of a program, in the order of its text."""
    reader = _Reader(tree)
    return sorted(reader.steps(tree), key=lambda step: step.line)


class _Reader:
    def __init__(self, tree: ast.Module) -> None:
        self._parts = NamedParts(tree)
        self._called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        self._returned = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Return)}
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        self._own = {node.name for node in ast.walk(tree) if isinstance(node, kinds)}
        given = (node for node in ast.walk(tree) if isinstance(node, (ast.Name, ast.Attribute)))
        self._own |= {last_name(node) for node in given if isinstance(node.ctx, ast.Store)}

    def steps(self, node: ast.AST) -> Iterator[Step]:
        """Yield the steps in a part of a program; none of types and of words."""
        for child in _read(node):
            yield from self._step(child)
            yield from self.steps(child)

    def _step(self, node: ast.AST) -> Iterator[Step]:
        if isinstance(node, ast.Call):
            yield from self._call(node)
        elif isinstance(node, ast.BinOp):
            ordered = not isinstance(node.op, _IN_ANY_ORDER)
            if not _is_text(node.left):
                yield self._made(type(node.op).__name__, [node.left, node.right], node, ordered)
        elif isinstance(node, ast.AugAssign):
            ordered = not isinstance(node.op, _IN_ANY_ORDER)
            given = (Part("0", UNKNOWN, last_name(node.target), (node.lineno,)), self._said("1", node.value))
            yield Step(type(node.op).__name__, given, node.lineno, ordered)
        elif isinstance(node, ast.Compare) and len(node.ops) == 1 and not _is_of_script(node):
            operator, both = type(node.ops[0]), [node.left, node.comparators[0]]
            turned = _TURNED.get(operator)
            yield self._made((turned or operator).__name__, both[::-1] if turned else both, node, True)
        elif isinstance(node, (ast.BoolOp, ast.UnaryOp)):
            operands = node.values if isinstance(node, ast.BoolOp) else [node.operand]
            if not is_number(self._word(node)):
                yield self._made(type(node.op).__name__, operands, node, False)
        elif isinstance(node, ast.Subscript):
            index = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            yield self._made("[]", index, node, True)
        elif isinstance(node, ast.Slice):
            edges = enumerate((node.lower, node.upper, node.step))
            yield Step("slice", tuple(self._edge(str(i), one, node) for i, one in edges), node.lineno, True)
        elif isinstance(node, (ast.For, ast.comprehension)):
            yield self._made("for", [node.iter], node.iter, True)
        elif isinstance(node, (ast.List, ast.Set, ast.Dict, ast.Tuple)):
            yield from self._display(node)
        elif isinstance(node, ast.Attribute) and id(node) not in self._called and self._is_property(node):
            yield Step(f".{node.attr}", (), node.end_lineno or node.lineno, True)

    def _call(self, node: ast.Call) -> Iterator[Step]:
        name = last_name(node.func)
        if name in _SHOWING or name in self._own or isinstance(node.func, ast.Call):
            return
        given = [self._said(str(place), one) for place, one in enumerate(node.args)]
        given += [self._said(one.arg or "", one.value) for one in node.keywords]
        if isinstance(node.func, ast.Attribute) and self._parts.library_name(node.func) is None:
            given.insert(0, self._said("self", node.func.value))
        yield Step(f"{name}()", tuple(given), node.lineno, False)

    def _display(self, node: ast.List | ast.Set | ast.Dict | ast.Tuple) -> Iterator[Step]:
        """Yield elements that are written one beside the other; not those that a function returns."""
        elements = node.values if isinstance(node, ast.Dict) else node.elts
        apart = id(node) in self._returned or self._parts.is_given_one_by_one(node)
        if elements and not apart and not isinstance(getattr(node, "ctx", None), ast.Store):
            yield self._made(type(node).__name__, elements, node, True)

    def _is_property(self, node: ast.Attribute) -> bool:
        """Return whether an attribute is read of a value: not one of the program's own objects, nor of a library."""
        return (
            isinstance(node.ctx, ast.Load)
            and node.attr not in self._own
            and self._parts.library_name(node) is None
        )

    def _edge(self, place: str, node: ast.expr | None, of: ast.Slice) -> Part:
        return Part(place, "", "", (of.lineno,)) if node is None else self._said(place, node)

    def _made(self, kind: str, given: list[ast.expr], node: ast.expr, ordered: bool) -> Step:
        parts = tuple(self._said(str(place), one) for place, one in enumerate(given))
        return Step(kind, parts, node.lineno, ordered)

    def _said(self, place: str, node: ast.expr) -> Part:
        way = self._parts.way_of(node)
        word, lines = self._word(way[-1]), tuple(one.lineno for one in way)
        if isinstance(way[-1], ast.UnaryOp) and is_number(word):
            number = self._parts.way_of(way[-1].operand)
            return Part(place, word, "", (*lines, *(one.lineno for one in number)), len(way) - 1)
        return Part(place, word, last_name(way[-1]), lines)

    def _word(self, node: ast.expr) -> str:
        node = self._parts.unfold(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            number = self._word(node.operand)
            return f"-{number}" if is_number(number) else "USub"
        if isinstance(node, ast.Constant):
            return repr(node.value)
        if (name := self._parts.library_name(node)) is not None:
            return name
        if isinstance(node, ast.BinOp):
            return type(node.op).__name__
        if isinstance(node, ast.Call):
            called = last_name(node.func)
            return f"{called}()" if called and called not in self._own else UNKNOWN
        if isinstance(node, ast.Subscript):
            return "[]"
        return UNKNOWN


def is_number(word: str) -> bool:
    """Return whether a part is a number that the text writes."""
    return word.lstrip("-+(")[:1].isdigit()


def _read(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a node that are computed."""
    unread = {"annotation", "returns", "decorator_list"}
    for name, value in ast.iter_fields(node):
        if name in unread:
            continue
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST) and not isinstance(part, (ast.Import, ast.ImportFrom)):
                yield part


def _is_of_script(node: ast.Compare) -> bool:
    """Return whether a comparison asks whether the file is the one that runs."""
    return isinstance(node.left, ast.Name) and node.left.id == "__name__"


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
