"""The interpreter of compiled functions gives what Python gives, and the line at which numbers first go wrong."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np
import pytest

from numscope.analysis.nan.roots.interpreter import Interpreter, UnknownCodeError

X = np.array([4.0, 0.0, -1.0, 2.5])
N = np.array([3_000_000_000, 4_000_000_000, 7])
# Source, arguments, the line at which a number first goes wrong.
PROGRAMS: dict[str, tuple[str, tuple[Any, ...], int | None]] = {
    "a loop that divides": (
        "def f(x):\n    r = np.empty(x.size)\n    for i in range(len(x)):\n        r[i] = 1.0 / x[i]\n    return r",
        (X,),
        4,
    ),
    "a root in a function that it calls": (
        "def g(v):\n    return math.sqrt(v) if v != 0 else 0.0\n"
        "def f(x):\n    r = np.zeros(x.shape[0])\n    for i, v in enumerate(x):\n        r[i] = g(v)\n    return r",
        (X,),
        2,
    ),
    "squares that leave their range": (
        "def f(n):\n    total = 0\n    for v in n:\n        total += v * v\n    return np.sqrt(total * 1.0)",
        (N,),
        4,
    ),
    "a search with a condition": (
        "STEP, MOST = 0.5, 6\ndef f(x, start=8.0):\n    n = 0\n    while start > 1.0 and n < MOST:\n        n += 1\n"
        "        if n == 2:\n            continue\n        start *= STEP\n    return start, -n, x[1:3].sum()",
        (X,),
        None,
    ),
    "whole arrays": (
        "def f(x):\n    y = np.abs(x) + 1\n    z = np.log(x)\n    return y - z * 2 ** 3",
        (X,),
        3,
    ),
    "a logarithm of what became 0": (
        "def f(x):\n    p = 1e-200\n    for v in x:\n        p = p * 1e-60\n    return math.log1p(p) / p",
        (X,),
        5,
    ),
}


@pytest.mark.parametrize("case", PROGRAMS)
def test_results_are_those_of_python(case: str) -> None:
    text, given, line = PROGRAMS[case]
    names: dict[str, Any] = {"np": np, "math": _Mathematics}
    interpreter = Interpreter(ast.parse(text))
    with np.errstate(all="ignore"):
        exec(text, names)
        result = interpreter.call("f", list(given))
        np.testing.assert_array_equal(result, names["f"](*given))
    assert (interpreter.wrong and interpreter.wrong.line) == line


class _Mathematics:
    """The functions of `math` as compiled code has them: without exceptions."""

    sqrt = staticmethod(np.sqrt)
    log1p = staticmethod(np.log1p)


@pytest.mark.parametrize(
    "statement",
    [
        "x = open('/etc/passwd')",
        "x = a.__class__",
        "x = np.load(a)",
        "import os",
        "x = [v for v in a]",
        "while True: pass",
        "x = np.zeros((1000000, 1000000))",
        "x = sum(range(10 ** 15))",
        "x = np.ones(1000000)[:, None] * np.ones(1000000)",
        "x = (1, 2) * 10 ** 15",
        "x = f(a)",
    ],
)
def test_what_is_no_plain_computation_is_not_run(statement: str) -> None:
    text = f"def f(a):\n    {statement}\n    return a"
    with pytest.raises(UnknownCodeError):
        Interpreter(ast.parse(text)).call("f", [X])
