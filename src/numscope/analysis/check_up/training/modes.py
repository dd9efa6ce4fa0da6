"""Layers that ran in the wrong mode: dropout and running statistics where nothing trains, or none where it does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.training.set_up import called_without_gradients, method_lines
from numscope.analysis.concepts.training_ledger import Ledger, ModuleCall, grouped

KIND = "mode"
_LOOK = "summary T"
_LEAST_STEPS = 2
# Which operations depend on the mode, by the argument that says so.
_OPERATIONS = """
    select o.id, o.process, o.thread, o.time_ns, o.name, o.user_file as file, o.user_line as line, p.name as argument,
        module.text as module,
        model.text as model
    from called_operations o join operand_layouts p on p.operation = o.id and p.role = 'argument'
        join attributes module on module.operation = o.id and module.place is null and module.name = 'module'
        join attributes model on model.operation = o.id and model.place is null and model.name = 'model'
    where o.parent is null and ((p.name = 'train' and p.integer = 1 and o.name like '%dropout%')
        or (p.name = 'dropout_p' and p.real > 0)
        or (p.name = 'training' and p.integer = 1 and o.name like '%batch\\_norm' escape '\\'))
        and o.user_file is not null
    order by o.id
"""
_RETURNED = """
    select operation, bool_or(requires_grad) as learns from module_operands where role = 'returned' group by operation
"""


@dataclass(frozen=True)
class _ModeOperation:
    id: int
    process: int
    thread: int
    time_ns: int
    name: str
    file: str
    line: int
    argument: str
    module: str
    model: str

    @property
    def is_dropout(self) -> bool:
        return self.argument != "training"


def modes(evidence: Evidence) -> Iterator[Finding]:
    """Yield layers whose mode does not fit to what the run does with their results."""
    ledger = evidence.ledger
    if len(ledger.steps) < _LEAST_STEPS:
        return
    learns = {row["operation"]: row["learns"] for row in evidence.trace.ask(_RETURNED).to_pylist()}
    yield from _never_training(evidence, learns)
    untrained = evidence.trace.ask(_UNTRAINED).to_pylist()
    yield from _before_training(ledger, untrained)
    operations = [_ModeOperation(**row) for row in evidence.trace.ask(_OPERATIONS).to_pylist()]
    if not operations:
        return
    yield from _never_seen(ledger, untrained, {one.process for one in operations if not one.is_dropout})
    yield from _in_evaluation(ledger, operations)
    yield from _no_evaluation(evidence, operations, learns)
    yield from _never_undone(ledger, operations, learns)
    yield from _frozen_but_running(ledger, operations)


def _never_training(evidence: Evidence, learns: dict[int, bool | None]) -> Iterator[Finding]:
    """Yield models that are trained in evaluation mode from the first step to the last."""
    ledger = evidence.ledger
    trained = {one.model for one in ledger.parameters if ledger.learns(one)}
    for model, calls in grouped(ledger.calls, lambda call: call.model).items():
        learning = [call for call in calls if call.module == "" and learns.get(call.id)]
        inside = {call.type for call in calls if call.type.startswith(_DEPEND_ON_MODE)}
        if model not in trained or not inside or len(learning) < _LEAST_STEPS:
            continue
        if any(call.training for call in calls):
            continue
        first = learning[0]
        before = [
            place
            for place in method_lines(evidence.trace, "eval")
            if place[0] == first.file and place[1] < first.line
        ]
        place = before[-1] if before else (first.file or "", first.line)
        problem = (
            f"{model} is in evaluation mode in all of its {len(learning):,} training passes: its "
            f"{' and '.join(sorted(inside))} work as if the training were over"
        )
        fix = "call `model.train()` before the first step, and after each evaluation"
        yield Finding(KIND, *place, None, first.id, len(learning), problem, fix, _LOOK)


# Normalisations that use the statistics they were made with: nothing was seen yet.
_UNTRAINED = """
    select o.id, o.process, module.text as module, model.text as model
    from called_operations o
        join operand_layouts mode on mode.operation = o.id and mode.role = 'argument' and mode.name = 'training'
        join operands centre on centre.operation = o.id and centre.name = 'running_mean' and centre.role = 'input'
        join operands spread on spread.operation = o.id and spread.name = 'running_var' and spread.role = 'input'
        left join attributes module on module.operation = o.id and module.place is null and module.name = 'module'
        left join attributes model on model.operation = o.id and model.place is null and model.name = 'model'
    where o.parent is null and o.name like '%batch\\_norm' escape '\\' and mode.integer = 0 and centre.minimum = 0
        and centre.maximum = 0 and spread.minimum = 1 and spread.maximum = 1
    order by o.id
