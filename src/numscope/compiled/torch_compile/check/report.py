"""What `--check` found, as lines and as data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from numscope.compiled.torch_compile.check.bisect import Culprit
from numscope.compiled.torch_compile.check.calls import CheckedCalls


def check_lines(checks: CheckedCalls, culprits: list[tuple[Culprit, Path | None]]) -> list[str]:
    """Return the story: how many calls were compared, which differ, where the difference comes from."""
    lines = [f"{checks.compared} call{'' if checks.compared == 1 else 's'} compared with eager."]
    for name, why in checks.uncompared.items():
        lines.append(f"{name} was not compared: an input can't be copied ({why}).")
    if not culprits:
        return [*lines, "No difference."]
    for culprit, script in culprits:
        suspect = culprit.suspect
        lines.append("")
        lines.append(
            f"{suspect.name}, call {suspect.call}: {suspect.difference.where} differs, {suspect.difference.how}"
        )
        lines.append(f"  backend:   {_backend(culprit)}")
        if culprit.backend is None:
            continue
        where = (
            f"captured graph {culprit.graph}"
            if culprit.graph is not None
            else "no single graph differs: Dynamo's rewriting of the function does"
        )
        lines.append(f"  graph:     {where}")
        if culprit.operations:
            lines.append(f"  operation: {', '.join(culprit.operations)}")
        if culprit.kernels:
            lines.append(f"  kernel:    {', '.join(culprit.kernels)}")
        lines.append(f"  script:    {script or 'none, it takes a function or a backend of the program'}")
    return lines


def _backend(culprit: Culprit) -> str:
    if culprit.backend is None:
        return "the difference did not show again (state that is not restored, or chance)"
    return f"{culprit.backend_name} is the first that differs"


def check_document(checks: CheckedCalls, culprits: list[tuple[Culprit, Path | None]]) -> dict[str, Any]:
    """Return the same as plain data."""
    return {
        "compared": checks.compared,
        "uncompared": checks.uncompared,
        "differences": [
            {
                "function": culprit.suspect.name,
                "call": culprit.suspect.call,
                "where": culprit.suspect.difference.where,
                "how": culprit.suspect.difference.how,
                "backend": None if culprit.backend is None else culprit.backend_name,
                "graph": culprit.graph,
                "operations": list(culprit.operations),
                "kernels": list(culprit.kernels),
                "script": None if script is None else str(script),
            }
            for culprit, script in culprits
        ],
    }
