"""What compilers made of a program: bytecode, torch.compile, Numba.

`prepare_debug` and `debug` are loaded when asked for, so that `numscope.compiled.decompile` needs nothing
but the standard library.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numscope.compiled.torch_compile import debug, prepare_debug

__all__ = ["debug", "prepare_debug"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from numscope.compiled import torch_compile

    return getattr(torch_compile, name)
