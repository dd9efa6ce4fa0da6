"""What is wrong with a layer, as marks of a model's graph: NaN and infinities that it returned, sick gradients."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from numscope.analysis.gradients.gradient_flow import gradient_flow
from numscope.analysis.summary.measured import model_parameters
from numscope.analysis.summary.summary import LayerNode
from numscope.errors import UsageError
from numscope.trace import Trace

# The calls that returned NaN or infinities, and whether the first of them was given any.
_NOT_FINITE = """
    with counted as (
        select call.id, model, module, step,
            coalesce(sum(nans) filter (role = 'returned'), 0) as nans,
            coalesce(sum(positive_infinities + negative_infinities) filter (role = 'returned'), 0) as infinities,
            coalesce(sum(nans + positive_infinities + negative_infinities) filter (role <> 'returned'), 0) as given
        from module_calls call join module_operands on operation = call.id
        where not call.met and phase = 'forward' group by all
    )
    select model, module, count(*) as calls, count(*) filter (nans > 0) as with_nan,
        count(*) filter (infinities > 0) as with_infinity,
        min(step) filter (nans + infinities > 0) as first_step,
        arg_min(given, id) filter (nans + infinities > 0) as given_before
    from counted group by all having count(*) filter (nans + infinities > 0) > 0
"""

# The operations that made NaN or infinities of finite numbers.
_MADE = """
    with counted as (
        select operation, coalesce(sum(nans) filter (made), 0) as nans,
            coalesce(sum(inf) filter (made), 0) as infinities,
            coalesce(sum(nans + inf) filter (role = 'input'), 0) as given
        from (select *, role in ('output', 'mutated') as made, positive_infinities + negative_infinities as inf
                from operand_contents where operation in (select unnest(?::bigint[])))
        group by operation
    )
    select operation, nans > 0 as is_nan from counted where nans + infinities > 0 and given = 0
"""


@dataclass(frozen=True)
class Marks:
    """What was found, by class of the model and path of the layer."""

    found: Mapping[tuple[str, str], tuple[str, ...]]

    def of(self, model: str, path: str) -> tuple[str, ...]:
        """Return the marks of one layer."""
        return self.found.get((model, path), ())


def marks(trace: Trace, trees: Mapping[str, LayerNode]) -> Marks:
    """Return the marks of all layers. Gradients of parameters that two models have by one name have none."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for row in trace.ask(_NOT_FINITE).to_pylist():
        found[row["model"] or "", row["module"] or ""].append(_not_finite(row))
    for model, parameter, finding in _gradients(trace):
        layer, _, name = parameter.rpartition(".")
        while layer and not any(node.path == layer for node in _all(trees[model])):
            layer = layer.rpartition(".")[0]
        found[model, layer].append(f"gradient of {name}: {finding}")
    return Marks({key: tuple(texts) for key, texts in found.items()})


def made_by(trace: Trace, operations: Iterable[int]) -> dict[int, str]:
    """Return the mark of each operation that made NaN or infinities of finite numbers."""
    rows = trace.ask(_MADE, [list(operations)]).to_pylist()
    return {row["operation"]: f"makes {'NaN' if row['is_nan'] else 'Inf'} of finite numbers" for row in rows}


def _not_finite(row: Mapping[str, int]) -> str:
    kinds = [("NaN", row["with_nan"]), ("Inf", row["with_infinity"])]
    counts = " and ".join(f"{name} in {count:,}" for name, count in kinds if count)
    given = "" if row["given_before"] else ", given finite numbers"
    return f"{counts} of {row['calls']:,} calls, first in step {row['first_step'] + 1}{given}"


def _gradients(trace: Trace) -> list[tuple[str, str, str]]:
    """Return model, parameter and finding."""
    try:
        layers = gradient_flow(trace).layers
    except UsageError:  # no optimiser stepped, or values were not looked at
        return []
    owners: dict[str, list[str]] = defaultdict(list)
    for model, parameters in model_parameters(trace).items():
        for name in parameters:
            owners[name].append(model)
    return [
        (owners[one.name][0], one.name, one.finding)
        for one in layers
        if one.finding and len(owners[one.name]) == 1
    ]


def _all(node: LayerNode) -> list[LayerNode]:
    return [node, *(one for inside in node.inside for one in _all(inside))]
