"""How solvers, optimisers and estimators say that they stopped before they had converged."""

from __future__ import annotations

# Of estimators: how many iterations they may do, and that they did as many.
LIMIT, REACHED = "max_iter", "reached max_iter"
# Facts that are recorded of a result, with the value that says so.
FACTS = {"success": 0, "converged": 0, REACHED: 1}
# Facts that tell how it ended, in its own words and in numbers.
WORDS = "message"
# A line search that rounding ends lies as near to the minimum as the type of the numbers allows.
AS_NEAR_AS_ROUNDING = "precision loss"
ITERATIONS = ("nit", "iterations")
# Programs that read one of these deal with what did not converge.
READ_BY = (
    ".success",
    ".converged",
    ".status",
    ".message",
    ".flag",
    "converged_",
    "n_iter_",
    "ConvergenceWarning",
)
# What a result reached. A program that compares it keeps the best of several, and knows how good each is.
REACHED_VALUES = ("fun", "cost", "inertia_", "lower_bound_", "best_score_")
# Solvers whose second result is 0, or how many iterations they did without success.
EXIT_CODES = frozenset(
    f"scipy.sparse.linalg.{name}"
    for name in ("bicg", "bicgstab", "cg", "cgs", "gcrotmk", "gmres", "lgmres", "minres", "qmr", "tfqmr")
)
# Solvers that say how they ended by a number and a sentence behind it: the numbers that stand for success.
ENDED_WELL = {"scipy.optimize.fsolve": (1,), "scipy.optimize.leastsq": (1, 2, 3, 4)}
HELP = (
    "raise its limit of iterations, scale the variables to like size, or start nearer; and look at how it ended "
    "before you use what it found"
)
