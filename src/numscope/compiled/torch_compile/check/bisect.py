"""From a call that differs to the backend, the graph and the operation that make the difference."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import torch

from numscope.compiled.torch_compile.check.calls import (
    Suspect,
    first_result_difference,
    run_and_differentiate,
)
from numscope.compiled.torch_compile.check.compare import Difference
from numscope.compiled.torch_compile.check.state import copy_inputs, parameters_of
from numscope.probes.torch.adapter import compiler as adapter

_ORDER = ("eager", "aot_eager", "inductor")
Module: TypeAlias = torch.fx.GraphModule


@dataclass
class Culprit:
    """Where a difference comes from.

    `backend` is the first that shows it (None: it did not show again); `graph` the number of the captured graph
    (None: no single graph differs, Dynamo's own rewriting does); `operations` the fewest operations that still
    show it, `module` and `inputs` what runs them.
    """

    suspect: Suspect
    backend: Any = None
    graph: int | None = None
    operations: tuple[str, ...] = ()
    difference: Difference | None = None
    module: Module | None = None
    inputs: tuple[Any, ...] = ()
    kernels: tuple[str, ...] = ()

    @property
    def backend_name(self) -> str:
        """The backend's name, for a reader."""
        return self.backend if isinstance(self.backend, str) else getattr(self.backend, "__name__", "custom")


def bisect(suspect: Suspect) -> Culprit:
    """Make the call of `suspect` again and again until the smallest part that differs is found."""
    own = suspect.options.get("backend", "inductor")
    for backend in [*(name for name in _ORDER if name != own), own]:
        if isinstance(own, str) and own in _ORDER and _ORDER.index(str(backend)) > _ORDER.index(own):
            continue
        probe = _GraphProbe(backend)
        difference = _difference(suspect, probe)
        if difference is None:
            continue
        culprit = Culprit(suspect, backend, difference=difference)
        if probe.found is not None:
            culprit.graph, module, inputs, culprit.difference = probe.found
            culprit.module, culprit.inputs = _smallest(module, inputs, backend)
            culprit.operations = tuple(_operation(node) for node in _calls(culprit.module))
        return culprit
    return Culprit(suspect)


def _difference(suspect: Suspect, backend: Any) -> Difference | None:
    """Compare eager with `backend` on the inputs of `suspect`."""
    torch.compiler.reset()
    suspect.restore()
    parameters = parameters_of(suspect.function, suspect.arguments)
    twins, others = (copy_inputs(suspect.arguments, suspect.keywords) for _ in range(2))
    eager = run_and_differentiate(suspect.function, *twins, parameters, quiet=True)
    suspect.restore()
    options = {
        name: value for name, value in suspect.options.items() if name not in ("backend", "mode", "options")
    }
    compiled = torch.compile(suspect.function, backend=backend, **options)
    return first_result_difference(eager, run_and_differentiate(compiled, *others, parameters, quiet=True))


class _GraphProbe:
    """A backend that runs each graph eagerly beside the real backend, and keeps the first that differs."""

    def __init__(self, backend: Any) -> None:
        self.__name__ = "numscope_graph_probe"
        self.backend = adapter.backend_called(backend)
        self.graphs = 0
        self.found: tuple[int, Module, tuple[Any, ...], Difference] | None = None

    def __call__(self, module: Module, example_inputs: list[Any], **options: Any) -> Callable[..., Any]:
        reference = copy.deepcopy(module)
        number, self.graphs = self.graphs, self.graphs + 1
        compiled = self.backend(module, example_inputs, **options)

        def run(*inputs: Any) -> Any:
            if self.found is None:
                kept, twins = copy_inputs(inputs, {})[0], copy_inputs(inputs, {})[0]
                eager = _run_graph(reference, copy_inputs(inputs, {})[0])
                difference = first_result_difference(eager, _run_graph(compiled, twins))
                if difference is not None:
                    self.found = (number, reference, kept, difference)
            return compiled(*inputs)

        return run


def _run_graph(graph: Callable[..., Any], inputs: tuple[Any, ...]) -> dict[str, Any]:
    # A graph's outputs come as a tuple from one backend and as a list from another.
    return run_and_differentiate(lambda *values: list(graph(*values)), inputs, {})


def graph_difference(module: Module, inputs: tuple[Any, ...], backend: Any) -> Difference | None:
    """Compare `module` run eagerly with `module` compiled by `backend`, gradients included."""
    torch.compiler.reset()
    eager = _run_graph(module, copy_inputs(inputs, {})[0])
    compiled = torch.compile(copy.deepcopy(module), backend=backend)
    return first_result_difference(eager, _run_graph(compiled, copy_inputs(inputs, {})[0]))


def _smallest(module: Module, inputs: tuple[Any, ...], backend: Any) -> tuple[Module, tuple[Any, ...]]:
    """Return the smallest run of operations of `module` that still differs, with the inputs it takes.

    Halving finds an operation with which the graph's beginning differs and without which it does not; then the
    shortest run that ends there and differs alone. About two compilations for each doubling of the graph.
    """
    values = _Values(module)
    with torch.enable_grad():
        values.run(*copy_inputs(inputs, {})[0])
    nodes = _calls(module)

    def differs(start: int, end: int) -> tuple[Module, tuple[Any, ...]] | None:
        part = _part(module, nodes[start:end], values.seen)
        return part if graph_difference(*part, backend) is not None else None

    good, bad = 0, len(nodes)
    while bad - good > 1:
        middle = (good + bad) // 2
        if differs(0, middle):
            bad = middle
        else:
            good = middle
    length = 1
    while length < bad:
        found = differs(bad - length, bad)
        if found is not None:
            return found
        length *= 2
    return differs(0, bad) or (module, inputs)


def _operation(node: torch.fx.Node) -> str:
    if isinstance(node.target, str):
        return node.target
    return str(getattr(node.target, "__name__", node.target))


def _calls(module: Module) -> list[torch.fx.Node]:
    return [node for node in module.graph.nodes if node.op.startswith("call_")]


class _Values(torch.fx.Interpreter):  # type: ignore[misc,unused-ignore]
    """Runs a graph and keeps the value of every node."""

    def __init__(self, module: Module) -> None:
        super().__init__(module, garbage_collect_values=False)
        self.seen: dict[str, Any] = {}

    def run_node(self, n: torch.fx.Node) -> Any:
        """Keep a copy: a later operation may write to the value."""
        value = super().run_node(n)
        is_tensor = isinstance(value, torch.Tensor)
        self.seen[n.name] = value.detach().clone().requires_grad_(value.requires_grad) if is_tensor else value
        return value


def _part(
    module: Module, window: list[torch.fx.Node], seen: dict[str, Any]
) -> tuple[Module, tuple[Any, ...]]:
    """Return a module of the nodes in `window` alone, and the values that they take from outside."""
    graph, copies, inputs = torch.fx.Graph(), {}, []
    inside = set(window)

    def argument(node: torch.fx.Node) -> torch.fx.Node:
        if node not in copies:
            if node.op == "get_attr" and not isinstance(seen.get(node.name), torch.Tensor):
                copies[node] = graph.node_copy(node, argument)
            else:
                copies[node] = graph.placeholder(node.name)
                inputs.append(seen[node.name])
        return copies[node]

    for node in window:
        for needed in node.all_input_nodes:
            argument(needed)
    for node in window:
        copies[node] = graph.node_copy(node, argument)
    used_outside = [node for node in window if any(user not in inside for user in node.users)] or window[-1:]
    graph.output(tuple(copies[node] for node in used_outside))
    return torch.fx.GraphModule(module, graph), tuple(inputs)
