"""Statements as people write them, and the operations that each must leave in the trace.

`python numpy_cases.py BOUNDARIES` runs every statement whose libraries are there, under whatever recording it is
itself under, and writes to the file BOUNDARIES which operations belong to which statement.
"""

from __future__ import annotations

import copy
import functools
import importlib.util
import io
import json
import operator
import os
import pickle
import sys
import tempfile
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy import add, sqrt


@dataclass(frozen=True)
class Case:
    statement: str
    names: tuple[str, ...]
    needs: str | None = None

    @property
    def can_run(self) -> bool:
        return self.needs is None or importlib.util.find_spec(self.needs) is not None


def case(statement: str, *names: str, needs: str | None = None) -> Case:
    return Case(
        statement, tuple(f"numpy.{name}" if not name.startswith("=") else name[1:] for name in names), needs
    )


CASES = [
    # operators
    case("a + b", "add"),
    case("1 + a", "add"),
    case("a - b", "subtract"),
    case("2 - a", "subtract"),
    case("a * b", "multiply"),
    case("a / b", "divide"),
    case("a // b", "floor_divide"),
    case("a % b", "remainder"),
    case("divmod(a, b)", "divmod"),
    case("a ** b", "power"),
    case("a ** 2", "square"),
    case("a ** 0.5", "sqrt"),
    case("-a", "negative"),
    case("+a", "positive"),
    case("abs(a)", "absolute"),
    case("~i", "invert"),
    case("i & j", "bitwise_and"),
    case("i | j", "bitwise_or"),
    case("i ^ j", "bitwise_xor"),
    case("i << 1", "left_shift"),
    case("i >> 1", "right_shift"),
    case("a > b", "greater"),
    case("a == b", "equal"),
    case("a != b", "not_equal"),
    case("m @ m", "matmul"),
    case("c += 1", "add"),
    case("c *= b", "multiply"),
    case("m @ a2", "matmul"),
    case("a + b + a + b", "add"),
    case("2.0 in a", "equal", "logical_or.reduce"),
    case("operator.add(a, b)", "add"),
    case("operator.iadd(c, 1)", "add"),
    # ufuncs, under any name and by any way
    case("np.add(a, b)", "add"),
    case("np.add(a, b, out=c, where=a > 1)", "add", "greater"),
    case("add(a, b)", "add"),
    case("list(map(sqrt, a))", "sqrt"),
    case("functools.partial(np.add, a)(b)", "add"),
    case("functools.reduce(np.add, [a, b, a])", "add"),
    case("getattr(np, 'sin')(a)", "sin"),
    case("np.add.reduce(a)", "add.reduce"),
    case("np.add.accumulate(a)", "add.accumulate"),
    case("np.add.reduceat(a, [0, 3])", "add.reduceat"),
    case("np.multiply.outer(a, b)", "multiply.outer"),
    case("np.add.at(c, [0, 0], 1)", "add.at"),
    case("np.frexp(a)", "frexp"),
    case("np.modf(a)", "modf"),
    case("np.matmul(m, m)", "matmul"),
    case("np.clip(a, 1, 2)", "clip"),
    case("np.frompyfunc(lambda x: x + 1, 1, 1)(a)", "frompyfunc", "=<lambda> (vectorized)"),
    case("np.vectorize(lambda x: x + 1.0)(a)", "asanyarray", "frompyfunc"),
    # array functions
    case("np.concatenate([a, b])", "concatenate"),
    case("np.vstack([a, b])", "vstack", "concatenate"),
    case("np.where(a > 1, a, b)", "where", "greater"),
    case("np.tensordot(m, m)", "tensordot", "dot"),
    case("np.einsum('ij,jk', m, m)", "einsum"),
    case("np.mean(a)", "mean", "add.reduce"),
    case("np.median(a)", "median"),
    case("np.sort(a)", "sort", "ndarray.sort"),
    case("np.unique(a)", "unique"),
    case("np.interp(1.5, a, b)", "interp"),
    case("np.dot(a, b)", "dot"),
    case("np.histogram(a)", "histogram"),
    case("np.pad(a, 2)", "pad"),
    case("np.copyto(c, b)", "copyto"),
    case("np.isin(a, b)", "isin"),
    case("np.gradient(a)", "gradient"),
    case("np.array_equal(a, b)", "array_equal"),
    case("np.lib.stride_tricks.sliding_window_view(a, 3)", "lib.stride_tricks.sliding_window_view"),
    case("np.emath.sqrt(-a)", "emath.sqrt", "negative"),
    # methods
    case("a.sum()", "ndarray.sum", "add.reduce"),
    case("a.mean(axis=0)", "ndarray.mean", "add.reduce"),
    case("a.std()", "ndarray.std"),
    case("a.max()", "ndarray.max", "maximum.reduce"),
    case("a.argmax()", "ndarray.argmax"),
    case("a.dot(b)", "ndarray.dot"),
    case("a.astype('f4')", "ndarray.astype"),
    case("a.copy()", "ndarray.copy"),
    case("a.reshape(2, 4)", "ndarray.reshape"),
    case("m.transpose()", "ndarray.transpose"),
    case("a.tolist()", "ndarray.tolist"),
    case("a.item(0)", "ndarray.item"),
    case("a.tobytes()", "ndarray.tobytes"),
    case("c.fill(0)", "ndarray.fill"),
    case("c.sort()", "ndarray.sort"),
    case("a.view('i8')", "ndarray.view"),
    case("z.conj()", "ndarray.conj"),
    case("np.ndarray.sum(a)", "ndarray.sum"),
    case("a.__array__()", "ndarray.__array__"),
    # elements
    case("a[0]", "ndarray.__getitem__"),
    case("a[2:5]", "ndarray.__getitem__"),
    case("a[a > 2]", "greater", "ndarray.__getitem__"),
    case("a[[0, 1]]", "ndarray.__getitem__"),
    case("m[1, :]", "ndarray.__getitem__"),
    case("operator.getitem(a, 0)", "ndarray.__getitem__"),
    case("np.ndarray.__getitem__(a, 0)", "ndarray.__getitem__"),
    case("c[0] = 1.0", "ndarray.__setitem__"),
    case("c[:] = b", "ndarray.__setitem__"),
    case("del_one(c)", "delete"),
    case("for x in a: pass", "ndarray.__iter__", "ndarray.__getitem__"),
    case("p, q = a[:2]", "ndarray.__getitem__", "ndarray.__iter__"),
    case("list(a)", "ndarray.__iter__", "ndarray.__getitem__"),
    case("list(a.flat)", "ndarray.flat", "flatiter.__next__"),
    case("a.flat[3]", "ndarray.flat", "flatiter.__getitem__"),
    case("c.flat[3] = 1", "ndarray.flat", "flatiter.__setitem__"),
    case("float(a[:1].sum())", "ndarray.sum"),
    case("float(s)", "ndarray.__float__"),
    case("int(s)", "ndarray.__int__"),
    case("complex(s)", "ndarray.__complex__"),
    case("bool(s)", "ndarray.__bool__"),
    case("'xyz'[k]", "ndarray.__index__"),
    case("1.0 if s else 0.0", "ndarray.__bool__"),
    case("memoryview(a)", "ndarray.__buffer__"),
    case("bytes(a)", "ndarray.__buffer__"),
    case("[x * 2 for x in np.nditer(a)]", "nditer", "nditer.__next__"),
    case("list(np.broadcast(a, b))", "broadcast", "broadcast.__next__"),
    case("list(np.ndenumerate(a))", "ndarray.flat", "flatiter.__next__"),
    # attributes
    case("m.T", "ndarray.T"),
    case("z.real", "ndarray.real"),
    case("z.imag = 1", "ndarray.imag.__set__"),
    case("a.flat", "ndarray.flat"),
    case("a.data", "ndarray.data"),
    case("a.ctypes", "ndarray.ctypes"),
    case("a.__array_interface__", "ndarray.__array_interface__"),
    # creation
    case("np.array([1, 2])", "array"),
    case("np.zeros(3)", "zeros"),
    case("np.empty(3)", "empty"),
    case("np.ones(3)", "empty", "copyto"),
    case("np.full(3, 1.5)", "copyto"),
    case("np.eye(3)", "zeros"),
    case("np.arange(3)", "arange"),
    case("np.linspace(0, 1, 3)", "linspace"),
    case("np.asarray([1])", "asarray"),
    case("np.frombuffer(b'12345678')", "frombuffer"),
    case("np.fromiter(range(3), float)", "fromiter"),
    case("np.ndarray((2, 2))", "ndarray"),
    case("np.zeros_like(a)", "zeros_like", "empty_like"),
    case("np.meshgrid(a, b)", "meshgrid"),
    case("np.mgrid[:3, :3]", "ndarray.__setitem__"),
    case("np.r_[a, b]", "concatenate"),
    # linalg, fft, random, strings
    case("np.linalg.svd(m)", "linalg.svd"),
    case("np.linalg.inv(m2)", "linalg.inv"),
    case("np.linalg.norm(a)", "linalg.norm"),
    case("np.linalg.eigh(m2)", "linalg.eigh"),
    case("np.linalg.solve(m2, m2)", "linalg.solve"),
    case("np.fft.fft(a)", "fft.fft"),
    case("np.fft.irfft(np.fft.rfft(a))", "fft.irfft", "fft.rfft"),
    case("np.random.rand(3)", "random.rand"),
    case("np.random.randn(3)", "random.randn"),
    case("np.random.normal(size=3)", "random.normal"),
    case("np.random.shuffle(c)", "random.shuffle"),
    case("np.random.default_rng(0)", "random.default_rng"),
    case("g.normal(size=3)", "random.Generator.normal"),
    case("g.integers(0, 10, 3)", "random.Generator.integers"),
    case("g.choice(a)", "random.Generator.choice"),
    case("np.random.RandomState(0).uniform(size=3)", "random.RandomState.uniform"),
    case("np.char.upper(t)", "char.upper" if np.__version__.startswith("1.") else "strings.upper"),
    case("np.char.add(t, t)", "char.add" if np.__version__.startswith("1.") else "add"),
    # masked, structured, dates, matrices, records, polynomials
    case("w + 1", "add"),
    case("w.mean()", "add.reduce"),
    case("np.ma.add(w, w)", "add"),
    case("w[0]", "ndarray.__getitem__"),
    case("w.filled(0)", "ndarray.copy", "copyto"),
    case("r['x']", "ndarray.__getitem__"),
    case("r['x'] * 2", "ndarray.__getitem__", "multiply"),
    case("r.view(np.recarray).x", "ndarray.view"),
    case("d - d[0]", "subtract", "ndarray.__getitem__"),
    case("np.busday_count('2024-01', '2024-02')", "busday_count"),
    case("x2 * x2", "dot"),
    case("np.polyfit(a, b, 1)", "polyfit", "linalg.lstsq"),
    case("np.polynomial.Polynomial([1, 2])(a)", "add"),
    case("np.polynomial.chebyshev.chebval(a, [1, 2, 3])", "multiply", "add"),
    case("np.poly1d([1, 2])(a)", "polyval"),
    # in and out
    case("np.save(io.BytesIO(), a)", "save"),
    case("np.load(path)", "fromfile"),
    case("np.savetxt(io.StringIO(), a)", "savetxt"),
    case("pickle.loads(pickle.dumps(a))", "ndarray.__reduce_ex__"),
    case("copy.copy(a)", "ndarray.__copy__"),
    case("copy.deepcopy(a)", "ndarray.__deepcopy__"),
    case("str(a)", "isfinite"),
    case("np.array2string(a)", "array2string"),
    # the caller's own classes
    case("sub + 1", "add"),
    case("sub[0]", "ndarray.__getitem__"),
    case("own + a", "add"),
    # other libraries
    case("pd.Series(a) + 1", "add", needs="pandas"),
    case("pd.DataFrame({'k': i, 'v': a}).groupby('k').mean()", "empty", needs="pandas"),
    case("pd.Series(a).cumsum()", "ndarray.cumsum", needs="pandas"),
    case("scipy.special.erf(a)", "=erf", needs="scipy"),
    case("scipy.linalg.lu(m2)", "asarray", needs="scipy"),
    case("scipy.optimize.brentq(lambda x: np.cos(x) - x, 0, 1)", "cos", needs="scipy"),
    case("scipy.signal.convolve(a, b)", "convolve", needs="scipy"),
    case("scipy.integrate.solve_ivp(lambda t, y: -y, (0, 1), a)", "negative", needs="scipy"),
    case("doubled(a)", "=twice", needs="numba"),
]  # fmt: skip


