"""The program of the traces in this folder: run by itself it says what each of its operations computes.

It computes the same on every machine, bit for bit: whole numbers, halves, at most one division or square root an
element, and the draws of RandomState, whose stream NumPy keeps. The traces know its operations by their lines: they
stay where they are.
"""

from __future__ import annotations

import numpy as np

DRAWS = np.random.RandomState(7)  # its seeding is 1,250 operations: made before the recording begins


class Meters(np.ndarray):
    """A subclass: the type of an operand."""


def main() -> dict[str, list[object]]:
    """Run; return the results of each operation, in the order in which they run. None: there is none to compare."""
    results: dict[str, list[object]] = {}

    def keep(name: str, value: object) -> None:
        results.setdefault(name, []).append(np.array(value) if value is not None else None)

    a = np.arange(8.0)
    b = a * 2.5
    keep("numpy.multiply", b)
    keep("numpy.add", a + b)
    keep("numpy.sum", np.sum(a.reshape(2, 4), axis=0, keepdims=True))
    keep("numpy.sum", np.sum(a, axis=None))
    keep("numpy.searchsorted", np.searchsorted(a, [1.0, 3.5], side="right"))
    keep("numpy.take", np.take(a, np.float64(2).astype(int)))
    keep("numpy.transpose", np.transpose(a.reshape(2, 4), (1, 0)))
    keep("numpy.concatenate", np.concatenate([a, b]))
    keep("numpy.negative", np.negative(a.view(Meters)))
    keep("numpy.apply_along_axis", np.apply_along_axis(len, 0, a))
    with np.errstate(all="ignore"):
        keep("numpy.divide", a / np.zeros_like(a))
        keep("numpy.sqrt", np.sqrt(a - 3))
    try:
        np.add(a, np.arange(3.0))
    except ValueError:
        keep("numpy.add", None)
    np.empty(64)
    keep("numpy.empty", None)
    np.ndarray((64,))
    keep("numpy.ndarray", None)
    a += 1
    keep("numpy.add", a)
    a[2:4] = -1
    keep("numpy.maximum", np.maximum(a, 0, out=np.ones(8)))
    drawn = DRAWS.standard_normal(100)
    keep("numpy.random.RandomState.standard_normal", drawn)
    keep("numpy.zeros", np.zeros(2048))  # from 16 kB on, words that repeat are left out of the pack
    keep("numpy.repeat", np.repeat(np.arange(1.0, 9.0), 256))
    keep("numpy.sign", np.sign(np.asfortranarray(np.arange(120.0).reshape(10, 12))))
    return results
