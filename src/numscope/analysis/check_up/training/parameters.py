"""Parameters that do not learn: no optimiser has them, their model does not, or they were filled again, or parted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.training.frozen_updates import frozen_updates
from numscope.analysis.check_up.training.given_back import given_back
from numscope.analysis.check_up.training.set_up import (
    construction,
    keeping_line,
    kept_state,
    same_object,
)
from numscope.analysis.check_up.training.stale_copies import stale_copies
from numscope.analysis.concepts.training_ledger import Ledger, Parameter, Step, grouped
from numscope.operations.traits import Trait

KIND = "parameter"
_LEAST_STEPS = 2
# A new optimiser for a new stage of a training is usual; one for each epoch loses what it had learnt of the gradients.
_LEAST_MADE = 3
_LOOK = "summary T"


def parameters(evidence: Evidence) -> Iterator[Finding]:
    """Yield what keeps parameters from learning, each with the line where that was set up."""
    ledger = evidence.ledger
    if len(ledger.steps) < _LEAST_STEPS:
        return
    yield from _left_out(ledger)
    yield from _unregistered(ledger)
    yield from _parted(ledger)
    yield from _filled_again(ledger)
    yield from _state_lost(ledger)
    yield from _restored(evidence)
    yield from stale_copies(ledger)
    yield from given_back(ledger)
    yield from frozen_updates(ledger)


def _left_out(ledger: Ledger) -> Iterator[Finding]:
    """Yield parameters that have a gradient and that no step changes, though others of their process change."""
    learning = {one.process for one in ledger.parameters if ledger.learns(one)}
    still = [
        one
        for one in ledger.parameters
        if one.process in learning and not ledger.updates(one) and _gradients_of(ledger, one) >= _LEAST_STEPS
    ]
    for process, members in grouped(still, lambda one: one.process).items():
        steps = [step for step in ledger.steps if step.process == process]
        again = _used_again(ledger, steps)
        place = again or construction(ledger.trace, steps[0])
        if place is None:
            continue
        count = sum(one.process == process for one in ledger.parameters)
        numbers = sum(one.size for one in members)
        why = (
            "the step at this line finds the gradients that the step before has used: it is another optimiser's"
            if again
            else f"{steps[0].name} does not hold them"
        )
        problem = (
            f"{len(members)} of {count} parameters ({numbers:,} numbers) have a gradient, and none of "
            f"{len(steps):,} steps changes them: {listed(members)}; {why}"
        )
        yield _finding(place, members[0].met, len(steps), problem, _GIVE)


def _used_again(ledger: Ledger, steps: list[Step]) -> tuple[str, int] | None:
    """Return the line whose steps all find the gradients that the step before has used: that of a wrong optimiser."""
    learning = [one for one in ledger.parameters if one.process == steps[0].process and ledger.learns(one)]
    found = [ledger.gradients_of(one) for one in learning]
    numbers = {step.number for step in steps}
    for (file, line), same in grouped(steps, lambda step: (step.file, step.line)).items():
        behind = [step.number for step in same if step.number - 1 in numbers]
        again = all(
            gradients.get(number) == gradients.get(number - 1) for number in behind for gradients in found
        )
        if file and len(behind) >= _LEAST_STEPS and again:
            return file, line
    return None


_GIVE = (
    "give the optimiser all parameters that are to learn, after the last change of the model, or freeze the others "
    "with `requires_grad_(False)`"
)


def _gradients_of(ledger: Ledger, parameter: Parameter) -> int:
    return sum(one is not None for one in ledger.gradients_of(parameter).values())


def _unregistered(ledger: Ledger) -> Iterator[Finding]:
    """Yield layers that ran inside a model that does not have them, whose parameters never change."""
    still = [one for one in ledger.unregistered if one.requires_grad and not ledger.updates(one)]
    for line, members in grouped(still, lambda one: _kept(ledger, one)).items():
        problem = (
            f"layers that the model calls are none of its submodules: {len(members)} parameters "
            f"({sum(one.size for one in members):,} numbers) are not among its `parameters()`, and none of "
            f"{len(ledger.steps):,} steps changes them"
        )
        if line[0]:
            yield _finding((line[0], line[1]), members[0].met, len(ledger.steps), problem, _REGISTER)


_REGISTER = (
    "keep layers in attributes of the module, `nn.ModuleList` or `nn.ModuleDict`, not in a plain list or dict"
)


def _kept(ledger: Ledger, parameter: Parameter) -> tuple[str | None, int]:
    """Return the line at which an object keeps the layer of a parameter, that which made it, or that which calls it."""
    born = ledger.born(parameter)
    made = next((one for one in ledger.writes.get(parameter.place, []) if one.operation >= born), None)
    if made is None or not made.file:
        return parameter.file, parameter.line
    return made.file, keeping_line(ledger.trace, (made.file, made.line)) or made.line


def _parted(ledger: Ledger) -> Iterator[Finding]:
    """Yield two parameters of layers of different kinds that began with equal random numbers, and learn apart."""
    kinds = {(call.model, call.module): call.type for call in ledger.calls}
    trained = [one for one in ledger.parameters if one.hash and one.size > 1 and ledger.learns(one)]
    for members in grouped(
        trained, lambda one: (one.process, one.model, one.met, one.hash, one.shape)
    ).values():
        types = {kinds.get((one.model, one.name.rpartition(".")[0])) for one in members}
        if len(members) != 2 or len(types) != 2 or None in types or _is_constant(ledger, members[0]):
            continue
        first, second = members
        places = [_made(ledger, one) for one in (second, first)]
        place = next((place for place in places if place), None)
        if place is not None:
            problem = (
                f"{first.name} and {second.name} began with the same {first.size:,} random numbers and are two "
                f"tensors: each of {len(ledger.steps):,} steps changes them differently"
            )
            yield _finding(place, second.met, len(ledger.steps), problem, _TIE)


_TIE = "tie them again after loading: give one module the other's parameter itself, not a copy"


def _is_constant(ledger: Ledger, parameter: Parameter) -> bool:
    rows = ledger.trace.ask(
        "select minimum, maximum from module_operands where operation = ? and name = ? and role = 'parameter'",
        [parameter.met, parameter.name],
    ).to_pylist()
    return not rows or rows[0]["minimum"] == rows[0]["maximum"]


def _made(ledger: Ledger, parameter: Parameter) -> tuple[str, int] | None:
    """Return the line of the last operation before the model ran whose result is a parameter's memory."""
    rows = ledger.trace.ask(
        """
        select user_file, user_line from results w join called_operations o on w.operation = o.id
        where w.address = ? and o.process = ? and w.operation < ? and user_file is not null
        order by w.operation desc limit 1
        """,
        [parameter.address, parameter.process, parameter.met],
    ).to_pylist()
    return (rows[0]["user_file"], rows[0]["user_line"]) if rows else None


