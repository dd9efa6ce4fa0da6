"""TensorFlow's operations as they are performed: eager ones, gradients, whole graphs, and graphs being made.

TensorFlow calls back after each operation, with what went in and what came out. So an operation is recorded with its
values when it has ended, and without its duration: that of the public function around it is known.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numscope._core as _core
from numscope.probes.tensorflow.adapter import callbacks, input_names

if TYPE_CHECKING:
    from numscope.probes.tensorflow.inside import GraphValues

# They make and move handles: no elements go in or come out.
_NO_DATA = frozenset(
    (
        *(
            "NoOp",
            "VarHandleOp",
            "DestroyResourceOp",
            "VarIsInitializedOp",
            "VariableShape",
            "Placeholder",
            "MutexV2",
        ),
        *("OptionalFromValue", "OptionalGetValue", "OptionalHasValue", "OptionalNone"),
        *("AnonymousIteratorV2", "AnonymousIteratorV3", "DeleteIterator", "IteratorGetNext", "MakeIterator"),
    )
)
_FUNCTION = re.compile(r"__(?:inference|forward)_(?P<backward>__backward_)?(?P<name>.+?)_\d+$")
_GRAPH = "tensorflow.graph."
_PLAIN = (bool, int, str)
_KEPT_ATTRIBUTES = 8


class PerformedOperations:
    """Records each operation that TensorFlow reports. It reports to each thread what that thread does.

    values: shows what nodes of graphs compute; None: graphs run unseen.
    """

    def __init__(self, values: GraphValues | None = None) -> None:
        self._values = values
        self._here = threading.local()

    def listen(self) -> None:
        """Record what this thread does from now on; does nothing where TensorFlow has no such callbacks."""
        module = callbacks()
        if module is not None and not getattr(self._here, "listens", False):
            self._here.listens = True
            module.add_op_callback(self._ended)

    def stop(self) -> None:
        """Record no more. In other threads it has no effect once nothing is recorded."""
        module = callbacks()
        if module is not None and getattr(self._here, "listens", False):
            self._here.listens = False
            with suppress(KeyError):
                module.remove_op_callback(self._ended)

    def _ended(
        self,
        kind: Any,
        inputs: Sequence[Any],
        attributes: Sequence[Any],
        outputs: Sequence[Any],
        op_name: str | None = None,
        graph: Any = None,
    ) -> None:
        """Record an operation; TensorFlow goes on with its outputs, since nothing is returned."""
        kind = kind.decode() if isinstance(kind, bytes) else str(kind)
        if kind in _NO_DATA or not _core.recording():
            return
        facts = _facts(attributes)
        operands = dict(zip(_names(kind, len(inputs)), inputs, strict=True))
        if graph is not None:
            facts |= _named(_text(op_name))
        result = outputs[0] if len(outputs) == 1 else tuple(outputs)
        name = _operation(kind, graph is not None)
        ran = self._values if graph is None and name.startswith(_GRAPH) else None

        def give() -> tuple[None, Any]:
            if ran is not None:
                ran.record()
            return None, result

        _core.operate(name, operands, facts, give)
        if graph is not None and self._values is not None:
            self._values.add(kind, operands, outputs, _named(_text(op_name)), graph)


def _named(node: str) -> dict[str, Any]:
    """Return the name of a node, and the layer of Keras that made it, after which its scope is called."""
    scope = node.rpartition("/")[0]
    return {"node": node, "layer": scope} if scope else {"node": node}


@lru_cache(maxsize=4096)
def _operation(kind: str, traced: bool) -> str:
    """Return the name of the operation: `tensorflow.raw_ops.MatMul`, or that of a function made into a graph."""
    function = _FUNCTION.match(kind)
    if function is not None:
        gradient = ".gradient" if function["backward"] else ""
        return f"{_GRAPH}{function['name']}{gradient}"
    return f"tensorflow.{'traced' if traced else 'raw_ops'}.{kind}"


@lru_cache(maxsize=4096)
def _names(kind: str, count: int) -> tuple[str, ...]:
    names = input_names(kind)
    return names if len(names) == count else tuple(f"input {number}" for number in range(count))


def _facts(attributes: Sequence[Any]) -> dict[str, Any]:
    """Return the settings of an operation that are plain: the types of its operands are seen at these."""
    pairs = zip(attributes[::2], attributes[1::2], strict=False)
    plain = ((_text(name), value) for name, value in pairs if isinstance(value, _PLAIN))
    kept = [(name, int(value) if isinstance(value, bool) else value) for name, value in plain]
    return dict([one for one in kept if not one[0].startswith(("_", "T"))][:_KEPT_ATTRIBUTES])


def _text(name: Any) -> str:
    return name.decode() if isinstance(name, bytes) else str(name)
