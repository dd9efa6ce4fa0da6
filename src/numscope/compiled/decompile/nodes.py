"""Stand-ins on the symbolic stack and in half-built statements that have no source form of their own."""

from __future__ import annotations

import ast
from types import CodeType
from typing import Any


class Slot:
    """A value statements keep on the stack: an iterator, a with's exit, a handler's saved exception, a subject."""

    __slots__ = ("context", "is_async", "kind")

    def __init__(self, kind: str, context: Any = None, is_async: bool = False) -> None:
        self.kind = kind
        self.context = context
        self.is_async = is_async


class Null:
    """The place holder beside a callable."""


NULL = Null()


class Incoming(ast.expr):
    """A value a statement hands to its target: the item of a for, the result of `__enter__`, the exception caught."""

    _fields = ()


class Caught(Incoming):
    """The exception a handler is given; `name` is the variable it has where code is written as states."""

    def __init__(self) -> None:
        super().__init__()
        self.name = ""


class StateOf(ast.expr):
    """The number of the state that a block is written as."""

    _fields = ()

    def __init__(self, block: Any) -> None:
        super().__init__()
        self.block = block


class Saved(ast.expr):
    """The local `name` put aside while an inlined comprehension uses it."""

    _fields = ()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


class IteratorOf(ast.expr):
    """`iter(value)`, as for statements and comprehensions write it: not at all."""

    _fields = ("value",)
    value: ast.expr

    def __init__(self, value: ast.expr, is_async: bool = False) -> None:
        super().__init__()
        self.value = value
        self.is_async = is_async


class ExceptionMatch(ast.expr):
    """The test of an except clause, or behind those of `except*` (None) whether all was handled."""

    _fields = ("value",)
    value: ast.expr | None

    def __init__(self, value: ast.expr | None) -> None:
        super().__init__()
        self.value = value


class Unpacked:
    """An unpacking whose targets come one by one."""

    __slots__ = ("missing", "star", "targets", "value")

    def __init__(self, value: Any, count: int, star: int) -> None:
        self.value = value
        self.targets: list[ast.expr | None] = [None] * count
        self.star = star
        self.missing = count

    def whole(self) -> ast.expr:
        """Give the target all parts make."""
        elements: list[ast.expr] = [target for target in self.targets if target is not None]
        if self.star >= 0:
            elements[self.star] = ast.Starred(elements[self.star], ast.Store())
        return ast.Tuple(elements, ast.Store())


class Part(ast.expr):
    """One value out of an unpacking."""

    _fields = ()

    def __init__(self, unpacked: Unpacked, number: int) -> None:
        super().__init__()
        self.unpacked = unpacked
        self.number = number


class Keywords(ast.Dict):
    """Keyword arguments being collected: no dict display has their meaning, which refuses duplicates and other keys."""


class InPlace(ast.BinOp):
    """`left op= right`, before it is stored."""


class Chained(ast.NamedExpr):
    """A value stored while a copy of it stays: `a = b = value`, or `(a := value)`."""

    targets: list[ast.expr]

    def __init__(self, target: Any, value: Any) -> None:
        super().__init__(target=target, value=value)
        self.targets = [target]

    def add(self, target: Any) -> None:
        """Store the same value once more."""
        self.value = ast.NamedExpr(target=self.target, value=self.value)
        self.target = target
        self.targets.append(target)

    def original(self) -> ast.expr:
        """Give the value without its targets."""
        value = self.value
        for _ in range(len(self.targets) - 1):
            value = value.value  # type: ignore[attr-defined]
        return value


class MadeFunction(ast.expr):
    """A function object under construction."""

    _fields = ()

    def __init__(self, code: CodeType) -> None:
        super().__init__()
        self.code = code
        self.defaults: list[ast.expr] = []
        self.keyword_defaults: dict[str, ast.expr] = {}
        self.annotations: dict[str, ast.expr] = {}
        self.annotate: MadeFunction | None = None
        self.type_parameters: list[Any] = []


class ClassBuilder(ast.expr):
    """`__build_class__`."""

    _fields = ()


class MadeClass(ast.expr):
    """A class under construction."""

    _fields = ()

    def __init__(
        self, body: MadeFunction, name: str, bases: list[ast.expr], keywords: list[ast.keyword]
    ) -> None:
        super().__init__()
        self.body = body
        self.name = name
        self.bases = bases
        self.keywords = keywords
        self.type_parameters: list[Any] = []


class TypeParameter(ast.expr):
    """A type parameter; `kind` names its class in `ast`."""

    _fields = ()

    def __init__(self, kind: str, name: str, bound: ast.expr | None) -> None:
        super().__init__()
        self.kind = kind
        self.name = name
        self.bound = bound
        self.default: ast.expr | None = None


class MadeAlias(ast.expr):
    """What a type statement makes."""

    _fields = ()

    def __init__(self, name: str, type_parameters: list[Any], value: ast.expr) -> None:
        super().__init__()
        self.name = name
        self.type_parameters = type_parameters
        self.value = value


class GenericBase(ast.expr):
    """The base class a class with type parameters gets of itself."""

    _fields = ()


class Element(ast.stmt):
    """What a comprehension adds to its result: one expression, or a key and a value."""

    _fields = ("values",)
    values: list[ast.expr]

    def __init__(self, kind: str, values: list[ast.expr]) -> None:
        super().__init__()
        self.kind = kind
        self.values = values


class AssertionErrorClass(ast.Name):
    """AssertionError as the assert statement loads it, whatever a program calls by that name."""


class Matches(ast.expr):
    """The test of a case: whether `subject` (a slot, or an expression) matches `pattern`."""

    _fields = ()

    def __init__(self, subject: Any, pattern: ast.pattern) -> None:
        super().__init__()
        self.subject = subject
        self.pattern = pattern


class SubjectOf(ast.expr):
    """The subject itself, on its way into a variable: `case name`."""

    _fields = ()

    def __init__(self, subject: Slot) -> None:
        super().__init__()
        self.subject = subject


class Cell(ast.Name):
    """A variable's cell, on its way into a closure."""


class Locals(ast.expr):
    """The namespace of a class body."""

    _fields = ()
