"""How bad it is where non-finite values end: in a number, in the weights of a model, inside a library, nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache

from numscope.analysis.nan.operands import NonfiniteOperand
from numscope.analysis.nan.states import Judgement, Step
from numscope.operations.lore.skipping import HANDS_OUT, NULLS_APART, SKIPS
from numscope.operations.traits import Trait

# Results of these are what was there before, at another place.
# Plain numbers: `&` with a Trait makes a Trait, which takes 1 µs, several times for each operand that holds NaN.
READS = int(Trait.VIEW | Trait.COPIES | Trait.READS_PART | Trait.ASSIGNS)
STANDS, ELEMENTWISE, CONTRACTS, PLOTS = map(
    int, (Trait.STANDS, Trait.ELEMENTWISE, Trait.CONTRACTS, Trait.PLOTS)
)


class Harm(IntEnum):
    """How bad the worst is that an origin's values reached."""

    NONE = 0  # they were dropped, replaced or masked
    INSIDE = 1  # they ended inside a library
    SKIPPED = 2  # a number was computed without them, and nobody asked to leave them out
    STEP_LEFT_OUT = 3  # a GradScaler found them in gradients
    SHOWN = 4  # an array with them was left over at the end, or one of them was read
    WEIGHTS = 5  # an optimiser changed weights by them
    NUMBER = 6  # a number was computed of them


# What the operation did in which they ended; of other kinds: it got them.
ENDS = {
    Harm.SKIPPED: "{} leaves them out",
    Harm.STEP_LEFT_OUT: "a GradScaler leaves out the step",
    Harm.WEIGHTS: "they reach the weights",
}


@dataclass
class Effect:
    """What an origin poisoned.

    operations, results: later operations that used its values or values made of them, and how many of their results
    hold any. first_nan: the operation that first made a NaN of it, where it was infinities only. harm: the worst they
    reached, at the operation `end`.
    """

    operations: int = 0
    results: int = 0
    first_nan: int | None = None
    harm: Harm = Harm.NONE
    end: int | None = None

    def reach(self, harm: Harm, operation: int) -> None:
        """Note that the values ended in `operation`."""
        if harm >= self.harm:
            self.harm, self.end = harm, operation


def harm_of(
    judgement: Judgement,
    operand: NonfiniteOperand,
    taken_from: Sequence[Harm],
    in_frame: bool,
    is_data: bool,
    is_asked_for: bool = False,
) -> Harm:
    """Return how bad it is that nobody takes this result any further.

    is_data: its NaN were in the program's data. is_asked_for: the program's line makes a number of Python's of it, even
    if a library's own line does that for it.
    """
    if is_asked_for and operand.nans and not is_data:
        return Harm.NUMBER
    reads = bool(operand.traits & READS) or is_named(HANDS_OUT, operand.name)
    if judgement.step is Step.IS_GIVEN and operand.is_one_number and operand.nans and not reads:
        return Harm.INSIDE if operand.in_library else Harm.NUMBER  # `np.mean(losses)` of a list
    if judgement.step in (Step.IS_GIVEN, Step.BRINGS):
        return Harm.NONE
    if reads and taken_from and not in_frame:  # a copy is as bad as what it was taken from
        worst = max(taken_from)
        # Missing values that a library copied for itself and nobody took any further ended there, unless one number.
        # What the program's arithmetic made is as bad in a copy: `copy.deepcopy(best)`.
        kept = operand.in_library and is_data and not operand.is_one_number
        # The program itself takes one of a library's results: `fit.pvalues["dose"]`.
        asked_for = (
            operand.kind in ("scalar", "float") and operand.nans and not (operand.in_library or is_data)
        )
        return max(min(worst, Harm.INSIDE) if kept else worst, Harm.NUMBER if asked_for else Harm.NONE)
    # A table with missing values is nothing unusual, a number that is one is.
    tells_missing_apart = not is_data and is_named(NULLS_APART, operand.name)
    if operand.traits & STANDS and not operand.traits & ELEMENTWISE and not tells_missing_apart:
        return Harm.NUMBER if operand.kind in ("scalar", "float") else Harm.INSIDE
    # Inside a frame, such as a node of a backward graph, it is left as a gradient.
    if operand.in_library and not in_frame and not operand.traits & (ELEMENTWISE | CONTRACTS):
        return Harm.INSIDE
    return Harm.NUMBER if operand.is_one_number and not reads else Harm.SHOWN


def is_computed_number(operand: NonfiniteOperand, before: Iterable[NonfiniteOperand]) -> bool:
    """Return whether a result is a number that was computed, or several that each stand for a row of the input."""
    if operand.traits & READS:
        return False
    return operand.is_one_number or _is_reduced(operand, before)


def _is_reduced(operand: NonfiniteOperand, before: Iterable[NonfiniteOperand]) -> bool:
    """Return whether missing values spread to a result of fewer elements.

    What a library's public call returns does not count: a table of its own may hold missing values. Nor does what
    passes over NaN: its result is missing where all elements are.
    """
    sizes = [one.data_bytes for one in before if one.nans and one.data_bytes is not None]
    size = operand.data_bytes
    if is_named(SKIPS, operand.name):
        return False
    return not operand.traits & STANDS and bool(sizes) and size is not None and size < min(sizes)


@cache
def is_named(pattern: str, name: str) -> bool:
    """Return whether an operation's name is one of these. Of 100,000 operations few have a name of their own."""
    return re.search(pattern, name) is not None
