"""What measuring precision found."""

from __future__ import annotations

from dataclasses import dataclass

from numscope.analysis.replay.answers import Reason


@dataclass(frozen=True)
class Loss:
    """A line at which digits are lost.

    kind: what it is called: `log(1 + x)`, `naive variance`, `cancellation` ... advice: what to write instead. digits:
    decimal digits lost at worst, of the `of` that `dtype` has. spoiled: elements that became infinite, NaN or zero
    though the true value could be represented. ulp: the worst operation's own error, in units in the last place, its
    inputs taken as exact. condition: how many times larger an error of its inputs comes out; None if it is not known.
    operations: how many there were; operation: id of the worst. name: its name. source: the line's text.
    """

    line: str
    kind: str
    advice: str
    digits: float
    of: float
    dtype: str
    spoiled: int
    ulp: float
    condition: float | None
    operations: int
    operation: int
    name: str
    source: str = ""


@dataclass(frozen=True)
class Accuracy:
    """How accurate operations of one name were, each by itself, its inputs taken as exact. worst: id of that one.

    ulp: the largest distance of an element, in its own units in the last place. normwise_ulp: the largest in those of
    the largest element beside it: a sum of terms that cancel is far off in the first and near in the second.
    """

    name: str
    dtype: str
    operations: int
    ulp: float
    worst: int
    normwise_ulp: float = 0.0


@dataclass(frozen=True)
class Precision:
    """Where digits were lost, worst lines first, and how accurate each kind of operation was by itself.

    found: how many lines lose digits. measured: operations run again in higher precision, of `operations` in all that
    give floating-point numbers. reasons: why the others were not.
    """

    losses: tuple[Loss, ...]
    found: int
    accuracy: tuple[Accuracy, ...]
    operations: int
    measured: int
    reasons: tuple[Reason, ...]
