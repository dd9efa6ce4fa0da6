"""Constants that no source can write (a dtype, a method, a dict): Dynamo puts them into its code objects.

Before decompiling, each becomes a string that names it; after compiling, the string becomes the object again.
"""

from __future__ import annotations

import types
from typing import Any


class UnusableTextError(Exception):
    """There is no text, or it compiles to code that can't stand in for torch's."""


def with_placeholders(code: types.CodeType, *, codes: bool = False) -> tuple[types.CodeType, dict[str, Any]]:
    """Return `code` with strings for the constants that have no literal, and what each string stands for.

    With `codes`, code objects count as such constants; else the same is done within them.
    """
    constants: dict[str, Any] = {}
    return _replaced(code, lambda constant: _placeholder(constant, constants), codes), constants


def with_constants(code: types.CodeType, constants: dict[str, Any]) -> types.CodeType:
    """Return `code` with the objects again.

    A string that the compiler computed with, in place of leaving it, is no loss here: such code has other effects
    than the original, and is not proved the same.
    """
    return _replaced(
        code, lambda constant: constants.get(constant, constant) if isinstance(constant, str) else constant
    )


def _replaced(code: types.CodeType, change: Any, codes: bool = False) -> types.CodeType:
    def changed(constant: Any) -> Any:
        within = isinstance(constant, types.CodeType) and not codes
        return _replaced(constant, change) if within else change(constant)

    return code.replace(co_consts=tuple(changed(constant) for constant in code.co_consts))


def _placeholder(constant: Any, constants: dict[str, Any]) -> Any:
    if _has_literal(constant):
        return constant
    name = f"<constant {len(constants)}: a {type(constant).__module__}.{type(constant).__qualname__}>"
    constants[name] = constant
    return name


def _has_literal(constant: Any) -> bool:
    if type(constant) in (tuple, frozenset):
        return all(_has_literal(each) for each in constant)
    return constant is None or constant is ... or type(constant) in (bool, int, float, complex, str, bytes)
