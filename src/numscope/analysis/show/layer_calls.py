"""The calls of one layer: what they took and returned."""

from __future__ import annotations

from dataclasses import dataclass

from numscope.analysis.concepts.layer_tensors import LayerTensor, layer_tensors
from numscope.analysis.concepts.operation_names import operation_names
from numscope.errors import UsageError
from numscope.recording.patterns import nearest
from numscope.trace import Trace


@dataclass(frozen=True)
class LayerCalls:
    """The first calls of a layer, their tensors in order. calls: how many there are in all."""

    layer: str
    type: str
    calls: int
    tensors: tuple[LayerTensor, ...]


def is_layer_call(trace: Trace, number: int) -> bool:
    """Return whether this id is a layer's call, not an operation's."""
    # First what is found by its row: calls of layers are put together from all their operands.
    if number < 0 or trace.operations.fetch([number]):
        return False
    found = trace.ask("select id from module_calls where not met and id = ?", [number])
    return bool(found.num_rows)


def calls_of_layer(trace: Trace, layer: str | int, limit: int) -> LayerCalls:
    """Return the first `limit` calls of the layer with this path, or the one call with this id.

    Raises UsageError if there is no such layer.
    """
    column = "id" if isinstance(layer, int) else "coalesce(nullif(module, ''), model)"
    ids = trace.ask(f"select id from module_calls where not met and {column} = ? order by id", [layer])[
        "id"
    ].to_pylist()
    if not ids:
        known = trace.ask(
            "select distinct coalesce(nullif(module, ''), model) as path from module_calls where not met"
        )
        paths = sorted(path for path in known["path"].to_pylist() if path)
        raise UsageError(
            f"{trace.path} has no operation and no layer {layer!r}.{_numbers_of(trace, str(layer))}"
            + (f" Its layers are {', '.join(paths[:8])}{' ...' if len(paths) > 8 else ''}." if paths else "")
        )
    tensors = tuple(layer_tensors(trace, f"call.id in ({', '.join(map(str, ids[: max(1, limit)]))})"))
    first = tensors[0] if tensors else None
    path = (first.module or first.model) if first else str(layer)
    return LayerCalls(path, first.type if first else "", len(ids), tensors)


def _numbers_of(trace: Trace, name: str) -> str:
    """Return how to list the numbers of the operation most like `name`, after a space; empty if none is."""
    near = nearest(name, operation_names(trace))
    return f" `numscope ls {trace.path} --ops {near[0]}` lists the numbers of {near[0]}." if near else ""
