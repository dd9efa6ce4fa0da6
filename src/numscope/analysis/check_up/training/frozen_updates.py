"""Frozen parameters that an optimiser changes all the same: their gradient is zeros, and decay and momentum act."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.training.set_up import construction
from numscope.analysis.concepts.training_ledger import Ledger, Parameter, Step, grouped

KIND = "parameter"
_LEAST_STEPS = 2
# Flags of what steps write to. An operation that was recorded in part may lack them.
_WRITTEN = """
    select o.id, o.process, p.address, step.integer as step, flag.operation is not null as learns
    from called_operations o
        join attributes phase on phase.operation = o.id and phase.place is null and phase.name = 'phase'
            and phase.text = 'optimizer'
        left join attributes step on step.operation = o.id and step.place is null and step.name = 'step'
        join operand_layouts p on p.operation = o.id and p.role = 'input'
        left join attributes flag on flag.operation = o.id and flag.place = p.place and flag.name = 'requires_grad'
    where p.address in (select unnest(?::ubigint[])) and not coalesce(o.truncated, false) and exists (
        select 1 from operand_layouts w where w.operation = o.id and w.address = p.address
            and w.role in ('output', 'mutated', 'out'))
    order by o.id
"""


def frozen_updates(ledger: Ledger) -> Iterator[Finding]:
    """Yield parameters without `requires_grad` that steps write to, and that have a gradient which is left over."""
    own = [one for one in ledger.parameters if ledger.learns(one)]
    if not own:
        return
    rows = ledger.trace.ask(_WRITTEN, [sorted({one.address for one in own})]).to_pylist()
    flags: dict[tuple[int, int], dict[int, bool]] = {}
    for row in rows:
        of_step = flags.setdefault((row["process"], row["step"] or 0), {})
        of_step[row["address"]] = of_step.get(row["address"], False) or row["learns"]
    # Where no written parameter has the flag, it was not recorded.
    known = {key: of_step for key, of_step in flags.items() if any(of_step.values())}
    found: dict[tuple[int, int], list[tuple[Parameter, Step]]] = {}
    for step in ledger.steps:
        of_step = known.get((step.process, step.number), {})
        for one in own:
            frozen = of_step.get(one.address) is False and one.process == step.process
            if frozen and one.lives_at(step.operation) and ledger.gradients_of(one).get(step.number):
                found.setdefault(one.place, []).append((one, step))
    lasting = [pairs for pairs in found.values() if len(pairs) >= _LEAST_STEPS]
    for members in grouped(lasting, lambda pairs: pairs[0][0].process).values():
        first, step = members[0][0]
        place = construction(ledger.trace, step)
        if place is None:
            continue
        names = sorted({one.name for one, _ in (pairs[0] for pairs in members)})
        problem = (
            f"{len(names)} frozen parameters ({', '.join(names[:3])}) change in each of {len(members[0])} steps of "
            f"{step.name}, which holds them: they have no new gradient, weight decay and momentum move them"
        )
        yield Finding(
            KIND,
            *place,
            None,
            max(first.met, step.operation),
            len(members[0]),
            problem,
            _LEAVE,
            "gradients T",
        )


_LEAVE = (
    "give the optimiser what learns only, `[p for p in model.parameters() if p.requires_grad]`, or set frozen "
    "parameters' `.grad` to None"
)
