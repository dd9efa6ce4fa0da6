"""A captured graph as a Python file whose code is what runs."""

from __future__ import annotations

import importlib
import types
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numscope.probes.torch.adapter import compiler as adapter

if TYPE_CHECKING:
    import torch


@dataclass
class GraphText:
    """The text of a graph file, the names its code needs, and how many operations the graph has."""

    text: str
    names: dict[str, Any]
    operations: int


def graph_text(module: torch.fx.GraphModule, header: str) -> GraphText:
    """Return the file for `module`: its `forward`, and the graphs within it (cond, scan) as classes."""
    source, names = adapter.graph_source(module)
    parts = [source.strip("\n")]
    for name, child in _graphs_within(module):
        child_source, child_names = adapter.graph_source(child)
        names = {**child_names, **names}
        body = "\n".join(f"    {line}".rstrip() for line in child_source.strip("\n").splitlines())
        parts.append(f"class {name}:\n    # The graph that `forward` above knows as self.{name}.\n\n{body}")
    body = "\n\n\n".join("\n".join(line.rstrip() for line in part.splitlines()) for part in parts) + "\n"
    used = _names_in(compile(body, "<graph>", "exec", dont_inherit=True))
    imports = "\n".join(
        dict.fromkeys(_import_line(name, names[name]) for name in sorted(names) if name in used)
    )
    operations = sum(node.op.startswith("call_") for node in module.graph.nodes)
    text = "\n".join(part for part in (header, imports) if part) + "\n\n\n" + body
    return GraphText(text, names, operations)


def execute_from_file(module: torch.fx.GraphModule, graph: GraphText, path: Path) -> None:
    """Make `module` and the graphs within it run the code of the file at `path`, which holds `graph.text`."""
    namespace = dict(graph.names)
    exec(compile(graph.text, str(path), "exec", dont_inherit=True), namespace)
    # Where the import lines found another object of the same name, the graph's own is the one that counts.
    namespace.update(graph.names)
    adapter.run_graph_from(module, namespace["forward"])
    for name, child in _graphs_within(module):
        adapter.run_graph_from(child, vars(namespace[name])["forward"])


def _graphs_within(module: torch.fx.GraphModule) -> list[tuple[str, torch.fx.GraphModule]]:
    import torch

    return [
        (name.replace(".", "_"), child)
        for name, child in module.named_modules()
        if name and isinstance(child, torch.fx.GraphModule)
    ]


def _names_in(code: types.CodeType) -> set[str]:
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= _names_in(constant)
    return names


def _import_line(name: str, value: Any) -> str:
    if isinstance(value, types.ModuleType):
        return f"import {value.__name__}" if value.__name__ == name else f"import {value.__name__} as {name}"
    if isinstance(value, float):
        return f'{name} = float("{value}")'
    if value is type(None):
        return f"{name} = type(None)"
    module_name, qualified = getattr(value, "__module__", None), getattr(value, "__qualname__", "")
    if module_name and _importable(module_name, qualified, value):
        return f"from {module_name} import {qualified}" + ("" if qualified == name else f" as {name}")
    return f"# {name}: {type(value).__name__}, supplied by torch when the graph is loaded"


def _importable(module_name: str, qualified: str, value: Any) -> bool:
    if not qualified.isidentifier():
        return False
    try:
        return getattr(importlib.import_module(module_name), qualified, None) is value
    except ImportError:
        return False
