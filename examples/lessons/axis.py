"""Axes: which one a sum goes along, which one is left.

A lesson of about 10 minutes; make the page with: numscope explain examples/lessons/axis.py
"""

import numpy as np

#: Rain in two towns (axis 0) in three months (axis 1), in millimetres.
#:zh 两座城市（第 0 轴）三个月（第 1 轴）的降雨量，单位毫米。
rain = np.array([[30, 60, 10], [80, 20, 50]])

#: axis=0 goes along the towns. They disappear, the months are left. Which shape comes out?
#:zh axis=0 沿城市方向。城市消失，留下月份。结果的形状是哪一个？
by_month = rain.sum(axis=0)

#: axis=1 goes along the months: one number for each town.
#:zh axis=1 沿月份方向：每座城市得到一个数。
by_town = rain.sum(axis=1)

#: Without an axis everything becomes one number.
#:zh 不写 axis，所有元素变成一个数。
all_rain = rain.sum()

#: Shares of each town's rain: keepdims keeps the axis with length 1, so that the sums stretch back over the months.
#:zh 每座城市各月所占的比例：keepdims 保留长度为 1 的轴，这样总和可以再沿月份拉伸。
shares = rain / rain.sum(axis=1, keepdims=True)

#: -1 is the last axis, whatever there are before it.
#:zh -1 是最后一个轴，不管前面有几个轴。
largest = rain.max(axis=-1)

#: Two years of it: three axes. Two of them may go at once.
#:zh 两年的数据：三个轴。可以同时消去其中两个。
years = np.stack([rain, rain + 5])
by_year = years.mean(axis=(1, 2))

#: Not a number spreads along the axis that disappears, and only there.
#:zh NaN 沿着消失的轴扩散，而且只在那里扩散。
holes = np.where(rain > 70, np.nan, rain)
means = holes.mean(axis=1)
