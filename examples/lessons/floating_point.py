"""Floating point: what is rounded, what is lost, and how sums keep it.

A lesson of about 15 minutes; make the page with: numscope explain examples/lessons/floating_point.py
"""

import numpy as np

#: 0.1 and 0.2 have no exact form with binary digits. Is their sum equal to 0.3?
#:zh 0.1 和 0.2 没有精确的二进制形式。它们的和等于 0.3 吗？
tenths = np.array([0.1, 0.2])
equal = tenths.sum() == np.array([0.3])

#: Compare with a tolerance instead.
#:zh 应当在一定误差范围内比较。
close = np.isclose(tenths.sum(), [0.3])

#: Near 100 million, single precision has steps of 8: adding 1 changes nothing.
#:zh 在一亿附近，单精度的间隔是 8：加 1 没有任何变化。
large = np.array([1e8], np.float32)
next_one = large + np.float32(1)
lost = next_one - large

#: The difference of two numbers that are nearly equal: their leading digits cancel, the rounding errors are left.
#:zh 两个几乎相等的数相减：前面的数字相互抵消，只剩下舍入误差。
x = np.array([1e-8])
cancelled = (1 - np.cos(x)) / x**2

#: The same quantity written without a difference: 2 sin(x/2)**2 is 1 - cos(x).
#:zh 同一个量不用减法来写：2 sin(x/2)**2 就是 1 - cos(x)。
kept = 2 * np.sin(x / 2) ** 2 / x**2

#: Softmax of large numbers: exp overflows to infinity, and infinity by infinity is not a number.
#:zh 对大数做 softmax：exp 溢出成无穷大，无穷大除以无穷大不是数。
scores = np.array([1000.0, 999.0, 998.0])
with np.errstate(over="ignore", invalid="ignore"):
    weights = np.exp(scores)
    naive = weights / weights.sum()

#: The largest taken away first changes nothing in the result, and nothing overflows.
#:zh 先减去最大值，结果不变，也不会溢出。
shifted = np.exp(scores - scores.max())
stable = shifted / shifted.sum()
