"""What the models of statsmodels are given and leave, and what their families take for a response."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

# How the names of its operations begin, and what a model is given: its family, its response.
PREFIX = "statsmodels."
FAMILY, RESPONSE = "family", "endog"
# The columns that a fit is given, and how many rows more than parameters it leaves.
COLUMNS, FREEDOM = "exog", "df_resid"
# What a fitted model tells of itself it computes: nothing is missing there on purpose.
OF_RESULTS = r"^statsmodels\.[\w.]*Results\."


class Range(NamedTuple):
    """Which numbers a response may be. lowest_too: the lowest itself may be one. said: it in words."""

    lowest: float
    highest: float
    lowest_too: bool
    said: str

    def leaves_out(self, smallest: float, largest: float) -> bool:
        """Return whether some of numbers between these two can't be a response."""
        return (
            smallest < self.lowest
            or largest > self.highest
            or (smallest == self.lowest and not self.lowest_too)
        )


_COUNTS = Range(0.0, float("inf"), lowest_too=True, said="numbers that are not negative")
_POSITIVE = Range(0.0, float("inf"), lowest_too=False, said="positive numbers")
# By the last part of the family's class.
RESPONSES: Mapping[str, Range] = {
    "Binomial": Range(0.0, 1.0, lowest_too=True, said="shares from 0 to 1, or counts of both outcomes"),
    "Poisson": _COUNTS,
    "NegativeBinomial": _COUNTS,
    "Gamma": _POSITIVE,
    "InverseGaussian": _POSITIVE,
}
