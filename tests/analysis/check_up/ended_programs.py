"""Programs that end with an exception as people meet it, what is said of it, and what to do: all of NumPy alone.

The mistakes are those of questions that people ask about NumPy's messages.
"""

from __future__ import annotations

from typing import NamedTuple


class Ended(NamedTuple):
    """A program, a part of the sentence about it, and a part of the advice."""

    name: str
    program: str
    problem: str
    fix: str


PROGRAMS = (
    Ended(
        "index",
        "heights = np.array([1.7, 1.8, 1.6])\nfor i in range(4):\n    print(heights[i])\n",
        "`heights` has 3 elements, numbered 0 to 2; 3 is asked for",
        "end `i` at 2",
    ),
    Ended(
        "joined",
        "left = np.ones((3, 2)); extra = np.zeros(3)\nboth = np.concatenate([left, extra], axis=1)\n",
        "`left` has the shape (3, 2), `extra` (3,): all must have as many axes",
        "`extra[:, None]`",
    ),
    Ended(
        "stored",
        "counts = np.zeros(3, dtype=int)\ncounts += np.array([0.5, 1.0, 2.0])\n",
        "`counts` is int64, and the result is float64",
        "create `counts` as float64 (`dtype=float`), or make a new array: `counts = counts + ...`",
    ),
    Ended(
        "texts added",
        "prices = np.array(['3', '4', '5'])\nprint(prices + 1)\n",
        "`prices` holds texts, such as '3'",
        "`prices.astype(float)`",
    ),
    Ended(
        "truth",
        "speeds = np.array([30, 55, 61])\nif speeds > 50:\n    print('fast')\n",
        "`speeds > 50` has 3 elements, and one truth value is asked for: true for 2 of 3 elements",
        "`(speeds > 50).any()` or `(speeds > 50).all()`",
    ),
    Ended(
        "emptied",
        "late = np.array([3, 5])[np.array([False, False])]\nprint(late.max())\n",
        "`late` has no element (shape (0,)): line 2 keeps nothing",
        "test `late.size` first",
    ),
    Ended(
        "singular",
        "A = np.array([[1.0, 2.0], [2.0, 4.0]])\nprint(np.linalg.solve(A, np.ones(2)))\n",
        "`A` is singular: its rank is 1 of 2: row 1 is a multiple of row 0",
        "leave out what repeats",
    ),
    Ended(
        "reshaped",
        "pixels = np.arange(50)\nimage = pixels.reshape(7, 7)\n",
        "`pixels` has 50 elements, the shape (7, 7) 49",
        "50 elements fill (5, 10), (2, 25)",
    ),
    Ended(
        "one number",
        "import math\nareas = np.array([4.0, 9.0])\nsides = math.sqrt(areas)\n",
        "`areas` has 2 elements, and `math.sqrt` takes one number",
        "write `np.sqrt(areas)`",
    ),
    Ended(
        "no such axis",
        "marks = np.arange(6.0)\nprint(marks.mean(axis=1))\n",
        "AxisError: `marks` has the shape (6,), with axis 0 only: there is no axis 1",
        "`marks[None, :]`",
    ),
    Ended(
        "mask",
        "ages = np.array([3, 5, 8, 13])\nknown = np.array([True, False, True])\nprint(ages[known])\n",
        "the mask `known` has 3 elements, `ages` has 4",
        "make the mask from `ages` itself",
    ),
    Ended(
        "no number",
        "cells = np.array(['1.5', '2.0', 'n/a'])\nprint(cells.astype(float).mean())\n",
        "1 of 3 texts of `cells` is no number: 'n/a' at [2]",
        "`np.where(cells == 'n/a', 'nan', cells).astype(float)`",
    ),
    Ended(
        "probabilities",
        "p = np.array([0.3, 0.3, 0.3])\nprint(np.random.default_rng(0).choice(3, size=5, p=p))\n",
        "`p` sums to 0.9, and probabilities sum to 1",
        "`p / p.sum()`",
    ),
    Ended(
        "in place",
        "total = np.zeros(3)\nstep = np.ones((2, 3))\ntotal += step\n",
        "`total` has the shape (3,), the result (2, 3): it can't be stored there",
        "`step.sum(axis=0)`",
    ),
    Ended(
        "letters",
        "a = np.ones((2, 3)); b = np.ones((4, 2))\nprint(np.einsum('ij,jk->ik', a, b))\n",
        "`j` is 3 in `a` (2, 3) and 4 in `b` (4, 2)",
        "a letter stands for one length",
    ),
    Ended(
        "positive definite",
        "C = np.array([[1.0, 2.0], [2.0, 1.0]])\nprint(np.linalg.cholesky(C))\n",
        "the smallest eigenvalue of `C` is -1, the largest 3",
        "look how it is made",
    ),
    Ended(
        "index of a column",
        "marks = np.ones((3, 4))\nbest = marks[:, 4]\n",
        "`marks` has 4 elements along axis 1, numbered 0 to 3; 4 is asked for",
        "end the index at 3",
    ),
    Ended(
        "indices",
        "codes = np.array([0, 3, 1]); names = np.array(['a', 'b', 'c'])\nprint(names[codes])\n",
        "3 is asked for: `codes` is outside in 1 of 3 places",
        "its largest may be 2",
    ),
    Ended(
        "float index",
        "signal = np.arange(10.0)\nmiddle = len(signal) / 2\nprint(signal[middle])\n",
        "the index `middle` is 5.0, a float",
        "`int(middle)`",
    ),
    Ended(
        "column by name",
        "table = np.ones((3, 2))\nprint(table['price'])\n",
        "the index `'price'` is a text",
        "take the number of the column",
    ),
    Ended(
        "too many indices",
        "row = np.arange(4)\nprint(row[0, 1])\n",
        "`row` has 1 axis, shape (4,), and 2 indices are given",
        "lost an axis",
    ),
    Ended(
        "ragged",
        "rows = [[1, 2, 3], [4, 5]]\ntable = np.array(rows, dtype=float)\n",
        "the rows of `rows` have 3 and 2 elements",
        "`[np.array(row) for row in rows]`",
    ),
    Ended(
        "assigned",
        "grid = np.zeros((4, 3))\ngrid[1] = np.arange(4.0)\n",
        "`grid[1]` has the shape (3,), `np.arange(4.0)` (4,)",
        "take as many values as there are places",
    ),
    Ended(
        "assigned column",
        "grid = np.zeros((4, 3))\nfirst = np.arange(4.0)\ngrid[:, :1] = first\n",
        "`grid[:, :1]` has the shape (4, 1), `first` (4,)",
        "write `first[:, None]`",
    ),
    Ended(
        "not square",
        "A = np.ones((3, 2))\nprint(np.linalg.inv(A))\n",
        "`A` has the shape (3, 2), which is not square",
        "`np.linalg.lstsq`",
    ),
    Ended(
        "rounded below zero",
        "v = np.array([[1.0, 1.0], [1.0, 1.0 - 1e-12]])\nprint(np.linalg.cholesky(v))\n",
        "0 but for rounding",
        "add a little to the diagonal: `v + ",
    ),
    Ended(
        "integer of an array",
        "counts = np.array([1, 2, 3])\nprint(int(counts))\n",
        "`counts` has 3 elements, and `int` takes one number",
        "`counts.astype(int)`",
    ),
    Ended(
        "integer of NaN",
        "ages = np.array([3.0, np.nan])\nprint(int(ages[1]))\n",
        "`ages[1]` is NaN",
        "look where it became NaN",
    ),
    Ended(
        "stacked",
        "rows = [np.ones(3), np.ones(3), np.ones(4)]\ntable = np.stack(rows)\n",
        "`rows[0]` has the shape (3,), `rows[2]` (4,)",
        "bring them to one length first",
    ),
    Ended(
        "below each other",
        "a = np.ones((2, 3)); b = np.ones((2, 4))\nprint(np.vstack([a, b]))\n",
        "`a` has the shape (2, 3), `b` (2, 4): only along axis 0",
        "join them along axis 1",
    ),
    Ended(
        "float count",
        "n = 10 / 2\ngrid = np.linspace(0, 1, n)\n",
        "`n` is 5.0, a float: `linspace` takes an integer there (5)",
        "`int(n)`",
    ),
    Ended(
        "larger sample",
        "rng = np.random.default_rng(0)\nwinners = rng.choice(np.arange(5), size=6, replace=False)\n",
        "6 are to be drawn from 5, none of them twice",
        "`replace=True`",
    ),
    Ended(
        "lengths of points",
        "x = np.linspace(0, 1, 5); y = np.arange(4.0)\nprint(np.interp(0.3, x, y))\n",
        "`x` has 5 values, `y` 4",
        "must be applied to both",
    ),
    Ended(
        "negative power",
        "n = np.array([1, 2, 3])\nprint(n ** -1)\n",
        "`n` is int64: a negative power of it is no integer",
        "`n ** -1.0`",
    ),
    Ended(
        "too large for its type",
        "x = np.array([1, 2], dtype=np.uint8)\nx[0] = 300\n",
        "300 does not fit in uint8 (0 to 255), the type of `x`",
        "`dtype=np.int16`",
    ),
    Ended(
        "negative labels",
        "labels = np.array([0, 2, -1, 1])\nprint(np.bincount(labels))\n",
        "`labels` holds -1 at [2]; 1 of 4 numbers is negative",
        "`labels[labels >= 0]`",
    ),
    Ended(
        "read-only",
        "base = np.broadcast_to(np.arange(3.0), (2, 3))\nbase[0, 0] = 5\n",
        "`base` can't be written to",
        "`base = base.copy()`",
    ),
    Ended(
        "cross product",
        "print(np.cross(np.ones(4), np.ones(4)))\n",
        "a cross product is one of length 3",
        "take the three components",
    ),
    Ended(
        "truth values subtracted",
        "a = np.array([True, False]); b = np.array([True, True])\nprint(a - b)\n",
        "both sides are truth values",
        "`a ^ b`",
    ),
    Ended(
        "decimal comma",
        "print(np.array('3,5').astype(float))\n",
        "is no number: '3,5'",
        "np.char.replace(",
    ),
    Ended(
        "per cent",
        "cells = np.array(['12%', '15%'])\nprint(cells.astype(float))\n",
        "all 2 texts of `cells` are no number: '12%' at [0]",
        "`np.char.rstrip(cells, '%').astype(float) / 100`",
    ),
    Ended(
        "indices exchanged",
        "grid = np.zeros((3, 7))\nfor i in range(7):\n    for j in range(3):\n        grid[i, j] = i + j\n",
        "`grid` has 3 elements along axis 0",
        "`grid[j, i]`",
    ),
    Ended(
        "mask of one column",
        "data = np.ones((10, 3)); ok = np.ones((10, 1), bool)\nprint(data[ok])\n",
        "the mask `ok` has the shape (10, 1), `data` (10, 3)",
        "`data[ok[:, 0]]`",
    ),
    Ended(
        "appended",
        "log = np.empty((0, 3))\nlog = np.append(log, np.array([1., 2., 3., 4.]).reshape(1, 4), axis=0)\n",
        "only along axis 0, on which they are joined",
        "bring them to one length",
    ),
    Ended(
        "product with a list",
        "w = [0.2, 0.8]; x = np.ones((3, 3))\nprint(x @ w)\n",
        "`x` has 3 columns, and `w` 2 rows",
        "look where these lengths come from",
    ),
    Ended(
        "shape of two numbers",
        "m = np.zeros(3, 4)\n",
        "the second argument of `zeros` is the type of its elements",
        "`zeros((3, 4))`",
    ),
    Ended(
        "equal parts",
        "print(np.split(np.arange(10), 3))\n",
        "`np.arange(10)` has 10 elements, no multiple of 3",
        "`np.array_split`",
    ),
    Ended(
        "axes of a transposition",
        "img = np.ones((4, 5, 3))\nprint(img.transpose(0, 1).shape)\n",
        "`img` has 3 axes",
        "`img.swapaxes(0, 1)`",
    ),
    Ended(
        "days without unit",
        "d = np.array(['2024-01-01'], dtype='datetime64[D]')\nprint(d + 0.5)\n",
        "`d` holds times (datetime64[D])",
        "`np.timedelta64(12, 'h')`",
    ),
    Ended(
        "nothing added",
        "values = np.array([1.0, 2.0])\ntotal = values + None\n",
        "an operand is None",
        "look where it was set",
    ),
    Ended(
        "rows of a system",
        "A = np.ones((5, 2)); y = np.ones(4)\nprint(np.linalg.lstsq(A, y, rcond=None))\n",
        "`A` has 5 rows, `y` 4",
        "must be applied to both",
    ),
    Ended(
        "float scalar as shape",
        "n = np.sqrt(16)\nprint(np.ones(n))\n",
        "`n` is 4.0, a float: `ones` takes an integer there",
        "`int(n)`",
    ),
    Ended(
        "percentile",
        "x = np.arange(10.)\nprint(np.percentile(x, 150))\n",
        "`percentile` is asked for 150, outside 0 to 100",
        "`quantile` takes 0 to 1",
    ),
    Ended(
        "lists of indices",
        "a = np.arange(12).reshape(3, 4)\nprint(a[[0, 1, 2], [0, 1]])\n",
        "are paired one by one, and have the shapes (3,) (2,)",
        "`a[np.ix_(rows, columns)]`",
    ),
    Ended(
        "length of a list",
        "x = np.linspace(0.1, 1, 5)\ny = [1, 2, 3, 4]\ncoef = np.polyfit(np.log(x), y, 1)\n",
        "`np.log(x)` has 5 values, `y` 4",
        "must be applied to both",
    ),
    Ended(
        "empty list",
        "groups = {'a': [1, 2], 'b': []}\nfor name, values in groups.items():\n"
        "    print(name, np.min(values))\n",
        "`values` has no element",
        "test `len(values)` first",
    ),
    Ended(
        "assigned transposed",
        "x = np.arange(4); y = np.arange(5)\nX, Y = np.meshgrid(x, y)\nZ = np.zeros((4, 5))\nZ[:] = X * Y\n",
        "`Z[:]` has the shape (4, 5), `X * Y` (5, 4)",
        "write `(X * Y).T`",
    ),
    Ended(
        "months from 1",
        "sales = np.array([10, 12, 9, 14])\nmonths = np.array([1, 2, 3, 4])\nby_month = np.zeros(4)\n"
        "by_month[months] += sales\n",
        "`by_month` has 4 elements, numbered 0 to 3; 4 is asked for: `months` is outside in 1 of 4",
        "its largest may be 3",
    ),
    Ended(
        "float in a shape",
        "rng = np.random.default_rng(1)\nw = rng.normal(size=(3.0, 2))\n",
        "(3.0, 2) holds a float",
        "int(",
    ),
    Ended(
        "number and text",
        "age = np.array([20, 30])\nprint('mean age ' + age.mean())\n",
        "`+` joins a text to a text only",
        "an f-string",
    ),
)
