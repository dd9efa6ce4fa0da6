"""Why lines that correlate variables with NumPy give NaN."""

from __future__ import annotations

import math

from numscope.operations.lore.user_line import Call, Sentence, UserLine, of, said_of_calls, verb

# Functions, by their last names, that have no result where one side has equal numbers only.
CORRELATES = frozenset(
    ("corrcoef", "corr", "pearsonr", "spearmanr", "kendalltau", "weightedtau", "pointbiserialr", "linregress")
)


def sentence(line: UserLine) -> str | None:
    """Return why the line's result holds NaN; None if it correlates nothing, or NaN went in."""
    return said_of_calls(_SENTENCES, line) if "invalid" in line.floating_point else None


def _without_spread(call: Call, line: UserLine) -> str | None:
    """Say how many variables are constant: of n x n correlations, those of k with any are NaN, n² - (n - k)²."""
    if line.result is None or len(line.result.shape) != 2 or line.result.shape[0] != line.result.shape[1]:
        return None
    variables = line.result.shape[0]
    spread = math.isqrt(line.result.size - line.result.nans)
    if spread**2 != line.result.size - line.result.nans:
        return None
    constant = variables - spread
    values = verb(constant, "has equal values only and correlates", "have equal values only and correlate")
    return f"{call.shown('rowvar')}: {of(constant, variables, 'variable')} {values} with none"


_SENTENCES: dict[str, Sentence] = {"corrcoef": _without_spread}