def _filled_again(ledger: Ledger) -> Iterator[Finding]:
    """Yield lines that fill parameters with new random numbers after steps had changed them."""
    found: dict[tuple[str, int], list[tuple[Parameter, int, int]]] = {}
    for parameter in ledger.parameters:
        steps = 0
        for write in ledger.updates(parameter):
            if write.by_optimizer:
                steps += 1
            elif write.traits & Trait.DRAWS and write.file and steps >= _LEAST_STEPS:
                found.setdefault((write.file, write.line), []).append((parameter, write.operation, steps))
    for place, members in found.items():
        names = {parameter.name for parameter, _, _ in members}
        problem = (
            f"{len(names)} parameters get new random numbers after {members[0][2]:,} steps had changed them: what "
            f"was learnt is gone ({', '.join(sorted(names)[:3])})"
        )
        yield _finding(place, members[0][1], len(members), problem, "initialise once, before the first step")


def _state_lost(ledger: Ledger) -> Iterator[Finding]:
    """Yield an optimiser that is made again and again, so that its moments begin at zero each time."""
    rows = ledger.trace.ask(
        """
        select distinct o.id, o.process, i.address, coalesce(step.integer, 0) as step
        from results r join called_operations o on r.operation = o.id
            join attributes phase on phase.operation = o.id and phase.place is null and phase.name = 'phase'
                and phase.text = 'optimizer'
            join operand_layouts i on i.operation = o.id and i.role = 'input'
            left join attributes step on step.operation = o.id and step.place is null and step.name = 'step'
        where o.name like '%zeros_like' or o.name like '%::clone' order by o.id
        """
    ).to_pylist()
    by_place = grouped(rows, lambda row: (row["process"], row["address"]))
    made: dict[Parameter, list[dict[str, int]]] = {}
    for one in ledger.parameters:
        # Another model may have had this memory before, or get it later.
        own = [row for row in by_place.get(one.place, []) if one.lives_at(row["id"])]
        if _times(own) >= _LEAST_MADE:
            made[one] = own
    step = ledger.steps[-1]
    place = construction(ledger.trace, step) if made else None
    if place is not None:
        times = max(map(_times, made.values()))
        problem = (
            f"{step.name}'s state of {len(made)} parameters was made {times} times in {len(ledger.steps):,} "
            "steps: each time its moments begin at zero"
        )
        last = max(row["id"] for own in made.values() for row in own)
        yield _finding(place, last, times, problem, _ONCE)


