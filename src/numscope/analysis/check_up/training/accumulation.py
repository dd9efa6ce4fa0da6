"""Gradients that are gathered wrongly, and steps that do not come or come to nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.sources import function_around
from numscope.analysis.check_up.training.set_up import Place, constructions, other_steps
from numscope.analysis.check_up.training.stale_copies import last_copies
from numscope.analysis.concepts.training_ledger import Parameter, grouped
from numscope.operations.traits import Trait, has_sql
from numscope.user_code import is_user_file

KIND = "gradient"
_LOOK = "gradients T"
_LEAST_STEPS = 2
# Backward passes without a step after the last one, at the least.
_LEAST_UNUSED = 6
# The learning rate has come to nothing at this share of its largest, this early in the run.
_NOTHING, _EARLY, _LEAST_AFTER = 1e-6, 0.6, 10

# A backward pass begins with the gradient of the loss in respect of itself.
ROOTS = """
    select o.id, user_file as file, user_line as line, p.hash, p.address, o.process, coalesce(step.integer, 0) as step
    from operands p join called_operations o on p.operation = o.id
        left join attributes step on step.operation = o.id and step.place is null and step.name = 'step'
    where o.name like '%::ones\\_like' escape '\\' and o.function like '%make\\_grads' escape '\\' and p.place = 0
        and p.role = 'input' and p.kind = 'array' and coalesce(list_product(p.shape), 1) = 1
        and user_file is not null order by o.id
"""
_MAKER = """
    select o.id, o.name, o.user_file as file, o.user_line as line, reduction.integer as reduction,
        (select count(*) from operand_layouts other where other.operation = o.id and other.role in ('input', 'argument')
            and (other.kind <> 'array' or coalesce(list_product(other.shape), 1) = 1)) as numbers
    from operands p join called_operations o on p.operation = o.id
        left join operands reduction on reduction.operation = o.id and reduction.name = 'reduction'
    where p.address = ? and p.hash = ? and p.role in ('output', 'out', 'mutated') and o.id < ? and o.parent is null
    order by o.id desc limit 1
"""
# Gradients that are added to: by address and content.
_ADDED = f"""
    select o.id, o.process, o.user_file as file, o.user_line as line, p.hash
    from operands p join called_operations o on p.operation = o.id join called_operations above on above.id = o.parent
    where {has_sql("above.traits", Trait.GRAPH_NODE)} and above.name like '%AccumulateGrad'
        and o.name like '%::add\\_' escape '\\' and p.place = 0 and p.kind = 'array' and p.hash is not null
        and p.maximum > p.minimum
    order by o.id
"""
_RATES = """
    select coalesce(step.integer, 0) as step, o.process, max(abs(rate.real)) as rate
    from operands rate join attributes phase on phase.operation = rate.operation and phase.place is null
            and phase.name = 'phase' and phase.text = 'optimizer'
        join operations o on o.id = rate.operation
        join operand_layouts target on target.operation = o.id and target.place = 0
        left join attributes step on step.operation = o.id and step.place is null and step.name = 'step'
    where rate.role = 'argument' and rate.name in ('alpha', 'value') and rate.real is not null
        and target.address in (select unnest(?::ubigint[]))
    group by all order by 1
"""
_UNSCALED = """
    select o.id, o.process, list(p.address) as addresses from operand_layouts p join operations o on p.operation = o.id
    where o.name like '%check\\_and\\_unscale\\_' escape '\\' and p.role = 'input' and p.address is not null
    group by all order by o.id
"""
_CHANGED_BEFORE = f"""
    select o.id, user_file as file, user_line as line
    from operand_layouts p join called_operations o on p.operation = o.id
    where o.process = ? and o.id > ? and o.id < ? and p.place = 0 and p.address in (select unnest(?::ubigint[]))
        and {has_sql("o.traits", int(Trait.WRITES | Trait.ASSIGNS))} and user_file is not null and o.parent is null
    order by o.id
"""


def accumulation(evidence: Evidence) -> Iterator[Finding]:
    """Yield gradients that are never set to zero, not divided, clipped too early, or not used."""
    passes = _Passes(evidence)
    if evidence.ledger.parameters:
        yield from _reaches_nothing(passes)
        yield from _changes_nothing(passes)
    if len(evidence.ledger.steps) >= _LEAST_STEPS:
        yield from _never_zero(passes)
        yield from _not_divided(passes)
        yield from _clipped_scaled(passes)
        yield from _no_step(passes)
        yield from _rate_gone(passes)


class _Passes:
    """The backward passes of a run."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self.trace = evidence.trace
        self.ledger = evidence.ledger

    @cached_property
    def roots(self) -> list[dict[str, Any]]:
        """What each pass began with, and its line."""
        return self.trace.ask(ROOTS).to_pylist()  # type: ignore[no-any-return]

    @cached_property
    def added(self) -> list[dict[str, Any]]:
        """The gradients that a pass was added to."""
        return self.trace.ask(_ADDED).to_pylist()  # type: ignore[no-any-return]


