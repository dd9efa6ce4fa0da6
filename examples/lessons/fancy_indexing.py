"""Indexing with arrays: what is picked, in which order, and why the result is a copy.

A lesson of about 10 minutes; make the page with: numscope explain examples/lessons/fancy_indexing.py
"""

import numpy as np

#: Heights of five plants, measured in three weeks: one row for each plant.
#:zh 五株植物在三周内测得的高度：每一行是一株植物。
heights = np.array([[3, 5, 8], [2, 4, 9], [4, 6, 7], [1, 2, 3], [5, 7, 9]])

#: A list of rows picks them in the order of the list, also twice. Which shape comes out?
#:zh 用列表选行，按列表中的顺序取出，也可以重复。结果的形状是哪一个？
chosen = heights[[4, 0, 0]]

#: A condition makes an array of True and False, which picks the rows where it is True.
#:zh 条件得到由 True 和 False 组成的数组，它选出为 True 的那些行。
grown = heights[:, 2] > 7
tall = heights[grown]

#: Two lists are read side by side: row 0 with column 2, row 3 with column 1. It is no block of 2 times 2.
#:zh 两个列表会成对读取：第 0 行配第 2 列，第 3 行配第 1 列。得到的不是 2 乘 2 的块。
pairs = heights[[0, 3], [2, 1]]

#: For a block, one of the lists has to stand upright, as a column.
#:zh 若要得到一个块，其中一个列表必须竖起来，成为一列。
rows = np.array([0, 3])
block = heights[rows[:, None], [2, 1]]

#: A trap: the result of an index with a list is a copy. Writing into it does not change the heights.
#:zh 陷阱：用列表索引得到的是拷贝。写入它不会改变 heights。
chosen[0, 0] = 100

#: Written on the left of an assignment, the same index does change them.
#:zh 写在赋值号左边，同样的索引就会改变原数组。
heights[[4, 0], 0] = 100

#: The same place named twice is written once: += adds 1, not 2. np.add.at adds for each time that a place is named.
#:zh 同一位置写两次只生效一次：+= 只加 1，而不是 2。np.add.at 会按出现的次数累加。
votes = np.zeros(3, int)
votes[[1, 1]] += 1
np.add.at(votes, [1, 1], 1)
