"""A line of source, and the values written in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.probes.calling.literals import Item
from numscope.probes.calling.recorded import RecordedOperand

_MOST_NAMED = 8
_BUILTIN_TYPES = (bool, int, float, complex, str, bytes, object)


class NoSourceError(Exception):
    """Why an operation can't be written down as a line of source."""


@dataclass(frozen=True)
class Library:
    """What a line needs beside NumPy. title: for people. module: to be imported; "": nothing.

    helpers: functions that the line, or what is around it, calls, as source; standard: the modules that these import.
    """

    title: str
    module: str = ""
    helpers: str = ""
    standard: tuple[str, ...] = ()


@dataclass(frozen=True)
class Source:
    """text: the expression, or the statement if it changes its first array and gives nothing. given: the arrays that it
    names, in order; names: what they are called. changed: the names of the arrays that it changes in place; left: these
    as they were left. program:
    the file of the program that it calls a function of, and the name that the file has in the text. library: what it
    needs beside NumPy. inputs, results: calls that make its inputs of `case`, and arrays of its `result`. places: where
    each output stands in these; empty: by its position.
    """

    text: str
    given: tuple[RecordedOperand, ...]
    names: tuple[str, ...]
    is_statement: bool
    changed: tuple[str, ...]
    left: tuple[RecordedOperand, ...]
    program: tuple[str, str] | None = None
    library: Library | None = None
    inputs: str = "given(case)"
    results: str = "result"
    places: tuple[int, ...] = ()


@dataclass(frozen=True)
class Statement:
    """A call in a script. gives: it has a result, or else changes its first array. imports: lines that it needs."""

    text: str
    gives: bool = True
    imports: tuple[str, ...] = ()


def joined(positional: list[str], named: dict[str, str]) -> str:
    """Return the arguments of a call as they stand between its parentheses."""
    return ", ".join([*positional, *(f"{name}={text}" for name, text in named.items())])


def names_for(given: list[RecordedOperand]) -> tuple[str, ...]:
    """What the arrays that go in are called."""
    few = len(given) <= _MOST_NAMED
    return tuple(chr(ord("a") + number) if few else f"arrays[{number}]" for number in range(len(given)))


def literal(value: Any, inside: dict[int, str] | None = None) -> str:
    """`value` as source. inside: the names of the arrays in it, by number."""
    if isinstance(value, Item):
        if inside is None or value.number not in inside:
            raise NoSourceError("an array of a list is not kept")
        return inside[value.number]
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return f'float("{value}")'
    if isinstance(value, complex) and not isinstance(value, (int, float)):
        return f"complex({literal(value.real)}, {literal(value.imag)})"
    if isinstance(value, (list, tuple)):
        parts = [literal(part, inside) for part in value]
        if isinstance(value, list):
            return f"[{', '.join(parts)}]"
        return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"
    if isinstance(value, dict):
        pairs = (f"{literal(name)}: {literal(part, inside)}" for name, part in value.items())
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, slice):
        return f"slice({', '.join(literal(part, inside) for part in (value.start, value.stop, value.step))})"
    if value is Ellipsis:
        return "..."
    if isinstance(value, np.dtype):
        return f"np.dtype({value.descr if value.names else value.str!r})"
    if isinstance(value, type):
        return value.__name__ if value in _BUILTIN_TYPES else f"np.{value.__name__}"
    return repr(value)