def _reaches_nothing(passes: _Passes) -> Iterator[Finding]:
    """Yield losses whose backward passes give no parameter a gradient, though an optimiser steps after each.

    A step that finds no gradient runs no operation: the passes carry its number.
    """
    ledger = passes.ledger
    for process, roots in grouped(passes.roots, lambda row: row["process"]).items():
        wanted = [one for one in ledger.parameters if one.process == process and one.requires_grad]
        steps = max(row["step"] for row in roots)
        if not wanted or steps < _LEAST_STEPS or any(one.process == process for one in ledger.steps):
            continue
        root = roots[0]
        made = passes.trace.ask(_MAKER, [root["address"], root["hash"], root["id"]]).to_pylist()
        place = made[0] if made and made[0]["file"] else root
        if is_user_file(place["file"]):
            problem = (
                f"{len(roots):,} backward passes from the loss that is made here reach none of {len(wanted)} "
                "parameters: it does not depend on them, and the steps change nothing"
            )
            fix = "compute the loss from the model's result itself: `item()`, `tensor(...)` and `detach` cut it off"
            yield Finding(
                KIND, place["file"], place["line"], None, root["id"], len(roots), problem, fix, _LOOK
            )


def _changes_nothing(passes: _Passes) -> Iterator[Finding]:
    """Yield optimisers whose steps find no gradient at all, though backward passes give parameters some."""
    ledger = passes.ledger
    for process, roots in grouped(passes.roots, lambda row: row["process"]).items():
        own = [one for one in ledger.parameters if one.process == process and one.requires_grad]
        steps = max(row["step"] for row in roots)
        places = constructions(passes.trace)
        arrived, written = (
            passes.trace.ask(query, [process])["n"][0].as_py() for query in (_ARRIVED, _STEPPED)
        )
        # Which of several constructions ran is not recorded.
        if steps < _LEAST_STEPS or not arrived or written or len(places) != 1:
            continue
        problem = (
            f"{len(roots):,} backward passes give {len(own)} parameters a gradient, and none of {steps:,} steps finds "
            "one: the optimiser holds other parameters, those that the model had before"
        )
        copied = _copied_after(passes, own, places[0])
        if copied is not None:
            problem += f" this copy; line {places[0][1]} made it"
        fix = "make the optimiser when the model has its last parameters"
        yield Finding(KIND, *(copied or places[0]), None, roots[0]["id"], steps, problem, fix, _LOOK)


def _copied_after(passes: _Passes, parameters: list[Parameter], optimizer: Place) -> Place | None:
    """Return the line that copied all parameters, if it stands below the optimiser's in the same function."""
    first = min((one.met for one in parameters), default=0)
    copies = last_copies(passes.trace, first)
    made = {(one.file, one.line) if (one := copies.get(each.place)) else None for each in parameters}
    place = made.pop() if len(made) == 1 else None
    if place is None or place[0] != optimizer[0] or place[1] <= optimizer[1]:
        return None
    text = passes.trace.sources.text(place[0]) or ""
    one_function = function_around(text, place[1]) is function_around(text, optimizer[1])
    return place if one_function else None


_ARRIVED = f"""
    select count(*) as n from called_operations o
    where o.process = ? and {has_sql("o.traits", Trait.GRAPH_NODE)} and o.name like '%AccumulateGrad'
"""
_STEPPED = f"""
    select count(*) as n from called_operations o
        join attributes phase on phase.operation = o.id and phase.place is null and phase.name = 'phase'
    where o.process = ? and phase.text = 'optimizer' and {has_sql("o.traits", int(Trait.WRITES | Trait.ASSIGNS))}
"""


def _never_zero(passes: _Passes) -> Iterator[Finding]:
    """Yield backward passes that add to the gradient that a step has used already."""
    ledger = passes.ledger
    used: dict[tuple[int, str], tuple[int, set[int]]] = {}
    for parameter in ledger.parameters:
        updated = {write.step for write in ledger.updates(parameter) if write.by_optimizer}
        for number, content in ledger.gradients_of(parameter).items():
            if content and number in updated:
                used[parameter.process, content] = number, updated
    found = []
    for row in passes.added:
        number, updated = used.get((row["process"], row["hash"]), (0, set()))
        following = ledger.step_after(row["process"], row["id"])
        # A pass that another optimiser's step needs may add to gradients that are set to zero before their own step.
        if following is not None and following.number in updated and number == following.number - 1:
            found.append((row, number))
    for (file, line), members in grouped(found, lambda one: (one[0]["file"], one[0]["line"])).items():
        steps = {step for _, step in members}
        if file and len(steps) >= _LEAST_STEPS and len(steps) >= (len(ledger.steps) - 1) // 2:
            problem = (
                f"gradients are added to those that the step before has used, in {len(steps):,} of "
                f"{len(ledger.steps):,} steps: each step uses the sum of all gradients so far"
            )
            yield Finding(KIND, file, line, None, members[0][0]["id"], len(steps), problem, _ZERO, _LOOK)