class Logged(np.ndarray):
    """A subclass that looks at ufuncs and hands them on."""

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **keywords: Any) -> Any:
        plain = [np.asarray(value) for value in inputs]
        return getattr(ufunc, method)(*plain, **keywords)


class Subclass(np.ndarray):
    """A subclass without a method of its own."""


def variables() -> dict[str, Any]:
    """What the statements use, made anew for each of them."""
    a = np.arange(8.0)
    m = np.arange(9.0).reshape(3, 3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        matrix = np.matrix(m)
    return {
        "a": a,
        "b": a + 1.5,
        "c": a.copy(),
        "i": np.arange(8),
        "j": np.arange(8) % 3,
        "m": m,
        "m2": m @ m.T + np.eye(3),
        "a2": np.ones(3),
        "s": np.array(3.0),
        "k": np.array(1),
        "z": a + 1j,
        "t": np.array(["ab", "cd"]),
        "w": np.ma.masked_array(a, a > 5),
        "r": np.array([(1, 2.0), (3, 4.0)], dtype=[("x", "i4"), ("y", "f8")]),
        "d": np.array(["2024-01-01", "2024-02-01"], dtype="M8[D]"),
        "x2": matrix,
        "g": np.random.default_rng(0),
        "sub": a.view(Subclass),
        "own": a.view(Logged),
        "del_one": lambda array: np.delete(array, 0),
    }


def shared() -> dict[str, Any]:
    """What is imported or made once."""
    names: dict[str, Any] = {
        "np": np, "add": add, "sqrt": sqrt, "operator": operator, "functools": functools, "io": io,
        "pickle": pickle, "copy": copy,
    }  # fmt: skip
    path = os.path.join(tempfile.mkdtemp(), "a.npy")
    np.save(path, np.arange(8.0))
    names["path"] = path
    if importlib.util.find_spec("pandas"):
        import pandas

        names["pd"] = pandas
    if importlib.util.find_spec("scipy"):
        import scipy.integrate
        import scipy.linalg
        import scipy.optimize
        import scipy.signal
        import scipy.special

        names["scipy"] = scipy
    if importlib.util.find_spec("numba"):
        import numba

        def twice(x: float) -> float:
            return 2 * x

        names["doubled"] = numba.vectorize(["f8(f8)"])(twice)
    return names


def run_all() -> dict[str, tuple[int, int]]:
    """Run each statement; return which operations, counted from the first, it made."""
    from numscope import _core

    boundaries = {}
    common = shared()
    for each in CASES:
        if each.can_run:
            scope = {**common, **variables()}
            code = compile(each.statement, each.statement, "exec")
            begin = _core.counters()["operations"]
            exec(code, scope)
            boundaries[each.statement] = (begin, _core.counters()["operations"])
    return boundaries


if __name__ == "__main__":
    with open(sys.argv[1], "w") as file:
        json.dump(run_all(), file)
