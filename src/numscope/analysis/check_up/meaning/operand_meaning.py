"""Operands that do not mean what a function takes them for: probabilities for logits, a softmax across samples."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.training.labels_ahead import labels_ahead
from numscope.analysis.concepts.kept_values import value_of
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.training_ledger import grouped
from numscope.operations.traits import Trait, has_sql
from numscope.trace import Operand, Site
from numscope.user_code import is_user_file

KIND = "meaning"
_LEAST_CALLS = 2
_MOST_LOOKED_AT = 6
_MOST_SHAPES = 4
_LOSSES = {
    "cross_entropy_loss": "logits",
    "nll_loss_nd": "log-probabilities",
    "nll_loss": "log-probabilities",
    "kl_div": "log-probabilities",
    "binary_cross_entropy_with_logits": "logits",
}
_OF_LOGARITHMS = tuple(name for name, takes in _LOSSES.items() if takes == "log-probabilities")
_FIX = {
    "cross_entropy_loss": "give it what the last linear layer returns: it applies the softmax itself",
    "nll_loss_nd": "give it `log_softmax` of the logits, or give the logits to `cross_entropy`",
    "nll_loss": "give it `log_softmax` of the logits, or give the logits to `cross_entropy`",
    "kl_div": "give it `log_softmax` of the logits, or the logarithm; the target stays a probability",
    "binary_cross_entropy_with_logits": "give it what the last layer returns, without the sigmoid",
}
_CALLS = """
    select o.id, split_part(o.name, '::', 2) as name, o.user_file as file, o.user_line as line, p.minimum, p.maximum,
        p.hash
    from operands p join called_operations o on p.operation = o.id left join called_operations above
        on above.id = o.parent
    where split_part(o.name, '::', 2) in (select unnest(?::varchar[])) and p.place = 0 and p.kind = 'array'
        and p.role = 'input' and o.user_file is not null and not coalesce(o.raised, false)
        and (above.id is null or split_part(above.name, '::', 2) not in (select unnest(?::varchar[])))
    order by o.id
"""
_MADE_BY = """
    select o.name, o.id from operands p join operations o on p.operation = o.id
    where p.hash = ? and p.role = 'output' and p.operation < ? order by p.operation desc limit 8
