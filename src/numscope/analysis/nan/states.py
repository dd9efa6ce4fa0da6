"""The state machine that goes through the operations of a trace and judges where non-finite values began.

Its state is what recorded operations have left so far: which contents and which memory hold such values, and which
memory shows only what `numpy.empty` left there. Each operation is one step; the step decides how the state changes.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from enum import Enum, auto
from typing import NamedTuple

from numscope.analysis.nan.operands import NonfiniteOperand, places_of_all
from numscope.analysis.nan.uninitialised import UninitialisedMemory, is_allocation
from numscope.operations.lore.skipping import NULLS_APART
from numscope.operations.lore.statsmodels import OF_RESULTS
from numscope.operations.traits import Trait
from numscope.rules.origin_kind import OriginKind


class Step(Enum):
    """What an operation does with non-finite values."""

    LEAVES = auto()  # gives memory as it was: nobody's values
    SHOWS = auto()  # shows such memory, or writes to a part of it
    READS_UNWRITTEN = auto()  # makes something else of such memory
    MEETS = auto()  # has an input with values that no recorded operation left
    MAKES = auto()  # makes them of the finite numbers that it was given
    ADDS = auto()  # makes more of them, where the inputs they come from hold none
    LACKS = auto()  # is a library's public call, and leaves values missing: no arithmetic made them
    BRINGS = auto()  # has them in its results, and was given no numbers
    IS_GIVEN = auto()  # was given them as Python values, and has them in its results
    CARRIES = auto()  # hands on what is known, or makes it finite


# Of the recorded flags: divide, overflow, invalid.
MAKING_FLAGS = 1 | 2 | 8
# The steps at which non-finite values begin.
ORIGINS = {
    Step.READS_UNWRITTEN: OriginKind.UNINITIALISED,
    Step.MEETS: OriginKind.APPEARED,
    Step.MAKES: OriginKind.MADE,
    Step.ADDS: OriginKind.MADE,
    Step.LACKS: OriginKind.READ,
    Step.BRINGS: OriginKind.READ,
    Step.IS_GIVEN: OriginKind.GIVEN,
}
# Plain numbers: `&` with a Trait makes a Trait, which takes 1 µs.
_VIEW, _STANDS, _FILLS = map(int, (Trait.VIEW, Trait.STANDS, Trait.FILLS))
# After these, the operation's results are nobody's values.
_UNWRITTEN = (Step.LEAVES, Step.SHOWS)


class Judgement(NamedTuple):
    """What an operation did. brought_in: the inputs with values that no recorded operation left."""

    step: Step
    brought_in: tuple[NonfiniteOperand, ...] = ()

    @property
    def kind(self) -> OriginKind | None:
        """How non-finite values began here; None if they did not."""
        return ORIGINS.get(self.step)

    @property
    def made(self) -> bool:
        """Whether the operation has such values in its results that its inputs had not."""
        return self.step in (Step.MAKES, Step.ADDS, Step.LACKS, Step.BRINGS)


class _Known:
    """Non-finite values that recorded operations had or left, by content and by place."""

    def __init__(self) -> None:
        self._contents: set[tuple[int, int] | None] = {None}
        self._memory: set[int] = set()
        self._views: set[int] = set()  # their base begins elsewhere

    def add(self, operands: Iterable[NonfiniteOperand]) -> None:
        for operand in operands:
            self._contents.add(operand.hash)
            if operand.after:
                self._memory.update(operand.memory)
                if operand.owner is not None and operand.address is not None:
                    self._views.add(operand.address)

    def give_anew(self, places: Iterable[int]) -> None:
        """Forget what lay at `places`: the memory was given to another array."""
        self._memory.difference_update(places)
        self._views.difference_update(places)

    def has_content(self, operand: NonfiniteOperand) -> bool:
        return operand.hash in self._contents

    def has(self, operand: NonfiniteOperand) -> bool:
        """Whether the operand is known by content, lies where such values were left, or around a view of them."""
        if self.has_content(operand) or self._memory.intersection(operand.memory):
            return True
        start, size = operand.address, operand.data_bytes or 0
        return start is not None and any(start <= view < start + size for view in self._views)


class States:
    """Judges operations one after the other.

    with_inputs: those that were given numbers, all of which were looked at. adding: those that made such values beside
    those that they were given. hidden: those whose inputs are objects, and inside
    which others stand for them.
    """

    def __init__(
        self,
        left: UninitialisedMemory,
        with_inputs: set[int],
        adding: Container[int] = (),
        hidden: Container[int] = (),
    ) -> None:
        self._left = left
        self._with_inputs = with_inputs
        self._adding = adding
        self._hidden = hidden
        self._known = _Known()

    def judge(self, operation: int, operands: Sequence[NonfiniteOperand]) -> Judgement:
        """Return what `operation` did, with these non-finite operands, and take the step."""
        given = self._left.fresh.get(operation, ())
        self._known.give_anew(given)
        self._left.forget(given)
        judgement = self._judge(operation, operands)
        self._settle(judgement.step, operands)
        return judgement

    def _judge(self, operation: int, operands: Sequence[NonfiniteOperand]) -> Judgement:
        # What `empty_like` was given is somebody's result.
        if not operands or is_allocation(operands):
            return Judgement(Step.LEAVES)
        before = [operand for operand in operands if not operand.after]
        after = [operand for operand in operands if operand.after]
        arrays = [operand for operand in before if self._is_data(operand)]
        left = tuple(operand for operand in arrays if self._left.hold(operand))
        if left and len(left) == len(before):
            return Judgement(Step.SHOWS) if _shown(left, after) else Judgement(Step.READS_UNWRITTEN, left)
        if operation in self._adding:
            return Judgement(Step.LACKS if _leaves_missing(operands[0]) else Step.ADDS)
        unseen = tuple(operand for operand in arrays if not self._known.has(operand))
        if unseen:
            return Judgement(Step.MEETS, unseen)
        if after and not before:
            if operation in self._hidden:
                return Judgement(Step.CARRIES)
            if operation not in self._with_inputs and not _computed(operands[0]):
                shown = operands[0].traits & _VIEW and all(map(self._known.has, after))
                return Judgement(Step.CARRIES if shown else Step.BRINGS)
            return Judgement(Step.LACKS if _leaves_missing(operands[0]) else Step.MAKES)
        return Judgement(Step.IS_GIVEN if after and not arrays else Step.CARRIES)

    def _is_data(self, operand: NonfiniteOperand) -> bool:
        """Whether it is no number in the program's text: a NumPy scalar that no operation made is one."""
        return not operand.literal and (operand.kind == "array" or self._known.has_content(operand))

    def _settle(self, step: Step, operands: Sequence[NonfiniteOperand]) -> None:
        after = [operand for operand in operands if operand.after]
        if step in _UNWRITTEN:
            self._left.note(after)
            return
        self._known.add(operands)
        self._left.forget(places_of_all(after))


def _computed(operand: NonfiniteOperand) -> bool:
    """Return whether an operation raised an exception of floating-point arithmetic: it had numbers, in a list say."""
    return bool(operand.flags & MAKING_FLAGS)


def _leaves_missing(operand: NonfiniteOperand) -> bool:
    """Return whether a library's public call has such values without an exception of floating-point arithmetic."""
    by_design = operand.traits & _STANDS and not operand.traits & _FILLS
    computes = re.search(f"{NULLS_APART}|{OF_RESULTS}", operand.name) is not None
    return bool(by_design) and not operand.flags & MAKING_FLAGS and not computes


def _shown(left: Iterable[NonfiniteOperand], after: Iterable[NonfiniteOperand]) -> bool:
    """Return whether each result is a view or lies in the memory of `left`; a new array means that `left` was read."""
    there = places_of_all(left)
    return all(operand.owner is not None or there.intersection(operand.memory) for operand in after)
