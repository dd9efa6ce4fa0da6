"""Functions that search from a starting point with a function of the program, and the argument that gives the point."""

from __future__ import annotations

_OPTIMISERS = (
    "minimize least_squares leastsq root fsolve basinhopping newton newton_krylov "
    "fmin fmin_bfgs fmin_cg fmin_powell fmin_ncg fmin_tnc fmin_l_bfgs_b fmin_cobyla fmin_slsqp"
)
STARTS_FROM = {f"scipy.optimize.{name}": "x0" for name in _OPTIMISERS.split()} | {
    "scipy.optimize.curve_fit": "p0"
}
# What a search starts from where the argument is not given.
STANDARD = {"scipy.optimize.curve_fit": "every parameter is 1"}
# What tries points and drops those at which the program's function has no finite value.
SEARCHES = r"^scipy\.optimize\."