"""


# Who steps by hand, `p -= rate * p.grad`, has no optimiser; gradients flow back all the same.
_GRAPH = f"select 1 from calls where {has_sql('traits', Trait.GRAPH_NODE)} limit 1"


def operand_meaning(evidence: Evidence) -> Iterator[Finding]:
    """Yield losses of something that they do not take, and a softmax across the batch."""
    trains = bool(evidence.ledger.steps or evidence.trace.ask(_GRAPH).num_rows)
    yield from _probabilities(evidence, trains)
    if not trains:
        return
    yield from _other_shape(evidence)
    yield from _across_samples(evidence)
    yield from _divided_away(evidence)
    yield from labels_ahead(evidence)


def _probabilities(evidence: Evidence, trains: bool) -> Iterator[Finding]:
    """Yield the losses that are given probabilities in place of logits, or of their logarithms.

    trains: otherwise only logarithms are looked for: none of a probability lies above 0, in a measure either.
    """
    names = [name for name in _LOSSES if trains or (name in _OF_LOGARITHMS and evidence.named(name))]
    rows = evidence.trace.ask(_CALLS, [names, names]).to_pylist() if names else []
    for (file, line, name), calls in grouped(
        rows, lambda row: (row["file"], row["line"], row["name"])
    ).items():
        looked = calls[:: max(1, len(calls) // _MOST_LOOKED_AT)][:_MOST_LOOKED_AT]
        is_odd = any(row["minimum"] is None or row["minimum"] < 0 for row in calls)
        if is_odd or (trains and len(calls) < _LEAST_CALLS):
            continue
        if all(row["maximum"] <= 1 + 1e-6 for row in calls) and _is_probability(evidence, name, looked):
            count = f"each of {len(calls):,} calls" if len(calls) > 1 else "this call"
            problem = (
                f"{name} takes {_LOSSES[name]}, and is given probabilities: in {count} all "
                f"numbers lie between {min(row['minimum'] for row in calls):.3g} and "
                f"{max(row['maximum'] for row in calls):.3g}{_sums(name)}"
            )
            # Shares that are measured are used as such elsewhere; what a model returns is for its loss.
            at_file, at_line = (_returned_by(evidence, calls[0]) if trains else None) or (file, line)
            yield Finding(
                KIND, at_file, at_line, None, calls[0]["id"], len(calls), problem, _FIX[name], _look(calls)
            )


def _look(calls: list[dict[str, Any]]) -> str:
    return f"show T {calls[0]['id']}"


def _sums(name: str) -> str:
    return ", and come from a sigmoid" if name.startswith("binary") else ", and each row sums to 1"


def _is_probability(evidence: Evidence, name: str, calls: list[dict[str, Any]]) -> bool:
    wanted = _wanted(name)
    if all(wanted in _makers(evidence, row) for row in calls):
        return True
    if wanted == "sigmoid":
        return False
    operations = evidence.fetch(row["id"] for row in calls)
    return all(_rows_sum_to_one(operation.operands[0]) for operation in operations)


def _wanted(name: str) -> str:
    return "sigmoid" if name.startswith("binary") else "softmax"


def _returned_by(evidence: Evidence, row: dict[str, Any]) -> tuple[str, int] | None:
    """Return the line that makes the probabilities; None unless a function of the program's own returns them.

    In one function with the loss both can be seen, and the loss takes the wrong one; what a model returns is mended
    where it returns it, or where its last layer is made.
    """
    wanted = _wanted(row["name"])
    number = _makers(evidence, row).get(wanted)
    [loss, *made] = evidence.fetch([row["id"]] if number is None else [row["id"], number])
    site = made[0].user_site if made else None
    if site is None or loss.user_site is None or not is_user_file(site.file):
        return None
    text = evidence.trace.sources.text(site.file) or ""
    if not sources.calls_in(sources.statement(text, site.line), wanted):
        return _layer(evidence, wanted.capitalize(), loss.user_site)
    is_elsewhere = (site.file, site.function) != (loss.user_site.file, loss.user_site.function)
    return site.place if is_elsewhere else None


def _layer(evidence: Evidence, kind: str, loss: Site) -> tuple[str, int] | None:
    """Return the line that makes the only layer of a kind, in another function than the loss; None if none does."""
    program = program_of(evidence.trace, loss)
    made = sources.calls_in(program.tree, kind)
    if len(made) != 1:
        return None
    file, line = program.place(made[0].lineno)
    function = sources.function_around(evidence.trace.sources.text(file) or "", line)
    around = (loss.function or "").rpartition(".")[2]
    is_elsewhere = file != loss.file or (function is not None and function.name != around)
    return (file, line) if is_elsewhere else None


def _makers(evidence: Evidence, row: dict[str, Any]) -> dict[str, int]:
    """Return the operators that made an operand, and those behind a change of its shape: `squeeze(sigmoid(x))`."""
    found: dict[str, int] = {}
    content, before = row["hash"], row["id"]
    for _ in range(_MOST_SHAPES):
        made = evidence.trace.ask(_MADE_BY, [content, before]).to_pylist()
        found.update((one["name"].rpartition("::")[2].lstrip("_"), one["id"]) for one in made)
        last = evidence.fetch([made[0]["id"]])[0] if made else None
        if last is None or not last.traits & Trait.VIEW or not last.inputs:
            break
        content, before = last.inputs[0].hash, last.id
    return found


def _rows_sum_to_one(operand: Operand) -> bool:
    value = value_of(operand)
    axis = (
        0 if isinstance(value, np.ndarray) and value.ndim == 1 else 1
    )  # of a single sample there is no other
    if not isinstance(value, np.ndarray) or value.ndim <= axis or value.shape[axis] < 2:
        return False
    return bool(np.allclose(value.astype(np.float64).sum(axis=axis), 1, atol=1e-3))


# Losses that warn of two shapes, and expand one of them before they compute. The expansion is the library's own.
_EXPANDED = """
    with losses as (
        select o.id, o.user_file as file, o.user_line as line, split_part(o.name, '::', 2) as name, p.name as side,
            p.address, p.shape
        from operand_layouts p join called_operations o on p.operation = o.id
        where split_part(o.name, '::', 2) in ('mse_loss', 'l1_loss', 'smooth_l1_loss', 'huber_loss')
            and p.name in ('self', 'target') and p.role = 'input' and o.user_file is not null
    ),
    -- Each distance by itself: with a range all calls of a line meet all its losses, 10 million pairs in 3,200 steps.
    before as (select l.*, l.id - back as earlier from losses l, (select unnest(range(1, 20)) as back))
    select l.id, l.file, l.line, l.name, l.side, any_value(whole.shape) as shape, any_value(part.shape) as given
    from before l join called_operations e on e.id = l.earlier and e.user_file = l.file and e.user_line = l.line
            and e.in_library and split_part(e.name, '::', 2) in ('expand', 'broadcast_tensors')
        join operand_layouts part on part.operation = e.id and part.role = 'input' and part.address = l.address
        join operand_layouts whole on whole.operation = l.id and whole.place = 0
    where part.shape <> l.shape and len(part.shape) > 0
    group by l.id, l.file, l.line, l.name, l.side order by l.id
