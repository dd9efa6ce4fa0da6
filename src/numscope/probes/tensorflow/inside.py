"""What nodes of graphs compute while these run, for `run --inside-jit`.

Behind each node that is put into a graph stands one more, which hands inputs and results over to Python as the graph
runs, or, where their statistics are enough and they are small, summaries of them to a queue of TensorFlow's. It gives
nothing back, and no other node waits for it. They are recorded inside of the call of the graph, in the
order in which TensorFlow ran them, each at the line of the program that made the node.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

import numscope._core as _core
from numscope.probes.tensorflow.adapter import is_for_xla
from numscope.probes.tensorflow.nodes import Node
from numscope.probes.tensorflow.summaries import Summaries, is_small

PREFIX = "tensorflow.inside."
# Of `_core.value_detail`: the elements are wanted.
_FULL = 2
# What waits for the end of a graph's call.
MOST_BYTES = 1 << 30
MOST_NODES = 100_000
# They make or hand on what other nodes have shown, or arrange graphs.
_UNSEEN = frozenset(
    (
        *(
            "Const",
            "Identity",
            "IdentityN",
            "PyFunc",
            "PyFuncStateless",
            "EagerPyFunc",
            "ReadVariableOp",
            "Shape",
        ),
        *("If", "StatelessIf", "While", "StatelessWhile", "PartitionedCall", "StatefulPartitionedCall"),
        *("IteratorGetNext", "StopGradient", "Range", "Assert"),
    )
)


@dataclass
class _Ran:
    """What nodes gave since a graph was last recorded."""

    nodes: list[tuple[Node, Sequence[Any]]] = field(default_factory=list)
    bytes: int = 0
    left_out: int = 0


class GraphValues:
    """Puts nodes into graphs that are made from now on, and records what they hand over."""

    def __init__(self, libraries: tuple[str, ...]) -> None:
        self._libraries = libraries
        self._ran = _Ran()
        self._busy = False
        self._summaries = Summaries(self._keep)
        self._looked_into: WeakKeyDictionary[Any, bool] = WeakKeyDictionary()

    def add(
        self, kind: str, inputs: dict[str, Any], outputs: Sequence[Any], facts: dict[str, Any], graph: Any
    ) -> None:
        """Put a node behind one that has just been put into `graph`."""
        shown = {name: one for name, one in inputs.items() if _has_numbers(one)}
        if self._busy or kind in _UNSEEN or not outputs or not all(map(_has_numbers, outputs)):
            return
        if not self._is_looked_into(graph):
            return
        node = Node(PREFIX + kind, tuple(shown), len(outputs), facts, self._place_of(outputs[0].op))
        tensorflow = sys.modules["tensorflow"]
        tensors = [*shown.values(), *outputs]
        self._busy = True
        try:
            with tensorflow.control_dependencies(None):
                if _core.value_detail() != _FULL and all(map(is_small, tensors)):
                    self._summaries.add(node, tensors, graph)
                else:
                    tensorflow.numpy_function(partial(self._keep_arrays, node), tensors, [])
        finally:
            self._busy = False

    def record(self) -> None:
        """Record what the nodes of a graph gave that has just run, inside of the operation that runs now."""
        self._summaries.empty()
        ran, self._ran = self._ran, _Ran()
        for node, arrays in ran.nodes:
            _record(node, arrays)
        if ran.left_out:
            _core.note(f"{PREFIX}left_out", None, {"nodes": ran.left_out})

    def _keep_arrays(self, node: Node, *arrays: Any) -> None:
        self._keep(node, arrays)

    def _keep(self, node: Node, arrays: Sequence[Any]) -> None:
        """Keep what a node gave, or count it. Of a summary as many bytes count as it has numbers."""
        ran = self._ran
        size = sum(array.nbytes for array in arrays)
        if ran.bytes + size > MOST_BYTES or len(ran.nodes) >= MOST_NODES:
            ran.left_out += 1
            return
        ran.bytes += size
        ran.nodes.append((node, arrays))

    def _is_looked_into(self, graph: Any) -> bool:
        known = self._looked_into.get(graph)
        if known is None:
            # A data set's graph is run by threads of TensorFlow's own, beside the program.
            known = self._looked_into[graph] = not (graph.name.startswith("Dataset_") or is_for_xla())
        return known

    def _place_of(self, operation: Any) -> tuple[str, str, int] | None:
        """Return where the program made a node. TensorFlow knows the lines from which autograph wrote its code."""
        for frame in reversed(operation.traceback or ()):
            if not frame.filename.startswith(self._libraries) and os.path.exists(frame.filename):
                return frame.filename, frame.name, frame.lineno
        return None


def _record(node: Node, arrays: Sequence[Any]) -> None:
    count = len(node.inputs)
    results = arrays[count:]

    def give() -> tuple[None, Any]:
        return None, results[0] if node.outputs == 1 else tuple(results)

    operands = dict(zip(node.inputs, arrays, strict=False))
    _core.operate(node.name, operands, node.facts, give, *([node.place] if node.place else []))


def _has_numbers(tensor: Any) -> bool:
    dtype = getattr(tensor, "dtype", None)
    return bool(
        dtype is not None and (dtype.is_floating or dtype.is_integer or dtype.is_bool or dtype.is_complex)
    )
