"""The values that arrays would have without rounding: results of higher precision, by what they are the shadow of."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import numpy as np

from numscope.analysis.precision.nodes import Node

_MOST_BYTES = 1 << 30
_MOST_NODES = 200_000
# Where an array lay (0 for a scalar, which lies nowhere) and what it held.
Key = tuple[int, int]


class Shadows:
    """What is known of the arrays of a run: the operation that made each, and its shadow. The oldest are forgotten."""

    def __init__(self) -> None:
        self._arrays: OrderedDict[Key, Any] = OrderedDict()
        self._nodes: OrderedDict[Key, Node] = OrderedDict()
        self._bytes = 0

    def of(self, key: Key, shape: tuple[int, ...]) -> Any:
        """The shadow of an array; None if it is taken to be exact."""
        array = self._arrays.get(key)
        return array if array is not None and array.shape == shape else None

    def node(self, key: Key) -> Node | None:
        """The operation that made an array."""
        return self._nodes.get(key)

    def put(self, key: Key, node: Node, shadow: Any) -> None:
        """Note what made an array; shadow None: it is exact as far as is known."""
        self._nodes[key] = node
        self._nodes.move_to_end(key)
        if len(self._nodes) > _MOST_NODES:
            self._nodes.popitem(last=False)
        old = self._arrays.pop(key, None)
        self._bytes -= 0 if old is None else old.nbytes
        if shadow is None:
            return
        self._arrays[key] = np.asarray(shadow)
        self._bytes += self._arrays[key].nbytes
        while self._bytes > _MOST_BYTES and len(self._arrays) > 1:
            self._bytes -= self._arrays.popitem(last=False)[1].nbytes
