"""What goes into the graphs that torch.compile made, and comes out of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from types import CodeType, FunctionType, ModuleType
from typing import Any, cast

from numscope.probes.torch.adapter import Torch, address_of, saved_tensors

# Dynamo's name and number of a graph; a UUID follows.
_GRAPH = re.compile(r"__compiled_fn_\d+")


class CompiledGraphs:
    """Tells the native recorder of the tensors of each compiled graph that runs, while it is in place.

    The code that Dynamo makes calls a graph, of whatever backend, through a global variable of its own. What stands
    there is replaced by a function that calls it: nothing guards on it, so nothing is compiled anew. Backward, all
    graphs of AOTAutograd go through one function. No graph is kept alive.
    """

    def __init__(self, torch: Torch, native: ModuleType) -> None:
        self._torch = torch
        self._native = native
        self._table: Any = None
        self._replaced: list[tuple[Any, str, Any]] = []
        self._graph_code = self._graph(print, "", "").__code__
        torch.keep_dynamo_off(CompiledGraphs.watch.__code__, self._graph_code)

    def watch(self) -> None:
        """Begin, once something compiled runs: only then is Dynamo sure to be there.

        Raises AttributeError or ImportError, and changes nothing, where torch keeps these things elsewhere.
        """
        if self._replaced:
            return
        table, autograd = self._torch.compiled_code(), self._torch.aot_autograd()
        state = self._torch.saved_state()
        self._table = table
        self._replace(table, "__setitem__", self._enter)
        self._replace(autograd, "call_func_at_runtime_with_args", self._backward)
        self._replace(state, "save_from_forward", self._save)
        for code, variables in self._codes():
            self._meet(code, variables)

    def unwatch(self) -> None:
        """Put back what stood there."""
        if not self._replaced:
            return
        for owner, name, own in self._replaced:
            if own is None:
                delattr(owner, name)  # it was inherited
            else:
                setattr(owner, name, own)
        self._replaced = []
        for _, variables in self._codes():
            for variable in variables:
                found = variable.scope.get(variable.name)
                if self._is_ours(found):
                    variable.scope[variable.name] = found.__wrapped__

    def _replace(self, owner: Any, name: str, around: Callable[[Any], FunctionType]) -> None:
        new = around(getattr(owner, name))
        self._torch.keep_dynamo_off(new.__code__)
        self._replaced.append((owner, name, vars(owner).get(name)))
        setattr(owner, name, new)

    def _codes(self) -> list[tuple[CodeType, list[Any]]]:
        """The code that Dynamo made, and the global variables that it made for it."""
        table = self._table.instance
        found = ((reference(), table.values.get(key, [])) for key, reference in list(table.refs.items()))
        return [(code, list(variables)) for code, variables in found if code is not None]

    def _meet(self, code: CodeType, variables: Iterable[Any]) -> None:
        function = self._torch.function_of(code)
        for variable in variables:
            graph = _GRAPH.match(variable.name)
            found = variable.scope.get(variable.name)
            if graph and found is not None and not self._is_ours(found):
                variable.scope[variable.name] = self._graph(found, graph[0], function)

    def _is_ours(self, found: Any) -> bool:
        return getattr(found, "__code__", None) is self._graph_code

    def _enter(self, original: Any) -> FunctionType:
        def enter(table: Any, code: CodeType, variables: Any) -> None:
            original(table, code, variables)
            self._meet(code, variables)

        return cast(FunctionType, enter)

    def _graph(self, run: Any, name: str, function: str) -> FunctionType:
        native, addresses = self._native, self._addresses

        def graph(*inputs: Any, **keywords: Any) -> Any:
            native.graph_begins(addresses(inputs), name, function)
            outputs = run(*inputs, **keywords)
            native.graph_ends(addresses(outputs))
            return outputs

        graph.__wrapped__ = run  # type: ignore[attr-defined]
        return cast(FunctionType, graph)

    def _save(self, original: Any) -> FunctionType:
        def save(state: Any, context: Any, outputs: Any) -> None:
            original(state, context, outputs)
            self._native.graph_saves(self._addresses(saved_tensors(context)))

        return cast(FunctionType, save)

    def _backward(self, original: Any) -> FunctionType:
        native, addresses = self._native, self._addresses

        def backward(graph: Any, inputs: Any, *options: Any, **keywords: Any) -> Any:
            native.backward_graph_begins(addresses(inputs))  # the graph empties the list
            outputs = original(graph, inputs, *options, **keywords)
            native.backward_graph_ends(addresses(outputs))
            return outputs

        return cast(FunctionType, backward)

    def _addresses(self, values: Any) -> list[int]:
        """Those of the tensors; 0 stands for anything else."""
        tensor = self._torch.module.Tensor
        if not isinstance(values, (list, tuple)):
            values = (values,)
        elif any(isinstance(value, list) for value in values):  # compiled autograd gives all inputs as one
            values = [item for value in values for item in (value if isinstance(value, list) else (value,))]
        with self._torch.no_overrides():
            return [address_of(value) if isinstance(value, tensor) else 0 for value in values]
