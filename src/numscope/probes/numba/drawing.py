"""Whether a compiled function draws random numbers, as far as its own code shows. Replay's workers import it, too."""

from __future__ import annotations

from typing import Any

from . import adapter


def draws(function: Any) -> bool:
    """Return whether the code of a compiled function names `random`, be it NumPy's or Python's."""
    code = getattr(adapter.python_function(function), "__code__", None)
    return code is not None and "random" in code.co_names
