"""In place: which writing changes an array that someone else holds.

A lesson of about 10 minutes; make the page with: numscope explain examples/lessons/in_place.py
"""

import numpy as np

#: Prices of a shop, and a second name for the same array. No second array is made.
#:zh 一家商店的价格，以及同一个数组的第二个名字。没有产生第二个数组。
prices = np.array([10.0, 20.0, 30.0])
also_prices = prices

#: += writes into the memory that is there: both names show the new numbers.
#:zh += 写入已有的内存：两个名字都显示新的数。
prices += 5

#: prices = prices + 5 makes a new array. The other name keeps the old one.
#:zh prices = prices + 5 会产生新数组。另一个名字仍指向旧数组。
prices = prices + 5
gap = prices - also_prices


def without_mean(values):
    #: A function that writes in place changes what its caller holds.
    #:zh 原地修改的函数会改变调用者手中的数组。
    values -= values.mean()
    return values


centred = without_mean(also_prices)

#: out= writes a result into an array that is there already, and saves the new one.
#:zh out= 把结果写入已有的数组，省去新数组。
np.multiply(prices, 2, out=prices)

#: A trap: numbers with fractions do not fit into whole numbers in place. NumPy refuses.
#:zh 陷阱：带小数的数无法原地写入整数数组。NumPy 会拒绝。
counts = np.array([1, 2, 3])
try:
    counts += 0.5
except TypeError:
    counts = counts + 0.5
