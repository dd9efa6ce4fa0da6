"""What goes into the graphs that torch.compile made, and comes out of them."""

from __future__ import annotations

from types import CodeType, FunctionType, ModuleType
from typing import Any, cast

from numscope.probes.torch.adapter import Torch


class CompiledGraphs:
    """Tells the native recorder of the tensors of each compiled graph that runs, while it is in place.

    Inductor's graphs are objects of one class, whose `__call__` it replaces. Dynamo guards on nothing there: no graph
    is compiled anew. Graphs of other backends run eager operators, which are recorded as such.
    """

    def __init__(self, torch: Torch, native: ModuleType) -> None:
        self._torch = torch
        self._native = native
        self._class: Any = None
        self._original: Any = None  # stays: a graph may still be running when its class has it back
        self._watching = False
        self._call = self._telling()
        self.call_code: CodeType = self._call.__code__

    def watch(self) -> None:
        """Begin, once torch has compiled something. Raises AttributeError where torch keeps the class elsewhere."""
        graph = self._torch.compiled_graph()
        if not self._watching and graph is not None:
            self._class, self._original = graph, graph.__call__
            graph.__call__ = self._call
            self._watching = True

    def unwatch(self) -> None:
        """Put the class's own method back."""
        if self._watching:
            self._class.__call__ = self._original
            self._watching = False

    def _telling(self) -> FunctionType:
        native, tensor = self._native, self._torch.module.Tensor

        def call(graph: Any, inputs: Any) -> Any:
            native.graph_begins([value._cdata for value in inputs if isinstance(value, tensor)])
            outputs = self._original(graph, inputs)
            told = outputs if isinstance(outputs, (list, tuple)) else (outputs,)
            native.graph_ends([value._cdata for value in told if isinstance(value, tensor)])
            return outputs

        return cast(FunctionType, call)
