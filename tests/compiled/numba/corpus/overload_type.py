# kind: overload-type
# says: `norm_of(x)` has no compiled version for an int64: `norm_types` (overload_type.py:12) returned no implementation
# mends: no
from numba import njit, types
from numba.extending import overload


def norm_of(x):
    return abs(x)


@overload(norm_of)
def norm_types(x):
    if isinstance(x, types.Float):
        return lambda x: abs(x)


@njit
def length(x):
    return norm_of(x)  # HERE


length(3)
