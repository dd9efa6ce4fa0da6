"""Annotations that a function of their own makes when they are asked for (PEP 649, Python 3.14 on)."""

from __future__ import annotations

import ast
from types import CodeType

from numscope.compiled.decompile.annotations import Lazy
from numscope.compiled.decompile.errors import DecompilationError
from numscope.compiled.decompile.nested import NestedCode
from numscope.compiled.decompile.normalise import normalise


def lazy_annotations(statements: list[ast.stmt], code: CodeType) -> list[Lazy]:
    """Read a function's annotations out of the dictionary display that makes them."""
    for statement in statements:
        if isinstance(statement, ast.Return) and isinstance(statement.value, ast.Dict):
            pairs = zip(statement.value.keys, statement.value.values, strict=True)
            return [
                (key.value, value, None)
                for key, value in pairs
                if isinstance(key, ast.Constant) and isinstance(key.value, str)
            ]
    raise DecompilationError.at(code, "RETURN_VALUE", 0, "annotations are not made by a dictionary display")


def stored_annotations(code: CodeType, nested: NestedCode) -> list[Lazy]:
    """Read the annotations of a class or module: stores into one dictionary, one after the other."""
    listing = normalise(code)
    start = next((place for place, one in enumerate(listing) if one.op == "MAP"), len(listing)) + 1
    found: list[Lazy] = []
    for place in range(start, len(listing) - 2):
        if [one.op for one in listing[place : place + 3]] != ["COPY", "CONST", "STORE_SUBSCR"]:
            continue
        number = None
        if [one.op for one in listing[start : start + 4]] == ["CONST", "LOAD", "COMPARE", "BRANCH"]:
            number, start = listing[start].arg, start + 4
        machine = nested.run(code, listing, start, place)
        if machine.out or machine.stop or len(machine.stack) != 1:
            raise DecompilationError.at(code, listing[start].raw, listing[start].offset, "no annotation")
        found.append((listing[place + 1].arg, machine.stack[0], number))
        start = place + 3
    return found