"""


def _other_shape(evidence: Evidence) -> Iterator[Finding]:
    """Yield losses that compare each prediction with several targets, or a target with several predictions."""
    rows = evidence.trace.ask(_EXPANDED).to_pylist()
    for (file, line), calls in grouped(rows, lambda row: (row["file"], row["line"])).items():
        first = calls[0]
        if len(calls) >= _LEAST_CALLS:
            given, whole = (f"({', '.join(map(str, first[side]))})" for side in ("given", "shape"))
            what = "the targets are" if first["side"] == "target" else "the predictions are"
            problem = (
                f"{what} {given}, and {first['name']} expands them to {whole}, in {len(calls):,} calls: numbers "
                "that do not belong together are compared"
            )
            fix = "give both the same shape: check how the target is made, or `squeeze`"
            yield Finding(KIND, file, line, None, first["id"], len(calls), problem, fix, _look(calls))


_SOFTMAX = """
    select o.id, user_file as file, user_line as line, p.shape, dim.integer as dim, o.time_ns, o.process, o.thread
    from operands p join called_operations o on p.operation = o.id
        join operands dim on dim.operation = o.id and dim.role = 'argument' and dim.name = 'dim'
    where split_part(o.name, '::', 2) in ('softmax', 'log_softmax') and p.place = 0 and p.kind = 'array'
        and len(p.shape) = 2 and dim.integer in (0, -2) and p.shape[1] > 1 and p.shape[2] > 1
        and user_file is not null order by o.id
"""


def _across_samples(evidence: Evidence) -> Iterator[Finding]:
    """Yield a softmax over the axis of the samples."""
    rows = evidence.trace.ask(_SOFTMAX).to_pylist()
    if not rows:
        return
    found = [row for row in rows if evidence.batches.size(row) == row["shape"][0]]
    for (file, line), calls in grouped(found, lambda row: (row["file"], row["line"])).items():
        if len(calls) >= _LEAST_CALLS:
            rows_, columns = calls[0]["shape"]
            problem = (
                f"softmax over axis 0, that of the {rows_} samples: each of {columns} columns sums to 1, no row does, "
                "and each sample's result depends on the others of its batch"
            )
            fix = "take the axis of the classes: `dim=1`, or `dim=-1`"
            yield Finding(KIND, file, line, None, calls[0]["id"], len(calls), problem, fix, _look(calls))


_DIVIDED = """
    select o.id, o.user_file as file, o.user_line as line, list_product(p.shape) as elements, r.hash, r.address,
        p.maximum
    from operands r join called_operations o on r.operation = o.id
        join operands p on p.operation = o.id and p.place = 0 and p.role = 'input'
    where split_part(o.name, '::', 2) = 'floor_divide' and r.role = 'output' and r.kind = 'array'
        and (r.dtype like 'int%' or r.dtype like 'uint%') and r.maximum = 0 and r.minimum = 0
        and p.maximum > p.minimum and list_product(p.shape) >= 32 and o.user_file is not null
    order by o.id
"""
_MADE_REAL = """
    select 1 from operands p join operations o on p.operation = o.id
        join operands r on r.operation = o.id and r.role = 'output' and r.dtype like '%float%'
    where p.hash = ? and p.address = ? and p.operation > ? and p.role = 'input' limit 1
"""


def _divided_away(evidence: Evidence) -> Iterator[Finding]:
    """Yield integer divisions that leave only zeros of numbers that differ, which are then made real numbers."""
    rows = evidence.trace.ask(_DIVIDED).to_pylist()
    for (file, line), calls in grouped(rows, lambda row: (row["file"], row["line"])).items():
        first = calls[0]
        if evidence.trace.ask(_MADE_REAL, [first["hash"], first["address"], first["id"]]).num_rows:
            problem = (
                f"an integer division makes all {int(first['elements']):,} numbers 0: the largest was "
                f"{first['maximum']:,.0f}, smaller than the divisor"
            )
            yield Finding(
                KIND, file, line, None, first["id"], len(calls), problem, "divide with `/`", _look(calls)
            )
