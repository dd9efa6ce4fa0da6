"""Views: when two arrays are one memory, and when they are not.

A lesson of about 10 minutes; make the page with: numscope explain examples/lessons/views.py
"""

import numpy as np

#: Twelve numbers in one memory, shown as a table of 3 rows and 4 columns.
#:zh 同一块内存中的十二个数，显示为 3 行 4 列的表格。
table = np.arange(12).reshape(3, 4)

#: A slice takes every second column. Which shape comes out? Nothing is copied: it is a view.
#:zh 切片每隔一列取一列。结果的形状是哪一个？没有复制任何数据：它是视图。
even = table[:, ::2]

#: Writing into the view changes the table. Look at the first row afterwards.
#:zh 写入视图会改变原来的表格。请看写入之后的第一行。
even[0] = -1

#: Turning the table around is a view too.
#:zh 转置表格同样是视图。
turned = table.T

#: A copy has a memory of its own: writing into it leaves the table alone.
#:zh 拷贝有自己的内存：写入它不会影响原来的表格。
own = table[1:].copy()
own[0, 0] = 99

#: The table turned around can't be made flat without a copy. Did ravel() return a view or a copy?
#:zh 转置后的表格不复制就无法展平。这里的 ravel() 返回的是视图还是拷贝？
flat = turned.ravel()
