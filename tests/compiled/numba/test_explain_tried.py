"""Advice is tried before it is shown: what is shown applies, compiles, and gives what Python gives."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="numba is not installed")

from numscope.compiled.numba.explaining.explanation import Explanation
from numscope.compiled.numba.explaining.observer import Observer
from numscope.compiled.numba.explaining.questions import explain_failure
from numscope.compiled.numba.script import run_script

LONG_ENOUGH_S = 60.0
HEAD = "import numpy as np\nimport numba\nfrom numba import njit\n\n\n"

# name: the program, and what the mended text has in it.
PROGRAMS = {
    "callee": (
        "def twice(x):\n    return 2 * x\n\n\n@njit\ndef total(x):\n    return twice(x) + 1\n\n\ntotal(3)\n",
        "@njit\ndef twice(x)",
    ),
    "object": (
        "class Point:\n    def __init__(self):\n        self.x, self.y = 1.0, 2.0\n\n\n"
        "@njit\ndef norm(p):\n    return p.x + p.y\n\n\npoint = Point()\nnorm(point)\n",
        "namedtuple",
    ),
    "text": ("@njit\ndef add(b):\n    return float(b) + 1\n\n\nadd('2')\n", "add(int('2'))"),
    "signature": (
        "@njit('float64(float64[::1])')\ndef f(a):\n    return a.sum()\n\n\nf(np.arange(4))\n",
        "@njit\n",
    ),
    "dtype": (
        "@njit\ndef f(n, kind):\n    return np.zeros(n, dtype=kind)\n\n\nf(3, 'float32')\n",
        "f(3, np.float32)",
    ),
    "stencil": (
        "@numba.stencil(cval=-1)\ndef s(a, n, w):\n    t = 0\n    for k in range(-n, n + 1):\n"
        "        t += a[0, k] * w[k + n]\n    return t\n\n\n"
        "s(np.arange(24).reshape(4, 6), 2, np.array([1, 2, 4, 2, 1]))\n",
        "@numba.stencil(cval=-1, neighborhood=((0, 0), (-2, 2)), standard_indexing=('w',))",
    ),
    "numpy": (
        "@njit\ndef f(a):\n    return np.einsum('i,i', a, a)\n\n\nf(np.arange(4.0))\n",
        "numba.objmode(",
    ),
    "unified": (
        "@njit\ndef f(a, flag):\n    if flag:\n        b = a\n    else:\n        b = a.reshape(-1)\n"
        "    return b.sum()\n\n\nf(np.ones((3, 3)), True)\n",
        "np.ravel(a)",
    ),
    "several types": (
        "@njit\ndef f(x):\n    if x > 4:\n        a = {'b': 2j, 'c': 'd'}\n    else:\n        a = {'b': 5j, 'g': 'h'}\n"
        "    y = a['b']\n    return y + x\n\n\nf(3)\n",
        'numba.objmode(y="complex128"):',
    ),
    "raises": (
        "@njit\ndef f(n):\n    total = 0.0\n    for i in range(n):\n        total += i\n        if total > 99:\n"
        "            raise ValueError(f'{total:.3f}')\n    return total\n\n\nf(4)\n",
        "f_in_python(total)",
    ),
    "closed over": (
        "@njit\ndef given(function, y):\n    return function(y)\n\n\n@njit\ndef f(c):\n    if c:\n        x = 3\n"
        "        r = given(lambda y: y + x, 1)\n    else:\n        x = 6\n        r = given(lambda y: y + x, 2)\n"
        "    return r\n\n\nf(1)\n",
        "x_2 = 3",
    ),
    "items": ("@njit\ndef f():\n    l = ['a', 'b', 1]\n    return l[:2]\n\n\nf()\n", "l = ('a', 'b', 1)"),
    "typed": (
        "@njit\ndef f(n):\n    d = numba.typed.Dict.empty(numba.int32, numba.float64)\n    d[numba.int32(n)] = 2.0\n"
        "    return '%d' % len(d)\n\n\nf(4)\n",
        'objmode(result="unicode_type")',
    ),
    "block": (
        "@njit\ndef f(x):\n    with numba.objmode():\n        t = x * 2\n    return t\n\n\nf(4)\n",
        'objmode(t="int64")',
    ),
    # Python's lists don't cross the border of a block.
    "list": (
        "@njit\ndef f(items):\n    return f'{max(items):>5}'\n\n\nf([3, 1])\n",
        "f_in_python(list(items_items))",
    ),
    "nonlocal": (
        "@njit\ndef f():\n    x = 0\n\n    def inner():\n        nonlocal x\n        x = 1\n        x = 2\n\n"
        "    inner()\n    return x\n\n\nf()\n",
        "x = [0]\n\n    def inner():\n        pass\n        x[0] = 1\n        x[0] = 2\n\n    inner()\n    return x[0]",
    ),
    "lambda": ("f = njit(lambda x: np.arange(stop=x).sum())\n\n\nf(3)\n", "np.arange(x)"),
    "lambda in Python": (
        "f = njit(lambda a: np.einsum('i,i', a, a))\n\n\nf(np.ones(3))\n",
        "njit(compiled_function)",
    ),
    "matrix product": (
        "@njit\ndef f(a, b):\n    return a @ b\n\n\nf(np.ones((2, 2), np.int64), np.arange(4).reshape(2, 2))\n",
        "(a.astype(np.float64) @ b.astype(np.float64)).astype(np.int64)",
    ),
    "two of a name": (
        "def one():\n    @njit\n    def scale(x):\n        return f'{x:.2f}'\n\n    @njit\n    def f(x):\n"
        "        return scale(x)\n\n    return f\n\n\ndef other():\n    @njit\n    def scale(x, k):\n"
        "        return x * k\n\n    return scale\n\n\none()(2.5)\n",
        'objmode(result="unicode_type")',
    ),
    "another name": (
        "@njit\ndef f(x):\n    return x[0] + x[1]\n\n\ndef main():\n    fast = f\n    found = fast([1, 2.5])\n"
        "    return found\n\n\nmain()\n",
        "fast(np.array([1, 2.5]))",
    ),
    "array of text": (
        "@njit\ndef f(n):\n    return np.char.add(np.array(['a', 'b'])[:n], 'c'), n\n\n\nf(2)\n",
        "UnicodeCharSeq(2)[::1]",
    ),
    "choice in a long call": (
        "@njit\ndef total(*a):\n    return len(a)\n\n\n@njit\ndef f(flag):\n    return total("
        f"{'1, ' * 30}2 if flag else 3)\n\n\nf(True)\n",
        "chosen_1 = 2 if flag else 3\n    return total(",
    ),
    "only raised again": (
        "@njit\ndef f(x):\n    try:\n        x = 1 // x\n    except Exception:\n        raise\n    return x\n\n\n"
        "f(4)\n",
        "def f(x):\n    x = 1 // x\n    return x",
    ),
    "along an axis": (
        "@njit\ndef f(a):\n    return a.max(axis=0) - np.min(a, axis=0)\n\n\nf(np.eye(3)[:2])\n",
        "np.array([np.max(row) for row in a.T]) - np.array([np.min(row) for row in a.T])",
    ),
    # Of equal elements the result is the same without an axis, by chance.
    "axis of a matrix": (
        "@njit\ndef f(a):\n    return np.roll(a, 1, axis=0)\n\n\nf(np.ones((2, 2)))\n",
        "= np.roll(a, 1, axis=0)",
    ),
    "constant array": (
        "one = njit('float64(float64[:])')(lambda x: x[1])\nHELD = np.ones(3)\n\n\n"
        "@njit\ndef f():\n    return one(HELD)\n\n\nf()\n",
        "one(np.ascontiguousarray(HELD))",
    ),
    "items without a number": (
        "@njit\ndef f(a):\n    return np.array([x + y for x, y in zip(a, a)])\n\n\nf(np.ones(3))\n",
        "in list(zip(a, a))",
    ),
    "literal": (
        "@njit\ndef f(x, name):\n    return getattr(x, name)\n\n\nf(2.5, 'imag')\n",
        "numba.literally(name)",
    ),
    "declared callee": (
        "@njit('float64(float64)')\ndef one(x):\n    return x * 2\n\n\n"
        "@njit\ndef f(a):\n    return one(a) + 1\n\n\nf(np.ones(3))\n",
        "@njit\ndef one(x)",
    ),
    "declared callee of a name": (
        "def other():\n    @njit\n    def one(x, y):\n        return x\n\n    return one\n\n\n"
        "def make():\n    @njit('float64(float64)')\n    def one(x):\n        return x * 2\n\n    @njit\n"
        "    def f(a):\n        return one(a) + 1\n\n    return f\n\n\nf = make()\nf(np.ones(3))\n",
        "    @njit\n    def one(x):",
    ),
    "constant expression": (
        "KINDS = {'a': 1}\n\n\n@njit\ndef f(x):\n    return x + len(repr(KINDS))\n\n\nf(3)\n",
        "f_constant = len(repr(KINDS))\n@njit\ndef f(x):\n    return x + f_constant",
    ),
    "squeeze": (
        "@njit\ndef f(a):\n    return a.squeeze() + 1\n\n\nf(np.ones((2, 1, 3)))\n",
        "a[:, 0, :] + 1",
    ),
    "array-like": ("@njit\ndef f(v):\n    return np.size(v)\n\n\nf('abc')\n", "f(np.array('abc'))"),
    "axis by position": (
        "@njit\ndef f(a):\n    return a.max(-1)\n\n\nf(np.eye(3)[:2])\n",
        "np.array([np.max(row) for row in a])",
    ),
    "by name only": (
        "@njit\ndef f(x, y=1, *, k=3):\n    return x + y + k\n\n\nf(2)\n",
        "def f(x, y=1, k=3):",
    ),
    "nothing written": (
        "@njit\ndef f(a, kind):\n    return np.empty_like(a, dtype=kind)\n\n\nf(np.ones(3), 'int32')\n",
        "f(np.ones(3), np.int32)",
    ),
    "name=": ("@njit\ndef f(total):\n    return f'{total=}'\n\n\nf(3)\n", "str(total)"),
}


def explained(path: Path, seconds: float = LONG_ENOUGH_S) -> list[Explanation]:
    with Observer() as observer:
        run_script(str(path))
    return [explain_failure(failure, seconds) for failure in [*observer.failures, *observer.warnings]]


@pytest.mark.sweep(10)
@pytest.mark.parametrize("name", PROGRAMS)
def test_shown_change_applies_compiles_and_agrees(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, mended = PROGRAMS[name]
    monkeypatch.chdir(tmp_path)
    program = tmp_path / "program.py"
    program.write_text(HEAD + text)
    (explanation,) = explained(program)
    assert "gave the same result as Python on the recorded arguments" in explanation.tried
    subprocess.run(["git", "apply", "-p0", "-"], input=explanation.diff + "\n", text=True, check=True)
    assert mended in program.read_text()
    with Observer() as observer:
        outcome = run_script(str(program))
    assert outcome.error is None
    assert not observer.failures


def test_change_that_compiles_and_gives_another_result_is_not_shown(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        HEAD + "@njit\ndef f(x):\n    if x > 3:\n        return (1, 2)\n    return 1\n\n\nf(10)\n"
    )
    (explanation,) = explained(program)
    assert not explanation.diff
    assert "none compiled and agreed with Python" in explanation.tried
    assert "What to change:" not in str(explanation)


def test_change_that_may_mean_something_else_is_not_shown_without_comparison(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        HEAD + "@njit\ndef f(items):\n    return np.asarray(items)\n\n\n"
        "items = numba.typed.List()\nitems.append(numba.typed.List([1, 2]))\nf(items)\n"
    )
    (explanation,) = explained(program, 10.0)
    assert not explanation.without_numba
    assert not explanation.diff


def test_call_that_python_refuses_too_is_said(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(HEAD + "@njit\ndef f(a):\n    return a + (1,)\n\n\nf(2)\n")
    (explanation,) = explained(program)
    assert explanation.tried.startswith("Plain Python fails on this call too: TypeError: unsupported operand")


def test_an_error_that_the_function_raises_on_purpose_is_agreement(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        HEAD
        + "@njit\ndef f(x):\n    if x < 0:\n        raise ValueError(f'{x:.2f} is negative')\n    return x\n\n\n"
        "try:\n    f(-1.0)\nexcept Exception:\n    pass\n"
    )
    (explanation,) = explained(program)
    assert explanation.without_numba == "plain Python accepts this call"
    assert "raised the same error as Python" in explanation.tried
    assert "-1.00 is negative" in explanation.tried


def test_what_raises_in_an_objmode_block_goes_into_a_function(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        HEAD
        + "@njit\ndef f(x):\n    with numba.objmode():\n        raise ValueError('no')\n    return x\n\n\n"
        "try:\n    f(2)\nexcept Exception:\n    pass\n"
    )
    (explanation,) = explained(program)
    assert "raised the same error as Python" in explanation.tried
    assert "+def f_in_python():\n+    raise ValueError('no')\n" in explanation.diff


def test_a_part_with_a_return_that_did_not_run_is_not_left_to_python(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        HEAD + "@njit\ndef f(x):\n    if x:\n        return 'a%d' % x\n    return 2\n\n\nf(10)\n"
    )
    (explanation,) = explained(program, 10.0)
    assert not explanation.diff


def test_change_that_kills_its_process_leaves_ours_alive(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        HEAD + "import ctypes\n\n\ndef end(x):\n    ctypes.string_at(0)\n    return x\n\n\n"
        "@njit\ndef f(x):\n    return end(x)\n\n\ntry:\n    f(1)\nexcept numba.TypingError:\n    pass\n"
    )
    (explanation,) = explained(program, 6.0)
    assert explanation.kind == "untyped-function"
    assert not explanation.diff


CALLEE = "def twice(x):\n    return 2 * x\n\n\n@njit\ndef f(n):\n"


def test_a_process_that_waits_keeps_its_time(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        HEAD + "import time\n\n\n" + CALLEE + "    with numba.objmode():\n        time.sleep(0.5)\n"
        "    return twice(n)\n\n\nf(3)\n"
    )
    (explanation,) = explained(program, 1.0)
    assert "compiled and gave the same result as Python" in explanation.tried
    assert "+@njit\n def twice(x)" in explanation.diff


def test_what_takes_too_long_as_python_is_only_compiled(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        HEAD
        + CALLEE
        + "    t = 0\n    for i in range(n):\n        t += twice(i)\n    return t\n\n\nf(10**9)\n"
    )
    (explanation,) = explained(program, 3)
    assert (
        "compiled; not compared with Python, because as Python the function takes too long"
        in explanation.tried
    )
    assert "+@njit\n def twice(x)" in explanation.diff


@pytest.mark.long
def test_a_change_that_takes_long_leaves_time_for_the_last_resort(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(HEAD + "@njit\ndef f(a, t):\n    return np.trim_zeros(a, t)\n\n\nf(3, 'fb')\n")
    (explanation,) = explained(program, 1.6)
    assert "gave the same result as Python" in explanation.tried
    assert "objmode" in explanation.diff


def test_time_is_kept_and_trying_can_be_left_out(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(HEAD + PROGRAMS["numpy"][0])
    words = [sys.executable, "-m", "numscope", "numba", "explain", "--no-try", "--json", str(program)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    (explanation,) = json.loads(done.stdout)["explanations"]
    assert (explanation["tried"], explanation["tried_count"], explanation["diff"]) == ("", 0, "")


DECLARED = {
    "guvectorize": (
        "from numba import float64\n\n\n@numba.guvectorize([(float64[:], float64[:])], '(n),(n)->(n)')\n"
        "def g(x, y, z):\n    z[0] = x[0] + y[0]\n",
        "[(float64[:], float64[:], float64[:])]",
    ),
    "jitclass": (
        "from numba import float64\nfrom numba.experimental import jitclass\n\nspec = [('a', float64[:])]\n\n\n"
        "@jitclass(spec)\nclass J:\n    def __init__(self, n):\n        self.a = np.zeros((n, n))\n\n\nJ(3)\n",
        "spec = [('a', float64[:, :])]",
    ),
}


@pytest.mark.parametrize("name", DECLARED)
def test_declarations_are_corrected_by_changes_that_compile(name: str, tmp_path: Path) -> None:
    text, mended = DECLARED[name]
    program = tmp_path / "program.py"
    program.write_text(HEAD + text)
    (explanation,) = explained(program)
    assert explanation.tried.startswith("compiled; not compared with Python")
    program.write_text("\n".join(explanation.apply(program.read_text().splitlines())) + "\n")
    assert mended in program.read_text()
    with Observer() as observer:
        outcome = run_script(str(program))
    assert outcome.error is None
    assert not observer.failures


DECLARATIONS = {
    "field that is caught": (
        "import contextlib\n\n\n@numba.experimental.jitclass\nclass J:\n    a: numba.float64[:]\n\n"
        "    def __init__(self, n):\n        self.a = np.zeros((n, n))\n\n\n"
        "with contextlib.suppress(Exception):\n    J(3)\n",
        "The field `a` of the jitclass is declared as an array of 1 dimension",
    ),
    "too few types": (
        "f8 = numba.float64\n\n\n@numba.guvectorize([(f8[:], f8[:])], '(n),(n)->(n)')\ndef g(x, y, z):\n"
        "    z[0] = x[0] + y[0]\n",
        "2 types of arguments, and `g` has 3 parameters: `x`, `y`, `z`",
    ),
    "sets in a list": (
        "@njit\ndef f(x):\n    s = [{1, 2}, {3}]\n    return len(s) + x\n\n\nf(1)\n",
        "`[{1, 2}, {3}]` is a list of sets",
    ),
    "declared recursion": (
        "@njit('int64(int64)')\ndef r(n):\n    return r(n + 1) + 1\n",
        "`r` calls itself whatever it is given",
    ),
    "layout": (
        "@numba.guvectorize(['void(f8[:], f8[:])'], '(n)->(m)')\ndef g(x, out):\n    out[0] = x[0]\n",
        "`m`",
    ),
    "gufunc": (
        "@numba.guvectorize(['float64(f8[:], f8[:])'], '(n)->()')\ndef g(x, out):\n    return x[0]\n",
        "written into its last argument",
    ),
    "pair": ("@numba.vectorize\ndef v(x):\n    return x, x\n\n\nv(np.ones(3))\n", "a tuple of 2 float64"),
    "field": (
        "@numba.experimental.jitclass([('a', numba.float64[:])])\nclass J:\n    def __init__(self, a):\n"
        "        self.a = a\n\n\nJ(np.ones((2, 2)))\n",
        "an array of 1 dimension and is given one of 2",
    ),
    "cfunc": ("@numba.cfunc('float64(float64)')\ndef c(x):\n    return x, x\n", "the result is a float64"),
    "stencil": (
        "@numba.stencil\ndef s(a):\n    return a[1]\n\n\ns(np.ones((3, 3)))\n",
        "must give one number",
    ),
    "signature": ("@njit('float64(float64')\ndef f(x):\n    return x\n", "a parenthesis is not closed"),
    "overload": (
        "def mine(x):\n    pass\n\n\n@numba.extending.overload(mine)\ndef implemented(x):\n    return lambda y: y\n\n\n"
        "@njit\ndef f(x):\n    return mine(x)\n\n\nf(3)\n",
        "other parameters",
    ),
    "break": (
        "@njit(parallel=True)\ndef f(a):\n    for i in numba.prange(len(a)):\n        if a[i] > 1:\n            break\n"
        "        a[i] = 0\n\n\nf(np.ones(3))\n",
        "has a `break` on line 12",
    ),
    "send": (
        "@njit\ndef g():\n    x = yield 1\n    yield 2\n\n\n"
        "@njit\ndef f():\n    t = g()\n    return t.send(1)\n\n\nf()\n",
        "Nothing can be sent into a compiled generator",
    ),
    "sent": (
        "@njit\ndef g():\n    n = 0.0\n    while n < 9:\n        x = yield n\n        n += x\n\n\n"
        "@njit\ndef f():\n    return next(g())\n\n\nf()\n",
        "Nothing can be sent into a compiled generator: `yield` on line 12 gives None",
    ),
    "method": (
        "@njit\ndef f(s, start):\n    return s.find('a', start)\n\n\nf('abc', 1.5)\n",
        "`s.find('a', start)` has no compiled version for a str",
    ),
    "item": (
        "@njit\ndef f(a):\n    a[0] = 1j\n\n\nf(np.ones(3))\n",
        "`a[0] = ...` puts a complex128 into an array of float64",
    ),
    # The only line of Numba's that is no frame of a traceback is of its own source.
    "own source": (
        "@njit\ndef f(a, axes):\n    return np.transpose(a, axes=axes)\n\n\nf(np.ones((2, 2)), 'a')\n",
        "for an array of float64 with 2 dimensions, axes=str.\n",
    ),
    # Of several implementations the one that looked at the types says why.
    "overloads": (
        "@njit\ndef f(c):\n    return np.where(c, 2, 3)\n\n\nf(None)\n",
        'Numba\'s reason: The argument "condition" must be array-like.',
    ),
    "declared": (
        "@njit('float64(float64)')\ndef one(x):\n    return x\n\n\n@njit\ndef f(a):\n    return one(a)\n\n\n"
        "f(np.ones(3))\n",
        "`one` was compiled for (float64) only, and this line passes array(float64, 1d, C).",
    ),
    "optional": (
        "@njit\ndef f(c):\n    return {1: 2.5 if c else None}\n\n\nf(True)\n",
        "This line puts a float64 or None into a dict;",
    ),
    "static method": (
        "@numba.experimental.jitclass([])\nclass J:\n    def __init__(self):\n        pass\n\n"
        "    @staticmethod\n    def one(x):\n        return x\n\n    def other(self):\n        return J.one(1)\n\n\n"
        "J().other()\n",
        "`J` is a class J, which has no `.one` in compiled code.",
    ),
    "keepdims": (
        "@njit\ndef f(a):\n    return a.sum(axis=1, keepdims=True)\n\n\nf(np.ones((2, 2)))\n",
        "`keepdims`",
    ),
    "sets": (
        "@njit\ndef f(a):\n    n = 0\n    for g in a:\n        n += len(g)\n    return n\n\n\nf([{1}, {2}])\n",
        "list(set(int64))\n\nWhat went wrong: Argument `a` of `f` is a list of sets",
    ),
    "tuple": (
        "def one(x):\n    return x\n\n\n@njit\ndef f(fs):\n    return fs[0](1)\n\n\nf((one, 3))\n",
        "plain Python function",
    ),
}


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the command says of each program, from one process for all."""
    folder = tmp_path_factory.mktemp("declarations")
    for name, (text, _) in DECLARATIONS.items():
        (folder / f"{name}.py").write_text(
            HEAD + "import numba.experimental\nimport numba.extending\n" + text
        )
    code = (
        "import sys, contextlib, io\nfrom numscope.cli.main import main\nfor path in sys.argv[1:]:\n"
        "    print('@@', path)\n    main(['numba', 'explain', '--no-try', path])\n"
    )
    paths = [str(folder / f"{name}.py") for name in DECLARATIONS]
    done = subprocess.run([sys.executable, "-c", code, *paths], capture_output=True, text=True, timeout=300)
    parts = re.split(r"^@@ .*/(.+)\.py$", done.stdout, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def test_two_warnings_of_one_loop_are_explained_once(told: dict[str, str]) -> None:
    assert told["break"].count("What went wrong") == 1


@pytest.mark.parametrize("name", DECLARATIONS)
def test_cause_is_named_in_plain_words(name: str, told: dict[str, str]) -> None:
    assert DECLARATIONS[name][1] in told[name]
    assert not re.search(
        r"\$\w+|<iv=|phi\d|<locals>|at 0x|\x1b|numba/core|_impl\b", told[name].partition("Read more")[0]
    )
