"""Statistics of small tensors inside of graphs, computed by TensorFlow's own numeric summary: no node calls Python.

A node's inputs and results are summarised where they are computed, and what comes of it goes into a queue of
TensorFlow's, which is emptied when the graph has run. A summary has no hash: these nodes are not linked by their data.
"""

from __future__ import annotations

import itertools
import math
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from numscope.probes.tensorflow.nodes import Node

# The op takes 20 ns an element, a call of Python 60 microseconds: above this size that is the cheaper way.
MOST_ELEMENTS = 2048
# What a dimension counts as that is not known while the graph is made: the usual size of a batch.
_UNKNOWN = 32
# Packets that wait before a graph hands them over while it runs: a loop may run for long.
_MOST_WAITING = 20_000
# In place of a tensor's name.
_QUEUE = "the queue"
_numbers = itertools.count()
# Of the op's result: https://www.tensorflow.org/api_docs/python/tf/raw_ops/DebugNumericSummary
_NANS, _BELOW, _ZEROS, _ABOVE = 2, 3, 5, 7
_MINIMUM, _MAXIMUM, _MEAN, _VARIANCE, _RANK, _SHAPE = 8, 9, 10, 11, 13, 14
_NOTHING_FINITE = (math.nan,) * 4


@dataclass(frozen=True)
class Summary:
    """A tensor of which the statistics are known, and not the elements."""

    dtype: np.dtype[Any]
    numbers: list[float]

    @property
    def nbytes(self) -> int:
        """Return how much it holds."""
        return 8 * len(self.numbers)

    @property
    def shape(self) -> tuple[int, ...]:
        """Return the sizes of its dimensions."""
        return tuple(map(int, self.numbers[_SHAPE:]))


def show_summary(summary: Summary) -> tuple[Any, ...]:
    """Return what the recorder writes of a summary."""
    found = summary.numbers
    counts = int(found[_ZEROS]), int(found[_NANS]), int(found[_ABOVE]), int(found[_BELOW])
    numbers = _NOTHING_FINITE
    if math.isfinite(found[_MINIMUM]):
        numbers = found[_MINIMUM], found[_MAXIMUM], found[_MEAN], math.sqrt(found[_VARIANCE])
    return summary.dtype, summary.shape, 0, "", (*numbers, *counts)


def is_small(tensor: Any) -> bool:
    """Return whether the op summarises a tensor for less than a call of Python costs."""
    if tensor.dtype.is_complex or tensor.shape.rank is None:
        return False
    count = 1
    for size in tensor.shape:
        count *= _UNKNOWN if size is None else size
    return count <= MOST_ELEMENTS


class Summaries:
    """Puts summaries into graphs, and calls take(node, summaries) for each node that ran, in their order."""

    def __init__(self, take: Callable[[Node, Sequence[Summary]], None]) -> None:
        self._take = take
        self._nodes: list[tuple[Node, tuple[np.dtype[Any], ...]]] = []
        # Names of tensors: tensors would keep their graphs alive.
        self._known: WeakKeyDictionary[Any, dict[str, str]] = WeakKeyDictionary()
        self._name = f"numscope_summaries_{next(_numbers)}"
        self._queue: Any = None
        self._emptied = threading.Lock()

    def add(self, node: Node, tensors: Sequence[Any], graph: Any) -> None:
        """Put summaries of a node's tensors into the graph that is being made."""
        tensorflow = sys.modules["tensorflow"]
        known = self._known.get(graph) or self._begin(graph)
        head = tensorflow.constant([len(self._nodes)], tensorflow.float64)
        self._nodes.append((node, tuple(np.dtype(one.dtype.as_numpy_dtype) for one in tensors)))
        summaries = [_summary(one, known, graph) for one in tensors]
        packet = tensorflow.raw_ops.ConcatV2(values=[head, *summaries], axis=0)
        queue = graph.get_tensor_by_name(known[_QUEUE])
        tensorflow.raw_ops.QueueEnqueueV2(handle=queue, components=[packet])

    def empty(self) -> None:
        """Hand over what waits in the queue."""
        if not self._nodes:
            return
        tensorflow = sys.modules["tensorflow"]
        raw = tensorflow.raw_ops
        with self._emptied:
            self._queue = self._make_queue() if self._queue is None else self._queue
            count = int(raw.QueueSizeV2(handle=self._queue))
            asked = {"handle": self._queue, "n": count, "component_types": [tensorflow.float64]}
            packets = raw.QueueDequeueManyV2(**asked)[0].numpy().tolist() if count else ()
        for packet in packets:
            node, dtypes = self._nodes[int(packet[0])]
            self._take(node, _summaries(packet[1:], dtypes))

    def _begin(self, graph: Any) -> dict[str, str]:
        """Make a handle of the queue, which all graphs share by its name, so that none has to be given it.

        A graph that runs anew and anew hands over what waits once that is much: nothing else may empty the queue.
        """
        tensorflow = sys.modules["tensorflow"]
        queue = self._make_queue()
        known = self._known[graph] = {_QUEUE: queue.name}
        is_inner = getattr(graph.outer_graph, "building_function", False)
        if not is_inner or type(graph).__name__.startswith("While"):
            waiting = tensorflow.raw_ops.QueueSizeV2(handle=queue)
            tensorflow.cond(waiting > _MOST_WAITING, self._hand_over, _nothing)
        return known

    def _hand_over(self) -> Any:
        sys.modules["tensorflow"].numpy_function(self.empty, [], [])
        return _nothing()

    def _make_queue(self) -> Any:
        tensorflow = sys.modules["tensorflow"]
        shapes: list[list[None]] = [[None]]
        return tensorflow.raw_ops.PaddingFIFOQueueV2(
            component_types=[tensorflow.float64], shapes=shapes, capacity=-1, shared_name=self._name
        )


def _summary(tensor: Any, known: dict[str, str], graph: Any) -> Any:
    """Return the summary of a tensor, made once in its graph."""
    tensorflow = sys.modules["tensorflow"]
    found = known.get(tensor.name)
    if found is not None:
        return graph.get_tensor_by_name(found)
    raw, dtype = tensorflow.raw_ops, tensor.dtype
    has_kernel = not dtype.is_floating or dtype in (tensorflow.float32, tensorflow.float64)
    plain = tensor if has_kernel else raw.Cast(x=tensor, DstT=tensorflow.float32)
    made = raw.DebugNumericSummary(input=plain, tensor_name="numscope:0")
    known[tensor.name] = made.name
    return made


def _summaries(numbers: list[float], dtypes: Sequence[np.dtype[Any]]) -> list[Summary]:
    found, at = [], 0
    for dtype in dtypes:
        end = at + _SHAPE + int(numbers[at + _RANK])
        found.append(Summary(dtype, numbers[at:end]))
        at = end
    return found


def _nothing() -> Any:
    return sys.modules["tensorflow"].constant(0)
