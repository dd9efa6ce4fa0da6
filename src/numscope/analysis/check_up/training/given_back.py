"""Weights from before a training that are given back to the model again and again, and then judged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.training.stale_copies import first_copies
from numscope.analysis.concepts.training_ledger import Ledger, Parameter, grouped
from numscope.operations.traits import Trait, has_sql

KIND = "parameter"
_LEAST_TIMES = 2
_COPIED = """
    select o.id, o.process, target.address as target, source.address as source, o.user_file as file,
        o.user_line as line
    from called_operations o
        join operand_layouts target on target.operation = o.id and target.role = 'input' and target.name = 'self'
        join operand_layouts source on source.operation = o.id and source.role = 'input' and source.name = 'src'
    where split_part(o.name, '::', 2) = 'copy_' and o.parent is null and o.user_file is not null
    order by o.id
"""
_CHANGED = f"""
    select distinct o.process, w.address from results w join called_operations o on w.operation = o.id
    where w.operation > ? and w.address in (select unnest(?::ubigint[])) and not {has_sql("traits", Trait.VIEW)}
"""
_LEARNS = """
    select bool_or(requires_grad) as learns, count(*) as results
    from module_operands where role = 'returned' and operation = ?
"""


def given_back(ledger: Ledger) -> Iterator[Finding]:
    """Yield lines that undo a training: a copy that nothing renews is put into the model, which is then judged.

    Folds and searches begin anew with such a copy as well, and train on before they judge.
    """
    copies = first_copies(ledger)
    learning = {one.place: one for one in ledger.parameters if ledger.learns(one)}
    renewed = _changed(ledger, [address for _, address in copies])
    rows = [
        {**row, "parameter": learning[row["process"], row["target"]]}
        for row in (ledger.trace.ask(_COPIED).to_pylist() if copies and learning else [])
        if (row["process"], row["target"]) in learning
        and (copy := copies.get((row["process"], row["source"]))) is not None
        and copy.source == (row["process"], row["target"])
        and (row["process"], row["source"]) not in renewed
    ]
    for (file, line), same in grouped(rows, lambda row: (row["file"], row["line"])).items():
        parameters = {row["parameter"] for row in same}
        turns = grouped(same, lambda row: _steps_before(ledger, row))
        if 0 in turns or len(turns) < _LEAST_TIMES or not _whole(ledger, parameters):
            continue
        if all(_is_judged(ledger, max(rows, key=lambda row: int(row["id"]))) for rows in turns.values()):
            problem = (
                f"{len(parameters)} parameters get the numbers back that they had before the first of "
                f"{len(ledger.steps):,} steps, {len(turns)} times, and the model is judged with them: the copy is "
                "never renewed"
            )
            yield Finding(KIND, file, line, None, same[0]["id"], len(same), problem, _RENEW, "summary T")


_RENEW = "renew the copy after each step, as an average: `shadow.lerp_(parameter.detach(), 1 - decay)`"


def _changed(ledger: Ledger, addresses: list[int]) -> set[tuple[int, int]]:
    """Return the places of these that something was written to after the first step."""
    rows = ledger.trace.ask(_CHANGED, [ledger.steps[0].operation, addresses]).to_pylist() if addresses else []
    return {(row["process"], row["address"]) for row in rows}


def _steps_before(ledger: Ledger, row: dict[str, Any]) -> int:
    return sum(step.process == row["process"] and step.operation < row["id"] for step in ledger.steps)


def _whole(ledger: Ledger, parameters: set[Parameter]) -> bool:
    """Return whether these are all that learn of their models."""
    models = {(one.process, one.met) for one in parameters}
    return parameters == {
        one for one in ledger.parameters if (one.process, one.met) in models and ledger.learns(one)
    }


def _is_judged(ledger: Ledger, row: dict[str, Any]) -> bool:
    """Return whether the next call of a parameter's model learns nothing."""
    after = (
        call
        for call in ledger.calls
        if not call.module and call.process == row["process"] and call.id > row["id"]
    )
    call = next((one for one in after if row["parameter"] in ledger.model_of(one)), None)
    if call is None:
        return False
    (returned,) = ledger.trace.ask(_LEARNS, [call.id]).to_pylist()
    return bool(returned["results"]) and not returned["learns"]
