"""What is wrong between ranks, as `numscope ranks` finds it: collectives that do not match, weights and gradients that
should be the same and are not, a rank for which the others wait. NaN are another kind of finding.
"""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.training_ledger import Ledger, Parameter, grouped
from numscope.analysis.ranks.members import members
from numscope.analysis.ranks.ranks import of_collectives
from numscope.analysis.ranks.replicas import replicas

KIND = "ranks"


_LEAST_STEPS = 2
_MOST_LOOKED_AT = 8
_LEFT = """
    select p.operation, p.hash from operands p
    where p.operation in (select unnest(?::bigint[])) and p.address = ? and p.role in ('output', 'out', 'mutated')
"""


def between_ranks(evidence: Evidence) -> Iterator[Finding]:
    """Yield the first tensor of replicas that part, or the step after which weights are not the same any more.

    And what the collectives show.
    """
    ranks = members(evidence.trace)
    parted = list(_parted(evidence, [member.process for member in ranks.values()]))
    yield from parted
    apart = () if parted else replicas(evidence.trace, ranks)
    for one in (*apart, *of_collectives(evidence.trace, ranks)):
        file, _, line = (one.place or "").rpartition(":")
        if file and one.operations:
            text = f"{one.text}; {one.evidence[0]}" if one.evidence else one.text
            yield Finding(
                KIND,
                file,
                int(line),
                None,
                one.operations[0],
                len(one.operations),
                text,
                one.advice,
                "ranks T",
            )


def _parted(evidence: Evidence, processes: list[int]) -> Iterator[Finding]:
    """Yield the step in which parameters that began equal on all ranks part for good."""
    ledger = evidence.ledger
    if len(processes) < 2 or len(ledger.steps) < _LEAST_STEPS * len(processes):
        return
    by_name = grouped(
        (one for one in ledger.parameters if one.process in processes), lambda one: (one.model, one.name)
    )
    same = [
        members
        for members in by_name.values()
        if len(members) == len(processes) and len({one.hash for one in members}) == 1 and members[0].hash
    ]
    first: dict[int, Parameter] = {}
    for copies in same[:_MOST_LOOKED_AT]:
        left = [_after_steps(ledger, one) for one in copies]
        steps = sorted(set.intersection(*(set(one) for one in left)))
        apart = [step for step in steps if len({one[step] for one in left}) > 1]
        if apart and apart == steps[steps.index(apart[0]) :] and len(apart) >= _LEAST_STEPS:
            first.setdefault(apart[0], copies[0])
    if first:
        number = min(first)
        step = next(one for one in ledger.steps if one.number == number)
        problem = (
            f"{first[number].name} was the same on all {len(processes)} ranks before step {number + 1}, and is not the "
            "same any more from that step on: gradients are not averaged, or not treated alike on all ranks"
        )
        if step.file:
            yield Finding(
                KIND, step.file, step.line, None, step.operation, len(processes), problem, _AVERAGE, "ranks T"
            )


_AVERAGE = "call the wrapper that averages gradients, not the model inside it, and change gradients alike on all ranks"


def _after_steps(ledger: Ledger, parameter: Parameter) -> dict[int, str]:
    """Return what a parameter held after each step, by its number."""
    writes = {write.operation: write.step for write in ledger.updates(parameter) if write.by_optimizer}
    rows = ledger.trace.ask(_LEFT, [list(writes), parameter.address]).to_pylist()
    return {
        writes[row["operation"]]: row["hash"] for row in sorted(rows, key=lambda row: int(row["operation"]))
    }
