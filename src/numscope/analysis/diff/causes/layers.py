"""Where the text makes the layer in which an operation ran: layers of a container all run at one line."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.concepts.syntax import last_name, parsed
from numscope.trace import Operation, Trace

_LAYER = """
    select module, (select any_value(type) from module_calls c where c.module = m.module) as type
    from modules m where operation = ?
"""


def layer_at(operation: Operation, trace: Trace) -> tuple[str, int] | None:
    """Return the file and line that make the layer of an operation; None if the text does not say it."""
    rows = trace.ask(_LAYER, [operation.id]).to_pylist()
    path, kind = (rows[0]["module"], rows[0]["type"]) if rows else (None, None)
    if not path or not kind:
        return None
    owner, _, place = path.rpartition(".")
    for file in trace.sources.files():
        tree = parsed(trace.sources.text(file) or "")
        lines = set(_made(tree, owner.rpartition(".")[2], place, kind))
        if len(lines) == 1:
            return file, lines.pop()
    return None


def _made(tree: ast.Module, owner: str, place: str, kind: str) -> Iterator[int]:
    """Yield the lines that make a layer of a kind: at its place in a container, or with its own name."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
            continue
        names = {last_name(target) for target in node.targets}
        parts = node.value.args
        if place.isdigit() and (owner in names or not owner) and int(place) < len(parts):
            parts = parts[int(place) : int(place) + 1]
            yield from (
                one.lineno for one in parts if isinstance(one, ast.Call) and last_name(one.func) == kind
            )
        elif place in names and last_name(node.value.func) == kind:
            yield node.value.lineno
