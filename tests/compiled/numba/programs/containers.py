import numpy as np
from numba import njit, float64, int64, types
from numba.typed import Dict, List
from numba.experimental import jitclass
from collections import namedtuple
Pair = namedtuple("Pair", "left right")
@jitclass([("x", float64), ("tag", types.unicode_type), ("data", float64[:])])
class Point:
    def __init__(self, x):
        self.x = x
        self.tag = "né"
        self.data = np.arange(3.0)
    def move(self, by):
        self.x += by
        return self.x
@njit
def look(n, point):
    numbers = set([1, 2, 30])
    numbers.discard(2)
    names = Dict.empty(types.unicode_type, types.float64)
    names["one"] = 1.0
    names["two"] = 2.5
    names["three"] = 3.5
    del names["two"]
    words = List.empty_list(types.unicode_type)
    words.append("a")
    words.append("bcd")
    rows = [np.arange(n), np.arange(2 * n)]
    pairs = [(1, 2.5), (3, 4.5)]
    texts = ["x", "yz"]
    named = [Pair(1, True)]
    by_int = Dict.empty(types.int32, types.int64[:])
    by_int[np.int32(7)] = np.arange(2)
    points = [point, point]
    maybe = None if n > 100 else 4.5
    empty = set([5])
    empty.clear()
    deep = [[1, 2], [3]]
    return len(numbers) + len(names) + len(words) + len(rows) + len(pairs) + len(texts) + len(named) + len(by_int) + len(points) + len(empty) + len(deep)
print(look(3, Point(1.5)))
