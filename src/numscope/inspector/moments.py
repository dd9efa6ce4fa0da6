"""The summary of a set of numbers that can be merged with another's without seeing the numbers again."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable
from dataclasses import dataclass

NAN = float("nan")


@dataclass(slots=True)
class Moments:
    """Count, mean, squared deviations and range of a set's finite numbers, and how many are not."""

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0
    minimum: float = math.inf
    maximum: float = -math.inf
    zeros: int = 0
    nan_count: int = 0
    inf_count: int = 0

    @property
    def total(self) -> int:
        """How many numbers there are, finite or not."""
        return self.count + self.gaps

    @property
    def gaps(self) -> int:
        """How many numbers are NaN or infinite."""
        return self.nan_count + self.inf_count

    @property
    def var(self) -> float:
        """The variance as `Tensor.var()` has it: over one less than the count; NaN for fewer than two."""
        return self.squares / (self.count - 1) if self.count > 1 else NAN

    @property
    def std(self) -> float:
        """The square root of `var`."""
        return math.sqrt(self.var)

    @property
    def norm(self) -> float:
        """The Euclidean norm."""
        return math.hypot(math.sqrt(self.squares), math.sqrt(self.count) * self.mean)

    @property
    def rms(self) -> float:
        """The root mean square: a norm that doesn't grow with the number of elements; NaN for none."""
        return self.norm / math.sqrt(self.count) if self.count else NAN

    @property
    def largest(self) -> float:
        """The largest magnitude; 0 for none."""
        return max(abs(self.minimum), abs(self.maximum)) if self.count else 0.0

    def merge(self, other: Moments) -> Moments:
        """Return the moments of both sets together.

        Chan, Golub and LeVeque's pairwise update: no cancellation however far the mean is from zero.
        """
        count = self.count + other.count
        delta = other.mean - self.mean if other.count and self.count else 0.0
        if not self.count:
            mean = other.mean
        else:
            mean = self.mean + delta * (other.count / count)
        return Moments(
            count,
            mean,
            self.squares + other.squares + delta * delta * (self.count * other.count / max(count, 1)),
            min(self.minimum, other.minimum),
            max(self.maximum, other.maximum),
            self.zeros + other.zeros,
            self.nan_count + other.nan_count,
            self.inf_count + other.inf_count,
        )


def merge_all(parts: Iterable[Moments]) -> Moments:
    """Return the moments of all the sets together."""
    return functools.reduce(Moments.merge, parts, Moments())


def as_dictionary(moments: Moments) -> dict[str, float]:
    """Return the figures under the names users meet; what is undefined for so few numbers is NaN."""
    some = moments.count > 0
    return {
        "count": moments.total,
        "mean": moments.mean if some else NAN,
        "std": moments.std,
        "var": moments.var,
        "min": moments.minimum if some else NAN,
        "max": moments.maximum if some else NAN,
        "norm": moments.norm,
        "rms": moments.rms,
        "zeros": moments.zeros,
        "zero_fraction": moments.zeros / moments.total if moments.total else NAN,
        "nan_count": moments.nan_count,
        "inf_count": moments.inf_count,
    }
