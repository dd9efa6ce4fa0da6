"""Type parameters (Python 3.12 on): the hidden function that makes them, and the definition inside it."""

from __future__ import annotations

from typing import Any

from numscope.compiled.decompile.errors import DecompilationError
from numscope.compiled.decompile.nodes import MadeFunction


def generic_call(function: MadeFunction, arguments: list[Any]) -> Any:
    """Give what the hidden function of type parameters returns."""
    raise DecompilationError("type parameters are not decompiled yet", instruction="MAKE_FUNCTION", offset=0)
