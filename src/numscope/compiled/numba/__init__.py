"""What Numba made of a program: why it does not compile, what it compiled, and a debugger for it.

Importing this package does not import Numba; each part imports it when used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numscope.compiled.numba.explaining.explanation import Explanation

__all__ = ["explain"]


def explain(error_or_function: Any, *arguments: Any) -> Explanation | None:
    """Say in plain words why a Numba function does not compile, or None when there is nothing to explain.

    Give it the exception Numba raised, or the function and the arguments of the call that fails. The
    function is compiled for these arguments, never run. Raises `NumscopeError` when Numba is missing or
    too old, `UsageError` when given neither an exception nor a function.
    """
    from numscope.compiled.numba.explaining.questions import explain as ask

    return ask(error_or_function, *arguments)