"""


def _before_training(ledger: Ledger, untrained: list[dict[str, Any]]) -> Iterator[Finding]:
    """Yield evaluations of a model before its first pass in training mode, which its normalisation needs."""
    trained = {one.model for one in ledger.parameters if ledger.learns(one)}
    rows = [row for row in untrained if row["model"] in trained]
    for model, members in grouped(rows, lambda row: str(row["model"])).items():
        first = members[0]["id"]
        call = next(
            (one for one in reversed(_outermost(ledger)) if one.id < first and one.model == model), None
        )
        if call is None or call.training or call.file is None or first > ledger.steps[0].operation:
            continue
        names = ", ".join(dict.fromkeys(row["module"] or model for row in members[:3]))
        problem = (
            f"{model} is evaluated here before any pass in training mode: the running statistics of {names} are still "
            "0 and 1, so that nothing is normalised"
        )
        fix = "evaluate behind the first training pass, or make one pass in training mode before"
        yield Finding(KIND, call.file, call.line, None, first, len(members), problem, fix, _LOOK)


def _never_seen(ledger: Ledger, untrained: list[dict[str, Any]], kept: set[int]) -> Iterator[Finding]:
    """Yield evaluations behind the first step that use the statistics with which a normalisation was made.

    kept: processes in which a model in training mode kept such statistics meanwhile: a copy has its parameters, and
    not its buffers.
    """
    latest_first = _outermost(ledger)[::-1]
    found: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for row in untrained:
        if row["process"] not in kept or row["id"] <= ledger.steps[0].operation:
            continue
        before = (one for one in latest_first if one.id < row["id"] and one.process == row["process"])
        call = next(before, None)
        if call is not None and not call.training and call.file is not None:
            found.setdefault((call.file, call.line), []).append(row)
    for place, members in found.items():
        names = ", ".join(dict.fromkeys(str(row["module"]) for row in members[:3]))
        problem = (
            f"the running statistics of {names} are still 0 and 1 after {len(ledger.steps):,} steps, as they were "
            "made: the copy that is evaluated here has parameters that were trained, and no statistics"
        )
        yield Finding(KIND, *place, None, members[0]["id"], len(members), problem, _BUFFERS, _LOOK)


_BUFFERS = (
    "copy the buffers as well: `zip(copy.buffers(), model.buffers())`, or load the model's `state_dict()`"
)


# Batch normalisation keeps no statistics then, and dropout drops nothing.
_DEPEND_ON_MODE = ("BatchNorm", "SyncBatchNorm", "Dropout", "AlphaDropout")


def _around(calls: list[ModuleCall], operation: _ModeOperation) -> ModuleCall | None:
    """Return the innermost call that an operation ran in."""
    return next(
        (
            call
            for call in reversed(calls)
            if call.id < operation.id
            and call.process == operation.process
            and call.thread == operation.thread
            and call.time_ns <= operation.time_ns <= call.end_ns
        ),
        None,
    )


def _in_evaluation(ledger: Ledger, operations: list[_ModeOperation]) -> Iterator[Finding]:
    """Yield dropout that does not ask for the mode: it is active in a layer in evaluation mode."""
    calls = grouped(
        (call for call in ledger.calls if not call.training), lambda call: (call.model, call.module)
    )
    found: dict[tuple[str, int], list[_ModeOperation]] = {}
    for operation in operations:
        here = calls.get((operation.model, operation.module), [])
        if operation.is_dropout and here and _around(here, operation) is not None:
            found.setdefault((operation.file, operation.line), []).append(operation)
    for place, members in found.items():
        name = members[0].module or members[0].model
        problem = (
            f"dropout is active in `{name}`, which is in evaluation mode: {len(members):,} calls there drew random "
            "numbers, so that one input gives different results"
        )
        yield Finding(KIND, *place, None, members[0].id, len(members), problem, _ASK, _LOOK)


_ASK = "pass `self.training` on, or make the rate 0 in evaluation: `p if self.training else 0.0`"


def _no_evaluation(
    evidence: Evidence, operations: list[_ModeOperation], learns: dict[int, bool]
) -> Iterator[Finding]:
    """Yield calls without gradients of a model in training mode, with dropout, whose result something reads."""
    ledger = evidence.ledger
    suspects = [
        call
        for call in _outermost(ledger)
        if call.training
        and learns.get(call.id) is False
        and call.phase == "forward"
        and any(map(ledger.learns, ledger.model_of(call)))
    ]
    for (file, line, _), members in grouped(
        suspects, lambda call: (call.file, call.line, call.model)
    ).items():
        inside = [one for one in operations if _around(members, one) is not None and one.is_dropout]
        if file and inside:
            problem = (
                f"the model is called without gradients {len(members):,} times, in training mode: "
                f"{len({one.module for one in inside})} layers with dropout are active while it is evaluated"
            )
            file, line = called_without_gradients(evidence.trace, (file, line)) or (file, line)
            yield Finding(KIND, file, line, None, members[0].id, len(members), problem, _EVAL, _LOOK)


_EVAL = "call `model.eval()` before it is evaluated, and `model.train()` before training goes on"


def _outermost(ledger: Ledger) -> list[ModuleCall]:
    return [call for call in ledger.calls if not call.module]


def _key(ledger: Ledger, call: ModuleCall) -> tuple[int, str, int]:
    return call.process, call.model, next((one.met for one in ledger.model_of(call)), 0)


def _never_undone(
    ledger: Ledger, operations: list[_ModeOperation], learns: dict[int, bool]
) -> Iterator[Finding]:
    """Yield a model that trained in training mode, and goes on in evaluation mode."""
    moody = {operation.model for operation in operations}
    calls = [call for call in _outermost(ledger) if learns.get(call.id) and call.phase == "forward"]
    last = {step.process: step.number for step in ledger.steps}
    for (process, model, _), members in grouped(calls, lambda call: _key(ledger, call)).items():
        on = [call.step for call in members if call.training]
        off = [call for call in members if not call.training and call.step <= last.get(process, -1)]
        steps = {call.step for call in off}
        if model in moody and on and len(steps) >= _LEAST_STEPS and min(steps) > max(on):
            problem = (
                f"{model} trains in training mode until step {max(on) + 1}, and in evaluation mode from step "
                f"{min(steps) + 1} on, {len(steps):,} steps: dropout and running statistics stand still"
            )
            lines = method_lines(ledger.trace, "eval")
            place = lines[-1] if lines else (off[0].file or "?", off[0].line)
            yield Finding(KIND, *place, None, off[0].id, len(steps), problem, _TRAIN, _LOOK)


_TRAIN = "call `model.train()` again before training goes on"


def _frozen_but_running(ledger: Ledger, operations: list[_ModeOperation]) -> Iterator[Finding]:
    """Yield layers with frozen parameters whose running statistics go on to change."""
    trained = {one.model for one in ledger.parameters if one.requires_grad and ledger.updates(one)}
    own = grouped(ledger.parameters, lambda one: (one.model, one.name.rpartition(".")[0]))
    frozen = [
        one
        for one in operations
        if not one.is_dropout
        and one.model in trained
        and own.get((one.model, one.module))
        and not any(parameter.requires_grad for parameter in own[one.model, one.module])
    ]
    steps = [step.operation for step in ledger.steps]
    for model, members in grouped(frozen, lambda one: one.model).items():
        if sum(one.id < steps[-1] for one in members) < _LEAST_STEPS:
            continue
        names = sorted({one.module for one in members})
        problem = (
            f"{len(names)} layers are frozen and in training mode: their running statistics changed "
            f"{len(members):,} times ({', '.join(names[:3])})"
        )
        lines = method_lines(ledger.trace, "train")
        call = next(call for call in _outermost(ledger) if call.model == model)
        place = lines[-1] if lines else (call.file or "?", call.line)
        yield Finding(KIND, *place, None, members[0].id, len(members), problem, _FREEZE, _LOOK)


_FREEZE = "put frozen layers into evaluation mode after each `train()`, as by overriding `train` of the model"
