"""From the calls that differ to culprits, each with its script and, for Inductor, its kernels."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from numscope.compiled.torch_compile.check.bisect import Culprit, bisect, graph_difference
from numscope.compiled.torch_compile.check.calls import CheckedCalls
from numscope.compiled.torch_compile.check.minimal_script import write_minimal_script
from numscope.compiled.torch_compile.session import prepare_debug


def investigate(checks: CheckedCalls, file: Callable[[str], Path]) -> list[tuple[Culprit, Path | None]]:
    """Bisect each suspect; `file` gives the path for a new file of a name. Call it when the program is through."""
    found: list[tuple[Culprit, Path | None]] = []
    for number, suspect in enumerate(checks.suspects):
        culprit = bisect(suspect)
        culprit.kernels = _kernels(culprit)
        path = file(f"check_{number}.py")
        written = culprit.backend is not None and write_minimal_script(culprit, path)
        if written and path.with_suffix(".pt").exists():
            file(path.with_suffix(".pt").name)
        found.append((culprit, path if written else None))
    return found


def _kernels(culprit: Culprit) -> tuple[str, ...]:
    if culprit.module is None or culprit.backend != "inductor":
        return ()
    with tempfile.TemporaryDirectory() as directory, prepare_debug(directory) as session:
        graph_difference(culprit.module, culprit.inputs, culprit.backend)
        graphs = [graph for function in session.record.functions for graph in function.graphs]
    return tuple(name for graph in graphs for kernel in graph.kernels for name in kernel.kernels)
