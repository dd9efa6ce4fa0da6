"""What a sentence about a library is made of: the program's statement, and what the operations inside it showed."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Values:
    """An array with NaN. leading: how many rows at its start have NaN only; None if its bytes were not kept."""

    nans: int
    shape: tuple[int, ...]
    leading: int | None = None

    @property
    def size(self) -> int:
        """Return the number of elements."""
        return math.prod(self.shape)


@dataclass(frozen=True)
class Lookup:
    """An array of positions in which -1 stands for what was not found. function: the library's that was given it."""

    missing: int
    size: int
    function: str


@dataclass(frozen=True)
class UserLine:
    """One statement of the program and what it did.

    source: its text. packages: libraries whose code ran operations there. result: the last array there that holds NaN.
    constants: lengths of arrays that went in whose elements are all equal. zeros: whether one has a row of zeros.
    called: the class of an object of a library that is called or fitted there, as `interp1d` of `f(x)`; empty if there
    is none. raised: the floating-point errors of the operation in question alone.
    """

    source: str
    packages: frozenset[str] = frozenset()
    result: Values | None = None
    lookups: tuple[Lookup, ...] = ()
    constants: tuple[int, ...] = ()
    zeros: bool = False
    floating_point: frozenset[str] = frozenset()
    called: str = ""
    raised: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Call:
    """A call in the source.

    arguments, keywords: those that are literals, the former up to the first that is none. given: how many positional
    ones there are; named: the names of the others.
    """

    name: str
    arguments: tuple[object, ...] = ()
    keywords: Mapping[str, object] = field(default_factory=dict)
    given: int = 0
    named: frozenset[str] = frozenset()

    def argument(self, position: int, name: str, default: object = None) -> object:
        """Return a literal argument by its place or its name."""
        if position < len(self.arguments):
            return self.arguments[position]
        return self.keywords.get(name, default)

    def shown(self, *keywords: str) -> str:
        """Return the call with its literal arguments, of those with a name the given ones: `rolling(3)`."""
        named = [f"{name}={self.keywords[name]!r}" for name in keywords if name in self.keywords]
        plain = [repr(value) for value in self.arguments if not isinstance(value, (list, dict, tuple))]
        arguments = ", ".join([*plain, *named] if len(plain) == self.given else named)
        return f"`{self.name}({arguments})`" if arguments else f"`{self.name}`"


# What is said of a call by its name; None: nothing is known.
Sentence = Callable[[Call, UserLine], str | None]


def parsed(source: str) -> ast.AST | None:
    """Return the statement's syntax tree; None if it is none."""
    try:
        return ast.parse(source.strip())
    except (SyntaxError, ValueError, RecursionError):
        return None


def calls(source: str) -> list[Call]:
    """Return the calls of a statement, those that run last first."""
    tree = parsed(source)
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Call)] if tree else []
    return [_call(node) for node in nodes]


def said_of_calls(sentences: Mapping[str, Sentence], line: UserLine) -> str | None:
    """Return what the first call has of which `sentences` knows something to say."""
    for call in [*calls(line.source), *([Call(line.called)] if line.called else [])]:
        sentence = sentences.get(call.name)
        said = sentence(call, line) if sentence else None
        if said:
            return said
    return None


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return `1 row`, `2 rows`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def of(part: int, whole: int, noun: str, plural: str = "") -> str:
    """Return `1 of 5 rows`; `the row` and `all 5 rows` where the part is the whole."""
    if part == whole:
        return f"the only {noun}" if whole == 1 else f"all {counted(whole, noun, plural)}"
    return f"{part:,} of {counted(whole, noun, plural)}"


def verb(part: int, singular: str, plural: str) -> str:
    """Return the form that agrees with the number."""
    return singular if part == 1 else plural


def _call(node: ast.Call) -> Call:
    literals = [_literal(argument) for argument in node.args]
    known = [value for value in literals if value is not _UNKNOWN]
    pairs = [(keyword.arg, _literal(keyword.value)) for keyword in node.keywords]
    keywords = {name: value for name, value in pairs if name and value is not _UNKNOWN}
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    first_unknown = literals.index(_UNKNOWN) if _UNKNOWN in literals else len(literals)
    return Call(
        name,
        tuple(known[:first_unknown]),
        keywords,
        len(literals),
        frozenset(name for name, _ in pairs if name),
    )


_UNKNOWN = object()


def _literal(node: ast.expr) -> object:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError):
        return _UNKNOWN
