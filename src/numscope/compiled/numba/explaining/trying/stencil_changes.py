"""Changes of a stencil's options beside those of the rule that named the cause."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.stencils import is_constant, reach, with_options
from numscope.compiled.numba.explaining.trying.change import Change


def tables(case: Case) -> Iterator[Change]:
    """Yield the stencil with the arrays behind the first, where their indexes vary, as tables at fixed places."""
    kernel = case.kernel
    if kernel is None or not kernel.parameters:
        return
    varying = [kernel.source.text(node.value) for node in kernel.accesses() if not is_constant(node)]
    names = tuple(name for name in kernel.parameters[1:] if name in varying)
    if not names:
        return
    found = reach(
        dataclasses.replace(kernel, options={**kernel.options, "standard_indexing": names}),
        case.failure.integers if case.failure.of_stencil else {},
    )
    if found is None:
        return
    said = ", ".join(f"`{name}`" for name in names)
    yield Change(
        f"Say how far the stencil reaches, and that {said} is read at fixed places.",
        with_options(kernel, neighborhood=str(found), standard_indexing=repr(names)),
        kernel.source.path,
    )
