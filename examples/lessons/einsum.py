"""einsum: sums of products by naming the axes.

A lesson of about 15 minutes; make the page with: numscope explain examples/lessons/einsum.py
"""

import numpy as np

#: Three shops sell two kinds of fruit; each kind has a price on each of four days.
#:zh 三家商店卖两种水果；每种水果在四天里每天有一个价格。
sold = np.array([[5, 1], [2, 3], [4, 4]])
prices = np.array([[2, 2, 3, 1], [4, 5, 4, 6]])

#: Letters name axes: s for the shop, f for the fruit, d for the day. f is in both and not in the result: it is summed.
#:zh 字母为轴命名：s 是商店，f 是水果，d 是日期。f 在两边都有而结果中没有：沿它求和。
income = np.einsum("sf,fd->sd", sold, prices)

#: That is the product of matrices.
#:zh 这就是矩阵乘积。
same = sold @ prices

#: Without d in the result the days are summed too. Which shape comes out?
#:zh 结果中没有 d，日期也被求和。结果的形状是哪一个？
total = np.einsum("sf,fd->s", sold, prices)

#: With all letters in the result nothing is summed: one number for each shop, fruit and day.
#:zh 结果中保留所有字母，就不求和：每家商店、每种水果、每一天各有一个数。
every = np.einsum("sf,fd->sfd", sold, prices)

#: A letter twice in one array walks along the diagonal; not named in the result, it is summed: the trace.
#:zh 同一数组中出现两次的字母沿对角线走；结果中没有它就求和：得到迹。
square = np.array([[1, 2], [3, 4]])
trace = np.einsum("ii->", square)

#: Other order of letters, other order of axes: a transposition.
#:zh 字母的顺序不同，轴的顺序就不同：这就是转置。
turned = np.einsum("sf->fs", sold)
