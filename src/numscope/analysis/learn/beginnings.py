"""How a training begins: how often parameters were filled with random numbers, and in which mode models first run."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.concepts.training_ledger import Ledger
from numscope.analysis.learn.observation import Observation
from numscope.operations.traits import Trait


def beginnings(ledger: Ledger) -> Iterator[Observation]:
    """Yield of each parameter how often it was drawn before its model first ran, and of each model its first mode."""
    for parameter in ledger.parameters:
        born = ledger.born(parameter)
        draws = [
            write
            for write in ledger.writes.get(parameter.place, [])
            if born <= write.operation < parameter.met and write.traits & Trait.DRAWS
        ]
        if draws:
            last = draws[-1]
            times = "once" if len(draws) == 1 else f"{len(draws)} times"
            subject = f"{parameter.model}.{parameter.name}"
            yield Observation("filled", subject, times, last.operation, 0, last.file, last.line)
    seen: set[tuple[int, str]] = set()
    for call in ledger.calls:
        if not call.module and (call.process, call.model) not in seen:
            seen.add((call.process, call.model))
            mode = "training mode" if call.training else "evaluation mode"
            yield Observation("first", call.model, mode, call.id, call.step, call.file, call.line)
