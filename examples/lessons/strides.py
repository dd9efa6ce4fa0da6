"""Strides: how an array walks through its memory.

A lesson of about 15 minutes; make the page with: numscope explain examples/lessons/strides.py
Press w: the elements of the result are walked through one after the other.
"""

import numpy as np

#: Twelve numbers in a row. Each takes 8 bytes: the stride is 8.
#:zh 十二个数排成一列。每个占 8 字节：步长（strides）是 8。
line = np.arange(12)

#: As 3 rows of 4: to the next column one step, to the next row four. The memory has not moved.
#:zh 变成 3 行 4 列：到下一列走一步，到下一行走四步。内存没有移动。
table = line.reshape(3, 4)

#: Turned around, the two steps change places. Walk through it: press w.
#:zh 转置后，两个步长交换位置。走一遍看看：按 w 键。
turned = table.T

#: Every second column: steps of two.
#:zh 每隔一列：步长为二。
every_second = table[:, ::2]

#: Backwards: the walk begins at the end, and its step is negative.
#:zh 倒着走：从末尾开始，步长为负。
backwards = line[::-1]

#: The diagonal: one row and one column further at once, a step of five.
#:zh 对角线：每次同时走一行和一列，步长为五。
diagonal = table.diagonal()

#: A step of zero stands still: one row of memory is shown three times, without a copy.
#:zh 步长为零就是原地不动：同一行内存显示三次，没有复制。
stretched = np.broadcast_to(line[:4], (3, 4))

#: Windows of four that overlap: both axes step by one.
#:zh 相互重叠、长度为四的窗口：两个轴的步长都是一。
windows = np.lib.stride_tricks.sliding_window_view(line, 4)

#: Turned around and made flat, the numbers are in an order that no steps reach: this has to be a copy.
#:zh 转置之后再展平，顺序无法用固定步长走到：这里必须复制。
flat = turned.reshape(12)
