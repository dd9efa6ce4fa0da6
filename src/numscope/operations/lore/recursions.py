"""Operations that feed their own results back, weighted by coefficients that they are given."""

from __future__ import annotations

# Which positional argument holds the weights. lfilter(b, a, x) and filtfilt: the denominator; the others: sections of
# second order, each with its denominator; simulations of a system in discrete time: the system itself.
WEIGHTS_AT = {
    **dict.fromkeys(("scipy.signal.lfilter", "scipy.signal.filtfilt"), 1),
    **dict.fromkeys(("scipy.signal.sosfilt", "scipy.signal.sosfiltfilt"), 0),
    **dict.fromkeys(("scipy.signal.dlsim", "scipy.signal.dstep", "scipy.signal.dimpulse"), 0),
}
# Products of a state and a matrix of weights.
MATRIX_PRODUCTS = frozenset(
    ("numpy.matmul", "numpy.dot", "aten::matmul", "aten::mm", "aten::mv", "aten::addmm", "aten::bmm")
)
