"""Give the loops that Numba writes around a kernel lines, without which LLVM drops those of a kernel inlined there.

LLVM writes a line table only for functions that have debug information of their own. The loop of a `vectorize` or
`guvectorize` function, and the one around the body of a `prange`, has none, and a small kernel has no other copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from numscope.probes.numba.adapter.compiler import core, cpu_target

_LOOPS = ("__ufunc__.", "__gufunc__.", ".kernel.")


class _Line:
    """Stands for the builder that Numba's debug information gives a line to."""

    debug_metadata: Any = None


def around_modules(original: Callable[..., Any]) -> Callable[..., Any]:
    """Return Numba's `add_ir_module` with line 0, which stands for no line, for the loops around kernels."""

    def add_ir_module(library: Any, module: Any) -> Any:
        for function in list(_loops(module)):
            _give_lines(module, function)
        return original(library, module)

    return add_ir_module


def _loops(module: Any) -> Iterator[Any]:
    """Return the functions of a module that are loops of Numba's around a kernel, and have no lines."""
    for function in module.functions:
        if function.name.startswith(_LOOPS) and function.blocks and "dbg" not in function.metadata:
            yield function


def _give_lines(module: Any, function: Any) -> None:
    information = core("debuginfo").DIBuilder(module, "loop", cpu_target().target_context, True)
    information.mark_subprogram(function, function.name, [], [], 0)
    line = _Line()
    information.mark_location(line, 0)
    for block in function.blocks:
        for instruction in block.instructions:
            instruction.set_metadata("dbg", line.debug_metadata)
    information.finalize()
