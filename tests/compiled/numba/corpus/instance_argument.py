# kind: object-argument
# says: Argument `point` is an instance of class Point
# mends: no
import numpy as np
from numba import njit


class Point:
    x = 1.0


@njit
def distance(point):  # HERE
    return point.x


distance(Point())
