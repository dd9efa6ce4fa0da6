"""Messages of Numba that are said in words of the program: one program for each, and the words that it must lead to."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest

numba = pytest.importorskip("numba", reason="numba is not installed")

from numscope.compiled.numba import explain
from numscope.compiled.numba.explaining.observer import Observer
from numscope.compiled.numba.explaining.questions import explain_failure, failure_of_decorator
from numscope.compiled.numba.script import run_script

HEAD = "import contextlib\nimport numpy as np\nimport numba\nimport numba.experimental\nfrom numba import njit\n\n\n"
PROGRAMS = {
    "empty display": (
        "@njit\ndef f():\n    q = np.array([])\n    return q\n\n\nf()\n",
        "`[]` does not compile by itself",
    ),
    "raised text": (
        "@njit\ndef f():\n    raise 'text'\n\n\nf()\n",
        "what this `raise` raises",
    ),
    "read too early": (
        "@njit\ndef f():\n    q = q + 1\n    return q\n\n\nf()\n",
        "`q` is read here before it has a value",
    ),
    "default value": (
        "@njit\ndef f(a, b={}):\n    return b\n\n\nf(1)\n",
        "The default value of `b` is {}",
    ),
    "option of jit": (
        "@njit(bogus=True)\ndef f(a):\n    return a\n\n\nf(1)\n",
        "no option `bogus`",
    ),
    "name in objmode": (
        "@njit\ndef f():\n    with numba.objmode(q='wrong'):\n        q = 1\n    return q\n\n\nf()\n",
        "`wrong` is a name that nothing has",
    ),
    "name behind objmode": (
        "@njit\ndef f():\n    with numba.objmode(q='int64'):\n        p = 1\n    return 2\n\n\nf()\n",
        "`objmode(q=...)` names a variable",
    ),
    "part of text": (
        "@njit\ndef f(u):\n    return u.real\n\n\nf(np.array(['ab', 'c']))\n",
        "each item here is text of 2 characters",
    ),
    "items apart": (
        "@njit\ndef f(m):\n    return m.reshape(9)\n\n\nf(np.ones((3, 3, 2))[:, :, 0])\n",
        "do not lie one behind the other",
    ),
    "item type as text": (
        "@njit\ndef f(a, s):\n    return a.astype(s)\n\n\nf(np.ones(3), 'f4')\n",
        "`astype` is given a variable of text",
    ),
    "array of text": (
        "@njit\ndef f(u):\n    return u.copy(1)\n\n\nf(np.array(['ab', 'c']))\n",
        "`u` is an array of text of 2 characters",
    ),
    "method with keywords": (
        "@numba.experimental.jitclass([('x', numba.int64)])\nclass A:\n    def __init__(self, x, **more):\n"
        "        self.x = x\n\n\nA(1, b=2)\n",
        "A method of the jitclass collects its arguments",
    ),
    "refused call": (
        "numba.typed.Dict.empty(3, 4)\n",
        "`numba.typed.Dict.empty(3, 4)` is refused",
    ),
    "hasattr": (
        "@njit\ndef f(x, flag):\n    if flag:\n        attr = 'real'\n    else:\n        attr = 'a'\n"
        "    return hasattr(x, attr)\n\n\nf(1, True)\n",
        "`hasattr(...)` has to know `attr`",
    ),
    "argsort": (
        "@njit\ndef f(a):\n    return a.argsort(foo=1)\n\n\nf(np.ones(3))\n",
        "passes `foo=`",
    ),
    "typedlist": (
        "@njit\ndef f():\n    return numba.typed.List(23)\n\n\nf()\n",
        "`List(...)` is given a value without items",
    ),
    "stencil2": (
        "@njit\ndef f(a, c):\n    return numba.stencil(lambda x, i: x[i])(a, c)\n\n\nf(np.ones(9), 1)\n",
        "has an index that is no constant",
    ),
    "reraise": (
        "@njit\ndef f(a):\n    try:\n        return a / 0\n    except Exception:\n        raise\n\n\nf(1)\n",
        "`raise` alone",
    ),
    "exc as": (
        "@njit\ndef f(a):\n    try:\n        return a / 0\n    except Exception as e:\n"
        "        return 1\n\n\nf(1)\n",
        "`except ... as e`",
    ),
    "closure args": (
        "@njit\ndef f(a):\n    def g(*x):\n        return x[0]\n    return g(*a)\n\n\nf((1, 2))\n",
        "calls an inner function with `*`",
    ),
    "view": (
        "@njit\ndef f(a):\n    return a.view(float)\n\n\nf(np.ones(3))\n",
        "`.view(...)` of an array of float64",
    ),
    "reflected global": (
        "L = numba.typed.List([1, 2])\n\n\n@njit\ndef f():\n    return L[0]\n\n\nf()\n",
        "`L` is a typed list of int64 outside",
    ),
    "no yield": (
        "@njit\ndef f(n):\n    if n > 100:\n        return\n    while False:\n        yield 1\n\n\nf(2)\n",
        "No `yield` of this generator",
    ),
    "star args": (
        "@njit\ndef g(a, b):\n    return a + b\n\n\n@njit\ndef f(x):\n    return g(*x)\n\n\nf(np.ones(2))\n",
        "spreads an array of float64 with 1 dimension with `*`",
    ),
    "modified builtin": (
        "sum = 3\n\n\n@njit\ndef f(x):\n    return sum(x)\n\n\nf((1, 2))\n",
        "calls an int64, which is no function",
    ),
    "tuple index": (
        "@njit\ndef f(t):\n    return t[5]\n\n\nf((1, 2))\n",
        "an item that the tuple does not have",
    ),
    "masked": (
        "@njit\ndef f(a):\n    return a.sum()\n\n\nf(np.ma.masked_array([1.0, 2.0], [True, False]))\n",
        "a masked array",
    ),
    "float16": (
        "@njit\ndef f(a):\n    return a.sum()\n\n\nf(np.ones(2, np.float16))\n",
        "holds float16",
    ),
    "empty list": (
        "@njit\ndef f(a):\n    return len(a)\n\n\nf([])\n",
        "passes an empty list",
    ),
    "prange step": (
        "@njit(parallel=True)\ndef f(n, s):\n    t = 0\n    for i in numba.prange(0, n, s):\n"
        "        t += i\n    return t\n\n\nf(10, 2)\n",
        "takes steps of 1 only",
    ),
    "prange floordiv": (
        "@njit(parallel=True)\ndef f(n):\n    t = 1000\n    for i in numba.prange(1, n):\n"
        "        t //= i\n    return t\n\n\nf(4)\n",
        "with `//=`",
    ),
    "prange reduction": (
        "@njit(parallel=True)\ndef f(n):\n    t = 0\n    for i in numba.prange(1, n):\n        t += i\n"
        "        t *= 2\n    return t\n\n\nf(4)\n",
        "hand `t` on to each other",
    ),
    "setattr": (
        "from collections import namedtuple\nP = namedtuple('P', 'x y')\n\n\n@njit\ndef f(p):\n"
        "    p.x = 3\n    return p\n\n\nf(P(1, 2))\n",
        "assigns the attribute `x`",
    ),
    "undefined": (
        "@njit\ndef f(x):\n    if x > 100:\n        y = 1\n    return z\n\n\nf(1)\n",
        "`z` is defined nowhere",
    ),
    "del arg": (
        "@njit\ndef f(x):\n    del x\n    return x\n\n\nf(1)\n",
        "has no `del x`",
    ),
    "raise inst": (
        "E = ValueError('a')\n\n\n@njit\ndef f(x):\n    raise E\n\n\nf(1)\n",
        "neither an exception class",
    ),
    "objmode args": (
        "@njit\ndef f(x):\n    with numba.objmode(x):\n        y = 1\n    return x\n\n\nf(1)\n",
        "`objmode(...)` is given a value",
    ),
    "with other": (
        "@njit\ndef f(x):\n    with contextlib.suppress(ValueError):\n        x += 1\n    return x\n\n"
        "\nf(1)\n",
        "this `with` uses another",
    ),
    "walrus comp": (
        "@njit\ndef f(x):\n    return [y := i for i in range(x)]\n\n\nf(2)\n",
        "shares a variable with it",
    ),
    "generated jitclass prop": (
        "@numba.experimental.jitclass([('x', numba.int64)])\nclass A:\n    def __init__(self):\n"
        "        self.x = 1\n\n    @classmethod\n    def m(cls):\n        return 1\n\n\nA.m()\n",
        "members of its class (`m`)",
    ),
    "dictcomp": (
        "@njit\ndef f(a):\n    return {**a}\n\n\nd = numba.typed.Dict.empty(numba.int64, numba.int64)\n"
        "f(d)\n",
        "put together from another",
    ),
    "scalar iter": (
        "@njit\ndef f(x):\n    for i in x:\n        return i\n\n\nf(3)\n",
        "The loop goes over an int64",
    ),
    "not bound": (
        "@njit\ndef g(x, y=1, *, k=3):\n    return x + y + k\n\n\n@njit\ndef f():\n    return g(1.5)\n\n\nf()\n",
        "gives no value for the parameter `x`",
    ),
    "type wide": (
        "@njit\ndef f(x):\n    return np.datetime64(x)\n\n\nf(1)\n",
        "needs a datetime64[] it has an int64",
    ),
    "objmode break": (
        "@njit\ndef f(x):\n    for i in range(3):\n        with numba.objmode(y='int64'):\n"
        "            y = x + 1\n            if y > 3:\n                break\n    return y\n\n\nf(1)\n",
        "is left by `break`",
    ),
    "twice jitted": ("@njit\n@njit\ndef f(x):\n    return x\n\n\nf(1)\n", "`f` is compiled already"),
    "not a function": ("f = njit(3)\n", "a value of the type `int`"),
    "cfunc no result": (
        "@numba.cfunc('(int64,)')\ndef f(x):\n    return x\n",
        "does not say what the function returns",
    ),
    "nopython forceobj": (
        "@numba.jit(nopython=True, forceobj=True)\ndef f(x):\n    return x\n\n\nf(1)\n",
        "both `nopython` and `forceobj`",
    ),
    "list index str": (
        "@njit\ndef f(l):\n    return l['a']\n\n\nf(numba.typed.List([1, 2]))\n",
        "neither an integer nor a slice",
    ),
    "view of int": (
        "@njit\ndef f():\n    a = 1\n    return a.view(np.float64)\n\n\nf()\n",
        "`a` is a plain number",
    ),
    "literally": (
        "@njit\ndef g(a, b):\n    return numba.literally(a) + b\n\n\n@njit\ndef f(a):\n    return g(a + 1, 2)\n\n\n"
        "f(1)\n",
        "no argument by itself",
    ),
    "stencil options": (
        "@njit\ndef f(a):\n    return numba.stencil(lambda x: x[0], neighborhood=3)(a)\n\n\nf(np.ones(3))\n",
        "The option `neighborhood`",
    ),
    "init returns": (
        "@numba.experimental.jitclass([('x', numba.types.int64)])\nclass C:\n    def __init__(self):\n"
        "        self.x = 1\n        return 3\n\n\nC()\n",
        "`__init__` of the jitclass returns a value",
    ),
    "jitclass subclass": (
        "@numba.experimental.jitclass([('x', numba.types.int64)])\nclass C:\n    def __init__(self):\n"
        "        self.x = 1\n\n\nclass D(C):\n    pass\n",
        "inherits from a jitclass",
    ),
    "jitclass deleter": (
        "@numba.experimental.jitclass([('x', numba.types.int64)])\nclass C:\n    def __init__(self):\n"
        "        self.x = 1\n    @property\n    def y(self): return self.x\n    @y.deleter\n"
        "    def y(self): pass\n\n\nC()\n",
        "The property `y`",
    ),
    "jitclass special": (
        "@numba.experimental.jitclass([('x', numba.types.int64)])\nclass C:\n    def __init__(self):\n"
        "        self.x = 1\n    def __enter__(self): return self\n\n\nC()\n",
        "`__enter__` is a method",
    ),
    "jitclass spec keys": (
        "@numba.experimental.jitclass([(1, numba.types.int64)])\nclass C:\n    def __init__(self):\n"
        "        self.x = 1\n\n\nC()\n",
        "has `1` where the name of a field",
    ),
    "set of arrays": (
        "@njit\ndef f(a):\n    s = set()\n    s.add(a)\n    return len(s)\n\n\nf(np.ones(3))\n",
        "`s.add(a)` puts something",
    ),
    "nonzero 0d": (
        "@njit\ndef f(a):\n    return a.nonzero()\n\n\nf(np.array(1.0))\n",
        "an array without dimensions",
    ),
    "astype str": (
        "@njit\ndef f(a):\n    return a.astype('U3')\n\n\nf(np.ones(4))\n",
        "make text of 3 characters of a float64",
    ),
    "record field": (
        "@njit\ndef f(a):\n    return a[0].zz\n\n\nf(np.zeros(2, dtype=[('x', 'f8')]))\n",
        "no field `zz`",
    ),
    "record item": (
        "@njit\ndef f(a):\n    return a[0]['zz']\n\n\nf(np.zeros(2, dtype=[('x', 'f8')]))\n",
        "no field `zz`; it has ('x',)",
    ),
    "ufunc kwarg": (
        "@njit\ndef f(a):\n    return np.add(a, a, where=a > 0)\n\n\nf(np.ones(3))\n",
        "`add` is called with a keyword",
    ),
    "ctypes argtypes": (
        "import ctypes\nlibc = ctypes.CDLL(None)\nfun = libc.abs\n\n\n@njit\ndef f(a):\n    return fun(a)\n\n\nf(3)\n",
        "`abs` is a function of a C library",
    ),
    "union annotation": (
        "class Q: pass\n@numba.experimental.jitclass\nclass C:\n    x: Q\n    def __init__(self): pass\n\n\nC()\n",
        "says `Q`",
    ),
    "guvectorize 3": (
        "@numba.guvectorize('(n)->(n)', 1, 2)\ndef g(a, b): pass\n",
        "more than a list of signatures",
    ),
    "vectorize target": (
        "@numba.vectorize(['f8(f8)'], target='gpu')\ndef g(a): return a\n",
        "`target='gpu'`",
    ),
    "vectorize bad sig": ("@numba.vectorize(['float64(float6)'])\ndef g(a): return a\n", "names `float6`"),
    "set_num_threads0": ("numba.set_num_threads(0)\n", "can be from 1 to"),
    "setattr again": (
        "@njit\ndef f(a):\n    a.foo = 1\n    return a\n\n\nf(np.ones(3))\n",
        "sets the attribute `foo`",
    ),
    "mod builtin": (
        "import builtins\nlen = 3\n\n\n@njit\ndef f(a):\n    return len\n\n\nf(np.ones(3))\n",
        "`len` is a name of Python's",
    ),
    "starred list": (
        "@njit\ndef f(a, b):\n    t = (*a, *(b if b else a))\n    return t\n\n\nf((1, 2, 3), (1, 2, 3))\n",
        "`*` and a choice",
    ),
    "raise from": (
        "@njit\ndef f(a):\n    raise ValueError('a') from None\n\n\nf(1)\n",
        "`raise ... from ...`",
    ),
    "except tuple": (
        "@njit\ndef f(a):\n    try:\n        return a\n    except (ValueError, TypeError):\n        return 2\n\n\n"
        "f(1)\n",
        "names several classes",
    ),
    "zip strict": (
        "@njit\ndef f(a):\n    for x, y in zip(a, a, strict=True):\n        return x\n\n\nf(np.ones(3))\n",
        "passes `strict=`",
    ),
    "generator kw": (
        "@njit\ndef g(*, k): return k\n@njit\ndef f():\n    return g(k=1, j=2)\n\n\nf()\n",
        "passes `j=`, and `g` has no such",
    ),
    "print kw": ("@njit\ndef f(a):\n    print(a, sep=',')\n\n\nf(1)\n", "`print` is called with a keyword"),
    "array comp str": (
        "@njit\ndef f():\n    return np.array(['a' for x in range(3)])\n\n\nf()\n",
        "makes an array of a str",
    ),
    "star expr": (
        "@njit\ndef f(a):\n    x, *y = a\n    return x\n\n\nf((1, 2, 3))\n",
        "a star among the targets",
    ),
    "list keyword": (
        "from numba.typed import List, Dict\n\n\n@njit\ndef f():\n    return List(iterable=(1, 2))\n\n\nf()\n",
        "with a keyword",
    ),
    "list many": (
        "from numba.typed import List, Dict\n\n\n@njit\ndef f():\n    return List((1,), (2,))\n\n\nf()\n",
        "with 2 arguments",
    ),
    "dict of triples": (
        "from numba.typed import List, Dict\n\n\n@njit\ndef f():\n    return Dict([(1, 2, 3)])\n\n\nf()\n",
        "takes tuples of 3",
    ),
    "fastmath flags": (
        "@njit(fastmath={'foo'})\ndef f(x):\n    return x\n\n\nf(1)\n",
        "flags that there are not",
    ),
    "parallel value": ("@njit(parallel=3)\ndef f(x):\n    return x\n\n\nf(1)\n", "`parallel=` is given"),
    "inline value": ("@njit(inline='foo')\ndef f(x):\n    return x\n\n\nf(1)\n", "`inline=` is given"),
    "iterator returned": (
        "@njit\ndef f(x):\n    return iter(x)\n\n\nf(np.ones(3))\n",
        "only there while it runs",
    ),
}


@pytest.mark.sweep(10)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", PROGRAMS)
def test_message_is_said_in_words_of_the_program(name: str, tmp_path: Path) -> None:
    text, words = PROGRAMS[name]
    program = tmp_path / "program.py"
    program.write_text(HEAD + text)
    with contextlib.redirect_stdout(io.StringIO()), Observer() as observer:
        outcome = run_script(str(program))
    failure = observer.failures[0] if observer.failures else failure_of_decorator(outcome.error)
    assert failure is not None
    explanation = explain_failure(failure)
    assert words in explanation.sentence
    assert explanation.kind != "unknown"
    assert explanation.advice


def test_failing_part_of_a_line_is_found_by_compiling() -> None:
    @numba.njit
    def spread(a: Any, n: Any) -> Any:
        return np.sqrt(a).copy(n) + a.sum()

    explanation = explain(spread, np.ones(3), 2)
    assert explanation is not None
    assert "`np.sqrt(a).copy(n)` does not compile by itself" in explanation.sentence
    assert "`np.sqrt(a)` is an array of float64" in explanation.sentence
    assert "`np.sqrt(a).copy()` compiles" in explanation.advice
    assert numba.njit(lambda a: np.sqrt(a).copy())(np.ones(3)).tolist() == [1, 1, 1]
    with pytest.raises(AssertionError):
        numba.njit(lambda a, n: np.sqrt(a).copy(n))(np.ones(3), 2)
