"""A program with every kind of callable that Numba makes; `truth.json` is what Python itself saw of its calls."""

import json
import sys

import numba
import numpy as np
from numba import float64, guvectorize, njit, objmode, vectorize
from numba.experimental import jitclass


@njit
def scale(values, factor):
    values *= factor
    return values.sum()


@njit
def total(values):
    return values.sum()


@njit("float64(float64)")
def declared(x):
    return x / 2


@njit
def wrong(x):
    return x.nothing


@njit
def dividing(a, b):
    return a // b


@njit
def asks_python(values):
    with objmode(result="float64"):
        result = float(np.median(values))
    return result  # noqa: RET504 - what `objmode` hands over


@vectorize
def dynamic(x, y):
    return x + y


@guvectorize([(float64[:], float64[:])], "(n)->(n)")
def running(values, out):
    held = 0.0
    for i in range(len(values)):
        held += values[i]
        out[i] = held


@jitclass([("x", float64)])
class Point:
    def __init__(self, x):
        self.x = x

    def move(self, by):
        self.x += by
        return self.x


@njit
def drawn(count):
    return np.random.random(count).sum()


def make(n):
    @njit
    def inner(x):
        return x + n

    return inner


def main():
    truth = {}
    a = np.arange(4.0)
    truth["scale_before"] = a.tolist()
    truth["scale_result"] = scale(a, 3.0)
    truth["scale_after"] = a.tolist()
    scale(values=a, factor=0.5)
    total(a)
    total(a.astype(np.int32))
    total(a)
    declared(3)
    dynamic(a, 2)
    running(a)
    point = Point(1.5)
    point.move(2.0)
    make(1)(5)
    make(2)(5)
    asks_python(a)
    drawn(3)
    for bad in (lambda: wrong(1), lambda: dividing(1, 0)):
        try:
            bad()
        except (numba.core.errors.TypingError, ZeroDivisionError) as error:
            truth.setdefault("errors", []).append(type(error).__name__)
    with open(sys.argv[1], "w") as file:
        json.dump(truth, file)


main()