_ONCE = "make the optimiser once, or keep its `state_dict()` and load it into the new one"


def _times(made: list[dict[str, int]]) -> int:
    """Return how often a parameter's state was made, which may be several tensors: those that one step makes."""
    steps = Counter(row["step"] for row in made)
    return len(made) // max(steps.values()) if steps else 0


def _restored(evidence: Evidence) -> Iterator[Finding]:
    """Yield lines that put saved weights back which are the weights' own memory."""
    ledger = evidence.ledger
    places = {one.place: one for one in ledger.parameters if len(ledger.updates(one)) >= _LEAST_STEPS}
    rows = evidence.trace.ask(
        f"""
        select o.id, o.process, target.address, user_file, user_line from called_operations o
            join operand_layouts target on target.operation = o.id and target.role = 'input'
            join operand_layouts source on source.operation = o.id and source.role = 'input'
        where o.traits & {int(Trait.ASSIGNS)} <> 0 and o.name like '%copy\\_' escape '\\'
            and target.place < source.place and target.address = source.address and user_file is not null
        order by o.id
        """
    ).to_pylist()
    own = [row for row in rows if (row["process"], row["address"]) in places]
    for place, members in grouped(own, lambda row: (str(row["user_file"]), int(row["user_line"]))).items():
        same = same_object(evidence.trace, place)
        if same is not None:
            line, copy, model = same
            problem = (
                f"`{copy}` is `{model}` itself, not a copy: in line {place[1]} {len(members)} parameters are "
                "given their own numbers"
            )
            fix = f"`{copy} = copy.deepcopy({model})`"
            yield _finding((place[0], line), members[0]["id"], len(members), problem, fix)
            continue
        kept = kept_state(evidence.trace, place)
        problem = (
            f"{len(members)} parameters are restored {f'in line {place[1]} ' if kept else ''}from their own memory: "
            "what was kept changed with each step, and nothing is restored"
        )
        fix = "keep `copy.deepcopy(model.state_dict())`"
        yield _finding(kept or place, members[0]["id"], len(members), problem, fix)


def listed(members: list[Parameter]) -> str:
    """Return the names of three parameters, and how many more there are."""
    names = [one.name for one in members]
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def _finding(place: tuple[str, int], operation: int, calls: int, problem: str, fix: str) -> Finding:
    return Finding(KIND, *place, None, operation, calls, problem, fix, _LOOK)
