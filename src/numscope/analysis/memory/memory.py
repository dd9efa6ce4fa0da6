"""The memory of torch's tensors: its peak by kind, layer and line, the largest tensors, and what could be saved."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from numscope.analysis.memory.advice import Advice, advise_on_peak
from numscope.analysis.memory.blocks import Allocations, allocations
from numscope.analysis.memory.categories import Categories, Reason
from numscope.analysis.memory.kept import Kept, kept_over_rounds
from numscope.analysis.memory.operations import Operations, Ran
from numscope.analysis.memory.uses import Use, uses_of
from numscope.errors import UsageError
from numscope.trace import Trace


@dataclass(frozen=True)
class HeldTensor:
    """A tensor that is there at the peak. shape, dtype: None of memory that only one operation used.

    operation: that made it; layer: in which that ran. why: why it is there.
    """

    bytes: int
    category: str
    shape: tuple[int, ...] | None
    dtype: str | None
    operation: str
    layer: str
    file: str | None
    line: int
    why: str


@dataclass(frozen=True)
class Share:
    """What of the peak belongs to one kind, layer or line."""

    name: str
    bytes: int
    tensors: int


@dataclass(frozen=True)
class Moment:
    """The most that was there in a training step. phase: in which."""

    step: int
    phase: str
    bytes: int


@dataclass(frozen=True)
class MemoryUse:
    """The memory of one process. peak_bytes: the most that was there at once, of what was given while it was recorded.

    operation, ...: what ran then. end_bytes: what is there at the end. largest: tensors at the peak. lost: events of
    the allocator that were not recorded, which makes the figures too large or too small.
    """

    process: int
    processes: int
    peak_bytes: int
    end_bytes: int
    blocks: int
    operation: str
    layer: str
    phase: str
    step: int
    file: str | None
    line: int
    categories: tuple[Share, ...]
    layers: tuple[Share, ...]
    lines: tuple[Share, ...]
    largest: tuple[HeldTensor, ...]
    steps: tuple[Moment, ...]
    kept: tuple[Kept, ...]
    advice: tuple[Advice, ...]
    lost: int


def memory_use(trace: Trace) -> MemoryUse:
    """Return what the tensors of the process took that had the most.

    Raises UsageError if the trace holds no allocation.
    """
    # One process after the other: each has as many events as it has tensors.
    processes, most = 0, None
    for one in allocations(trace):
        processes += 1
        if most is None or one.totals[one.peak] > most.totals[most.peak]:
            most = one
    if most is None:
        raise UsageError(
            f"{trace.path} holds no memory of PyTorch tensors on the CPU, and that is what this command shows. "
            "numscope doctor says whether the native recorder, which notes it, is installed."
        )
    operations = Operations(trace, most.process)
    categories = Categories(trace, operations, most.process)
    uses = uses_of(trace, operations, most.alive(most.peak))
    # The event is noted by the operation that began next.
    running = operations.before(int(most.operations[most.peak]))
    reasons = categories.of(uses.values(), running.id if running else 0)
    held = [(use, reasons[block]) for block, use in uses.items()]
    peak = int(most.totals[most.peak])
    kept = kept_over_rounds(trace, most, operations, categories)
    return MemoryUse(
        process=most.process,
        processes=processes,
        peak_bytes=peak,
        end_bytes=int(most.totals[-1]),
        blocks=len(held),
        operation=operations.chain(running)[-1].name if running else "?",
        layer=_layer(_forward(operations, running)),
        phase=(running.phase if running else None) or "outside a model",
        step=running.step if running else 0,
        file=running.file if running else None,
        line=running.line if running else 0,
        categories=_shares(held, lambda use, reason: reason.category.value),
        layers=_shares(
            held, lambda use, reason: _layer(_forward(operations, use.made_by)) or "outside layers"
        ),
        lines=_shares(held, lambda use, reason: _line(use.made_by)),
        largest=tuple(_tensor(use, reason) for use, reason in held),
        steps=_steps(most, operations),
        kept=tuple(kept),
        advice=tuple(advise_on_peak(held, peak, running, bool(kept))),
        lost=most.lost,
    )


def _forward(operations: Operations, ran: Ran | None) -> Ran | None:
    """Return the forward operation that one of the backward pass belongs to, or the operation itself."""
    return (operations.get(ran.forward) if ran and ran.forward is not None else None) or ran


def _layer(ran: Ran | None) -> str:
    return (ran.module or ran.model or "") if ran else ""


def _line(ran: Ran | None) -> str:
    return f"{ran.file}:{ran.line}" if ran and ran.file else "?"


def _shares(held: Iterable[tuple[Use, Reason]], named: Callable[[Use, Reason], str]) -> tuple[Share, ...]:
    sizes: dict[str, list[int]] = defaultdict(list)
    for use, reason in held:
        sizes[named(use, reason)].append(use.block.bytes)
    shares = (Share(name, sum(members), len(members)) for name, members in sizes.items())
    return tuple(sorted(shares, key=lambda share: -share.bytes))


def _tensor(use: Use, reason: Reason) -> HeldTensor:
    made = use.made_by
    return HeldTensor(
        use.block.bytes,
        reason.category.value,
        use.shape,
        use.dtype,
        made.name if made else "?",
        _layer(made),
        made.file if made else None,
        made.line if made else 0,
        reason.why,
    )


def _steps(memory: Allocations, operations: Operations) -> tuple[Moment, ...]:
    """Return the most that was there in each step, and in which phase that was first."""
    steps = operations.steps_before(memory.operations)
    # By step, then the most, then the first event.
    order = np.lexsort((-memory.totals, steps))
    first = order[np.unique(steps[order], return_index=True)[1]]
    return tuple(
        _moment(operations.before(int(memory.operations[event])), int(memory.totals[event]))
        for event in first
    )


def _moment(ran: Ran | None, there: int) -> Moment:
    return Moment(ran.step, ran.phase or "outside a model", there) if ran else Moment(0, "", there)
