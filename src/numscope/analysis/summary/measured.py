"""What a trace says of each layer, added up by its path: calls, shapes, parameters, FLOPs, bytes, time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import prod
from typing import Any

from numscope.analysis.concepts.flops import Flops
from numscope.operations.traits import Trait, has_sql
from numscope.trace import Trace

Shape = tuple[int, ...]
# Class of the outermost layer, path of the layer in it.
Key = tuple[str, str]

# Replicas of one model run in several processes: those of the first stand for it.
_CALLS = """
    select id, type, model, module, duration_ns from module_calls
    where not met and phase = 'forward' and not raised
    qualify process = min(process) over (partition by model)
    order by id
"""
_OPERANDS = """
    select operation, role, item, name, shape, address, requires_grad from module_operands
    where not met order by operation, role, item
"""
_MODELS = """
    select model, name, shape, max(requires_grad) as requires_grad from module_operands
    join module_calls on operation = id and module_calls.met
    group by model, name, shape order by min(operation), min(item)
"""
# Of the first process only, which is found among the answers: a window over ten million rows is too large for a query.
_WORK = f"""
    select operation.id, process, model, module, phase, step, self_ns,
        case when depth = 0 and phase = 'forward' and not {has_sql("traits", Trait.WRITES)}
            then bytes_out else 0 end as made_bytes
    from modules join called_operations operation on modules.operation = operation.id
    where model is not null and phase in ('forward', 'backward')
"""


@dataclass(frozen=True)
class Parameter:
    """One parameter. key: the same for two layers that share it."""

    key: tuple[Any, ...]
    size: int
    trainable: bool


@dataclass
class Layer:
    """One layer, without those inside it but for forward times. first, latest: ids of calls.

    given, returned: name and shape, of its commonest call. learning: calls whose result has a gradient. forward_times:
    by the call of the model that it was inside; backward_times: by training step.
    """

    type: str
    first: int
    latest: int = 0
    calls: int = 0
    learning: int = 0
    forward_times: dict[int, int] = field(default_factory=dict)
    backward_times: dict[int, int] = field(default_factory=dict)
    forward_flops: int = 0
    backward_flops: int = 0
    made_bytes: int = 0
    given: tuple[tuple[str, Shape], ...] = ()
    returned: tuple[tuple[str, Shape], ...] = ()
    parameters: dict[str, Parameter] = field(default_factory=dict)


def measured_layers(trace: Trace, flops: Flops) -> dict[Key, Layer]:
    """Return every layer that was called, in the order of their first calls."""
    layers: dict[Key, Layer] = {}
    described = _described(trace)
    seen: dict[Key, dict[Any, int]] = defaultdict(lambda: defaultdict(int))
    for call in trace.ask(_CALLS).to_pylist():
        key = (call["model"] or "", call["module"] or "")
        layer = layers.setdefault(key, Layer(call["type"], call["id"]))
        operands = described.get(call["id"], [])
        layer.calls += 1
        layer.latest = call["id"]
        of_model = layers.get((key[0], ""), layer).latest
        layer.forward_times[of_model] = layer.forward_times.get(of_model, 0) + (call["duration_ns"] or 0)
        layer.learning += any(row["requires_grad"] for row in operands if row["role"] == "returned")
        layer.parameters = _parameters(operands)
        shapes = tuple(_shapes(operands, role) for role in ("given", "returned"))
        seen[key][shapes] += 1
    for key, counts in seen.items():
        layers[key].given, layers[key].returned = max(counts, key=lambda shapes: counts[shapes])
    _add_work(trace, flops, layers)
    return layers


def model_parameters(trace: Trace) -> dict[str, dict[str, tuple[int, bool]]]:
    """Return (size, whether a gradient is computed for it) of all parameters of each model, by name."""
    found: dict[str, dict[str, tuple[int, bool]]] = defaultdict(dict)
    for row in trace.ask(_MODELS).to_pylist():
        found[row["model"] or ""][row["name"] or ""] = (prod(row["shape"] or ()), bool(row["requires_grad"]))
    return found


def _described(trace: Trace) -> dict[int, list[dict[str, Any]]]:
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in trace.ask(_OPERANDS).to_pylist():
        if row["shape"] is not None:
            found[row["operation"]].append(row)
    return found


def _shapes(operands: list[dict[str, Any]], role: str) -> tuple[tuple[str, Shape], ...]:
    return tuple((row["name"] or "", tuple(row["shape"])) for row in operands if row["role"] == role)


def _parameters(operands: list[dict[str, Any]]) -> dict[str, Parameter]:
    return {
        row["name"] or "": Parameter(
            (row["address"] or row["operation"], row["name"] if not row["address"] else "", *row["shape"]),
            prod(row["shape"]),
            bool(row["requires_grad"]),
        )
        for row in operands
        if row["role"] == "parameter"
    }


def _add_work(trace: Trace, flops: Flops, layers: dict[Key, Layer]) -> None:
    """Add what the operators cost to the layers that they ran in, or to the nearest layer around."""
    work = trace.ask(_WORK)
    first = _first_processes(work)
    for operation, process, model, module, phase, step, self_ns, made_bytes in _rows(work):
        layer = layers.get((model, module or "")) or layers.get((model, ""))
        if layer is None or process != first[model]:
            continue
        counted = flops.of.get(operation, 0)
        if phase == "forward":
            layer.forward_flops += counted
            layer.made_bytes += made_bytes
        else:
            layer.backward_flops += counted
            layer.backward_times[step] = layer.backward_times.get(step, 0) + (self_ns or 0)


def _first_processes(work: Any) -> dict[str, int]:
    """Return the first process that ran each model."""
    met = work.group_by("model").aggregate([("process", "min")])
    return dict(zip(met.column("model").to_pylist(), met.column("process_min").to_pylist(), strict=True))


def _rows(table: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of an Arrow table: a batch at a time, as all of them in Python would take gigabytes."""
    for batch in table.to_batches():
        yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)
