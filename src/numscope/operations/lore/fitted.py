"""What answers for new data by what it was fitted to, and how the fit is called."""

from __future__ import annotations

from numscope.operations.lore.sklearn import LEARNS

# Methods of fitted models that take data as the fit did.
_ASKS = frozenset(
    ("predict", "predict_proba", "predict_log_proba", "decision_function", "transform", "score_samples")
)
_OF_POLYNOMIALS = {
    "numpy.polyval": "numpy.polyfit",
    "numpy.poly1d.__call__": "numpy.polyfit",
    "numpy.polynomial._polybase.ABCPolyBase.__call__": "numpy.polynomial._polybase.ABCPolyBase.fit",
}
FITS_A_FUNCTION = "scipy.optimize.curve_fit"
# In SQL: names of all fits.
FITS = rf"\.({LEARNS}|{LEARNS}_\w+|polyfit|curve_fit)$"


def fits_of(name: str) -> tuple[str, ...]:
    """Return the operations that fit what the operation of this name asks; none of anything else."""
    if name in _OF_POLYNOMIALS:
        return (_OF_POLYNOMIALS[name],)
    owner, _, method = name.rpartition(".")
    return (f"{owner}.{LEARNS}", f"{owner}.{LEARNS}_transform") if method in _ASKS else ()
