# kind: object-mode
# says: `tally` is compiled in object mode
# mends: no
from numba import jit


@jit(forceobj=True)
def tally(prices):
    result = 0
    for name in prices:  # HERE
        result += prices[name]
    return result


tally({"tea": 3})
