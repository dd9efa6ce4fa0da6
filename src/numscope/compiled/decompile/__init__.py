"""A decompiler for CPython 3.10 to 3.14: code objects back to source that compiles to the same instructions.

Needs nothing but the standard library. `decompile` gives the text; `decompile_verified` also compiles it again and
says how far the two agree.
"""

from __future__ import annotations

from numscope.compiled.decompile.api import Decompilation, Verdict, decompile, decompile_verified, texts
from numscope.compiled.decompile.errors import DecompilationError

__all__ = ["Decompilation", "DecompilationError", "Verdict", "decompile", "decompile_verified", "texts"]
