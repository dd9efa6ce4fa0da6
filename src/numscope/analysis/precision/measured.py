"""What measuring found, of some processes of a trace: that of others is added, and then there is an answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from numscope.analysis.precision.answers import Accuracy, Loss, Precision
from numscope.analysis.replay.answers import Reason
from numscope.trace.sources import Sources

# Of a line that was run several times, so many calls have to lose digits: what only the last steps lose is a residual
# of something that converges.
_MOST_CALLS = 0.5
_RESIDUALS = ("cancellation", "ill-conditioned")


@dataclass
class Measured:
    """What was found.

    run: operations that were run again, by line and name. losses: by line and kind the worst, and whether all that was
    made of it came to nothing. accuracy: by name and dtype [operations, largest ULP, id of that one, normwise ULP].
    reasons: by text [operations, first id]. floating, measured: operations that give floating-point numbers, and those
    of them that were run again.
    """

    run: Counter[tuple[str, str]] = field(default_factory=Counter)
    losses: dict[tuple[str, str], tuple[Loss, bool]] = field(default_factory=dict)
    accuracy: dict[tuple[str, str], list[Any]] = field(default_factory=dict)
    reasons: dict[str, list[int]] = field(default_factory=dict)
    floating: int = 0
    measured: int = 0

    def add(self, other: Measured) -> None:
        """Add what was found in later processes."""
        self.run.update(other.run)
        self.floating += other.floating
        self.measured += other.measured
        for key, (loss, harmless) in other.losses.items():
            self._add_loss(key, loss, harmless)
        for key, (count, ulp, worst, normwise) in other.accuracy.items():
            self.add_accuracy(key, count, (ulp, worst), normwise)
        for text, (count, number) in other.reasons.items():
            self.reasons.setdefault(text, [0, number])[0] += count

    def _add_loss(self, key: tuple[str, str], loss: Loss, harmless: bool) -> None:
        known = self.losses.get(key)
        if known is None:
            self.losses[key] = loss, harmless
            return
        worse = (loss.digits, loss.spoiled) > (known[0].digits, known[0].spoiled)
        worst, came_to_nothing = (loss, harmless) if worse else known
        self.losses[key] = replace(worst, operations=known[0].operations + loss.operations), came_to_nothing

    def add_accuracy(
        self, key: tuple[str, str], count: int, worst: tuple[float, int], normwise: float
    ) -> None:
        """Add operations with the largest of their own errors, and the operation that had it."""
        known = self.accuracy.setdefault(key, [0, -1.0, 0, 0.0])
        known[0] += count
        known[3] = max(known[3], normwise)
        if worst[0] > known[1]:
            known[1:3] = worst

    def _is_residual(self, loss: Loss) -> bool:
        """Whether few of the calls of its line lose digits, and no formula says why."""
        return loss.kind in _RESIDUALS and loss.operations < _MOST_CALLS * self.run[loss.line, loss.name]

    def answer(self, limit: int, sources: Sources) -> Precision:
        """All that was found."""
        losses = [
            loss for loss, harmless in self.losses.values() if not harmless and not self._is_residual(loss)
        ]
        losses.sort(key=lambda loss: (-(loss.digits / loss.of), loss.operation))
        accuracy = [
            Accuracy(name, dtype, count, ulp, worst, normwise)
            for (name, dtype), (count, ulp, worst, normwise) in self.accuracy.items()
        ]
        accuracy.sort(key=lambda one: -one.ulp)
        reasons = [Reason(text, *numbers) for text, numbers in self.reasons.items()]
        reasons.sort(key=lambda reason: -reason.operations)
        return Precision(
            tuple(_with_sources(losses[:limit], sources)),
            len(losses),
            tuple(accuracy[:limit]),
            self.floating,
            self.measured,
            tuple(reasons[:limit]),
        )


def _with_sources(losses: Iterable[Loss], sources: Sources) -> Iterable[Loss]:
    for loss in losses:
        file, _, line = loss.line.rpartition(":")
        yield replace(loss, source=sources.line(file, int(line))) if line.isdecimal() else loss