_ZERO = "call `optimizer.zero_grad()` once for each step, before the backward pass"


def _not_divided(passes: _Passes) -> Iterator[Finding]:
    """Yield mean losses of several backward passes of a step, whose gradients are added up as they are."""
    by_line = grouped(passes.roots, lambda row: (row["process"], row["file"], row["line"]))
    added = Counter((row["process"], row["file"], row["line"]) for row in passes.added)
    for key, roots in by_line.items():
        counts = Counter(row["step"] for row in roots)
        full = [step for step, count in counts.items() if count > 1]
        if len(full) < 2 or not added[key] or 2 * len(full) < len(counts):
            continue
        root = roots[0]
        made = passes.trace.ask(_MAKER, [root["address"], root["hash"], root["id"]]).to_pylist()
        if made and _is_mean(made[0]):
            count = counts.most_common(1)[0][1]
            problem = (
                f"{count} backward passes make one step, in {len(full):,} steps, and each begins with a mean loss that "
                f"nothing divides: the gradient is {count} times that of the whole batch"
            )
            fix = f"divide the loss of each part by the number of parts: `(loss / {count}).backward()`"
            yield Finding(KIND, key[1], key[2], None, root["id"], len(full), problem, fix, _LOOK)


def _is_mean(maker: dict[str, Any]) -> bool:
    name = maker["name"].rpartition("::")[2]
    return name == "mean" or ("loss" in name and maker["reduction"] in (None, 1))


def _clipped_scaled(passes: _Passes) -> Iterator[Finding]:
    """Yield lines that change gradients between the backward pass and the division by the scale of the loss."""
    found: dict[tuple[str, int], list[int]] = {}
    for row in passes.trace.ask(_UNSCALED).to_pylist():
        before = [
            root for root in passes.roots if root["process"] == row["process"] and root["id"] < row["id"]
        ]
        if before:
            given = [row["process"], before[-1]["id"], row["id"], row["addresses"]]
            for change in passes.trace.ask(_CHANGED_BEFORE, given).to_pylist():
                place = (change["file"], change["line"])
                if place != (before[-1]["file"], before[-1]["line"]):
                    found.setdefault(place, []).append(change["id"])
    for place, ids in found.items():
        problem = (
            f"gradients are changed here while they still are multiplied by the scale of the loss, {len(ids):,} times: "
            "a limit on their norm is a limit on the scaled norm"
        )
        fix = "call `scaler.unscale_(optimizer)` before gradients are clipped or looked at"
        yield Finding(KIND, *place, None, ids[0], len(ids), problem, fix, _LOOK)


def _no_step(passes: _Passes) -> Iterator[Finding]:
    """Yield steps that do not come any more, though the same line goes on to compute gradients."""
    for process, steps in grouped(passes.ledger.steps, lambda one: one.process).items():
        roots = [row for row in passes.roots if row["process"] == process]
        last = steps[-1]
        after = [row for row in roots if row["id"] > last.operation]
        lines = {(row["file"], row["line"]) for row in roots if row["id"] < last.operation}
        same = [row for row in after if (row["file"], row["line"]) in lines]
        usual = (len(roots) - len(after)) / len(steps)
        if len(same) >= max(_LEAST_UNUSED, 2 * usual + 1) and last.file:
            problem = (
                f"no step after step {len(steps):,}: {len(same):,} more backward passes of the same line compute "
                "gradients that nothing uses"
            )
            fix = "look at the condition under which the step is made"
            yield Finding(KIND, last.file, last.line, None, last.operation, len(same), problem, fix, _LOOK)


def _rate_gone(passes: _Passes) -> Iterator[Finding]:
    """Yield a learning rate that is nothing for a large part of the run."""
    ledger = passes.ledger
    rows = passes.trace.ask(_RATES, [[one.address for one in ledger.parameters]]).to_pylist()
    for process, members in grouped(rows, lambda row: row["process"]).items():
        rates = [row["rate"] for row in members]
        largest = max(rates, default=0.0)
        gone = next((i for i, _ in enumerate(rates) if max(rates[i:]) < _NOTHING * largest), len(rates))
        if largest > 0 and gone < _EARLY * len(rates) and len(rates) - gone >= _LEAST_AFTER:
            step = next(one for one in ledger.steps if one.process == process)
            places = other_steps(ledger.trace, step) or ([(step.file, step.line)] if step.file else [])
            if places:
                problem = (
                    f"the learning rate falls from {largest:.3g} to {rates[gone]:.1g} by step {gone + 1} of "
                    f"{len(rates):,}, and stays below: nothing is learnt any more"
                )
                fix = "step the scheduler once an epoch, or count its steps in batches"
                yield Finding(KIND, *places[0], None, step.operation, len(rates) - gone, problem, fix, _LOOK)
