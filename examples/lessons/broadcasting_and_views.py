"""Broadcasting and views: how NumPy fits shapes together, and when two arrays are one memory.

A lesson of about 20 minutes; make the page with: numscope explain examples/lessons/broadcasting_and_views.py
"""

import numpy as np

#: A class of three wrote four tests. Each row of the table is a pupil, each column a test.
#:zh 三名学生参加了四次测验。表格的每一行是一名学生，每一列是一次测验。
scores = np.array([[62, 71, 80, 55], [90, 85, 88, 97], [48, 66, 59, 71]])

#: The fourth test was too hard: every pupil gets 5 points more in it. The bonus has the shape (4,), the table (3, 4).
#: NumPy lines shapes up from the right and stretches the bonus down over all rows. Nothing is copied for that.
#:zh 第四次测验太难，每名学生在这一次加 5 分。加分数组的形状是 (4,)，表格是 (3, 4)。
#:zh NumPy 从右边对齐形状，把加分沿行方向向下“拉伸”。这里并没有复制任何数据。
bonus = np.array([0, 0, 0, 5])
scores = scores + bonus

#: The mean of each test: axis 0, the rows, disappears. Before you go on: what shape will the result have?
#:zh 每次测验的平均分：第 0 轴（行）消失。继续之前想一想：结果的形状是什么？
test_means = scores.mean(axis=0)

#: How far is each pupil from the mean of the test? (3, 4) and (4,) again fit from the right.
#:zh 每名学生离该次测验的平均分有多远？(3, 4) 与 (4,) 同样从右边对齐。
from_mean = scores - test_means

#: The mean of each pupil: now axis 1, the columns, disappears.
#:zh 每名学生的平均分：这次消失的是第 1 轴（列）。
pupil_means = scores.mean(axis=1)

#: To subtract a number per row we need the shape (3, 1): a column. With (3,) NumPy would line the 3 up with the 4 tests
#: and refuse. None in an index adds an axis of length 1, which can be stretched to the right.
#:zh 要按行相减，需要形状 (3, 1)，也就是一列。若用 (3,)，NumPy 会把 3 与 4 次测验对齐而报错。
#:zh 索引中的 None 增加一个长度为 1 的轴，它可以向右拉伸。
column = pupil_means[:, None]
from_own_mean = scores - column

#: Two stretched at once: a column of 3 and a row of 4 make a table of 12.
#:zh 两边同时拉伸：3 个数的一列与 4 个数的一行得到 12 个数的表格。
table = np.arange(1, 4)[:, None] * np.arange(1, 5)

#: Now memory. A slice picks every second column. It makes no copy: it is a view, other steps through the same buffer.
#:zh 现在看内存。切片每隔一列取一列。它不复制数据：它是一个视图，以不同的步长走过同一块缓冲区。
every_second = table[:, ::2]

#: So writing into the view changes the table as well.
#:zh 因此，写入视图也会改变原来的表格。
every_second[0, 0] = 100

#: Turning an array around is a view too: only the steps change places.
#:zh 转置同样是视图：只是步长交换了位置。
turned = table.T

#: A list of rows can't be walked with one step, so this is a copy: it shares no memory with the table.
#:zh 用列表选行无法用固定步长走到，所以这是一份拷贝：它与表格不共享内存。
chosen = table[[2, 0]]

#: A condition picks elements one by one, and the result has one axis only.
#:zh 条件逐个挑选元素，结果只有一个轴。
large = table[table > 5]

#: A last trap: 0 divided by 0 is not a number. Watch where NaN appears, and how it spreads.
#:zh 最后一个陷阱：0 除以 0 不是数（NaN）。看它在哪里出现，又如何扩散。
with np.errstate(invalid="ignore"):
    share = np.array([0.0, 3.0, 1.0]) / np.array([0.0, 4.0, 2.0])
total = share.sum()
