"""What a program can notice about NumPy: each function here answers the same, recorded or not."""

from __future__ import annotations

import copy
import gc
import inspect
import operator
import pickle
import sys
import traceback
import tracemalloc
import types
import warnings
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

KINDS: dict[str, Any] = {
    "ufunc": np.add,
    "array function": np.concatenate,
    "builtin": np.zeros,
    "Python function": np.full,
    "Python method": np.ma.MaskedArray.sum,
    "method": np.ndarray.sum,
    "ufunc method": np.add.reduce,
    "special method": np.ndarray.__getitem__,
    "attribute": np.ndarray.T,
    "class": np.ndarray,
    "random method": np.random.Generator.normal,
    "random function": np.random.rand,
}
# Filled before anything is recorded: a program's own tables and caches.
REMEMBERED = {value: name for name, value in KINDS.items()}
BOUND = {"sum": np.arange(3).sum, "normal": np.random.default_rng(0).normal}


def outcome(function: Callable[[], Any]) -> str:
    """What came back, or the exception that did."""
    try:
        return repr(function())
    except Exception as error:  # noqa: BLE001 - whatever it is, it must be the same
        return f"{type(error).__name__}: {error}"


def identity() -> Any:
    from numpy import add, concatenate, zeros

    return add is np.add, concatenate is np.concatenate, zeros is np.zeros, np.add is KINDS["ufunc"]


def types_of_everything() -> Any:
    return [type(value).__name__ for value in KINDS.values()], [
        isinstance(np.add, np.ufunc),
        callable(np.full),
    ]


def module_contents() -> Any:
    return [
        (name, id(value))
        for name, value in sorted(vars(np).items(), key=operator.itemgetter(0))
        if name != "__warningregistry__"
    ]


def representation() -> Any:
    return [repr(value) for value in KINDS.values()]


def signatures() -> Any:
    return [outcome(lambda value=value: inspect.signature(value)) for value in KINDS.values()]


def documentation() -> Any:
    return [
        (value.__doc__, getattr(value, "__name__", None), getattr(value, "__module__", None))
        for value in KINDS.values()
    ]


def source_code() -> Any:
    return [inspect.getsource(value) for value in (np.full, np.ma.MaskedArray.sum)]


def inspection() -> Any:
    tests = (
        inspect.isfunction,
        inspect.isbuiltin,
        inspect.isroutine,
        inspect.ismethoddescriptor,
        inspect.isclass,
    )
    return [[test(value) for test in tests] for value in KINDS.values()]


def pickling() -> Any:
    return [
        outcome(lambda value=value: pickle.loads(pickle.dumps(value)) is value) for value in KINDS.values()
    ]


def pickles_are_the_same_bytes() -> Any:
    values = [np.add, np.full, np.zeros, np.arange(3), np.float64(2), np.ma.masked_array([1, 2], [0, 1])]
    return [pickle.dumps(value) for value in values]


def copying() -> Any:
    return [outcome(lambda value=value: copy.deepcopy(value) is value) for value in KINDS.values()]


def found_in_tables_made_before() -> Any:
    return [REMEMBERED.get(value) for value in KINDS.values()], [hash(value) for value in KINDS.values()]


def bound_methods_made_before() -> Any:
    return BOUND["sum"](), np.shape(BOUND["normal"](size=3)), hash(np.add.reduce) == hash(np.add.reduce)


def ufunc_attributes() -> Any:
    return np.add.nin, np.add.nout, np.add.types, np.add.identity, np.matmul.signature, np.sqrt.ntypes


class Refusing:
    """Wants no ufunc."""

    __array_ufunc__ = None

    def __rsub__(self, other: Any) -> str:
        return "mine"


class WithoutReflection:
    """Wants no ufunc and has no operators."""

    __array_ufunc__ = None


class Taking(np.ndarray):
    """Answers ufuncs and functions itself."""

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **keywords: Any) -> Any:
        return ufunc.__name__, method, len(inputs), sorted(keywords)

    def __array_function__(self, function: Any, classes: Any, arguments: Any, keywords: Any) -> Any:
        return function.__name__, sorted(kind.__name__ for kind in classes)


class HandingOn(np.ndarray):
    """Gives all to the base class."""

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **keywords: Any) -> Any:
        plain = tuple(np.asarray(value) if isinstance(value, HandingOn) else value for value in inputs)
        return super().__array_ufunc__(ufunc, method, *plain, **keywords)


def deferral() -> Any:
    a = np.arange(3.0)
    return [
        outcome(function)
        for function in (
            lambda: a - Refusing(),
            lambda: a + WithoutReflection(),
            lambda: WithoutReflection() - a,
            lambda: np.add(a, WithoutReflection()),
            lambda: 2 - a.view(Taking),
            lambda: np.float64(1) - Refusing(),
            lambda: a @ WithoutReflection(),
            lambda: a == WithoutReflection(),
            lambda: a < object(),
        )
    ]


def overrides() -> Any:
    mine = np.arange(4.0).view(Taking)
    handed = np.arange(4.0).view(HandingOn)
    return (
        [np.add(mine, 1), np.add.reduce(mine), mine + 1, 1 + mine, np.multiply.outer(mine, mine), -mine],
        [np.concatenate([mine, mine]), np.mean(mine), np.where(mine, 1, 2)],
        [type(handed + 1).__name__, (handed + 1).tolist(), np.add.reduce(handed)],
    )


def subclasses() -> Any:
    class Made(np.ndarray):
        def __array_finalize__(self, source: Any) -> None:
            self.seen = type(source).__name__

    made = np.arange(6.0).view(Made)
    parts = [made[1:3], made + 1, made.T, made.reshape(2, 3), made.copy(), np.sin(made)]
    return [(type(part).__name__, part.seen) for part in parts], [
        type(made[0]).__name__,
        type(made.sum()).__name__,
    ]


def errors() -> Any:
    a = np.arange(3.0)
    tries = (
        lambda: a + np.arange(4),
        lambda: np.add(a),
        lambda: np.add(a, a, nonsense=1),
        lambda: a[10],
        lambda: a["x"],
        lambda: a.reshape(7),
        lambda: np.zeros(-1),
        lambda: np.linalg.inv(np.zeros((2, 2))),
        lambda: np.concatenate([]),
        lambda: a.sum(axis=5),
        lambda: np.full(),
        lambda: np.array(3).__index__() + np.array(1.5).__index__(),
        lambda: float(a),
        lambda: np.random.default_rng(0).normal(scale=-1),
        lambda: setattr(a, "shape", (7,)),
        lambda: delattr(a, "T"),
        lambda: np.ndarray.__getitem__(3, 0),
        lambda: np.add.reduce("x"),
    )
    return [outcome(function) for function in tries]


def tracebacks() -> Any:
    def lines(function: Callable[[], Any]) -> list[str]:
        try:
            function()
        except Exception as error:  # noqa: BLE001 - whatever it is, it must be the same
            return traceback.format_exception(error)
        return []

    return [
        lines(lambda: np.concatenate([])),
        lines(lambda: np.linalg.inv(np.zeros((2, 2)))),
        lines(lambda: np.full(-1, 0)),
        lines(lambda: np.ma.masked_array([1, 2]).reshape(7)),
        lines(lambda: np.array([1, 2]).sum(axis=5)),
    ]


def warnings_of_operations() -> Any:
    a = np.array([0.0, 1.0, -1.0])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        a / 0
        np.log(a)
        np.array([1e308]) * 10
        np.mean([])
        np.array([300]).astype("i1") + np.array([1e20]).astype("i4")
        np.ma.masked_array([1.0]) / 0
        np.var([1.0], ddof=2)
    return [(str(each.message), each.category.__name__, each.filename, each.lineno) for each in caught]


def floating_point_errors_raised() -> Any:
    with np.errstate(all="raise"):
        return [
            outcome(lambda: np.array([1.0]) / 0),
            outcome(lambda: np.array([1e308]) * 10),
            outcome(lambda: np.log(np.array([-1.0]))),
            outcome(lambda: np.array([1.0]) / 3),
        ]


def floating_point_callback() -> Any:
    seen: list[Any] = []
    with np.errstate(all="call", call=lambda kind, flag: seen.append((kind, flag))):
        np.array([1.0, 0.0]) / 0
    return seen


class Named:
    """An element of an object array."""


def deaths() -> Any:
    """Arrays and elements die at once, when the last name of theirs goes."""
    a = np.arange(10.0)
    result = a + 1
    view = result[2:]
    functions = (
        lambda: a.sum(),
        lambda: np.concatenate([a, a]),
        lambda: np.add.reduce(a),
        lambda: a[1:3],
        lambda: a.T,
    )
    dead = []
    for function in functions:
        reference = weakref.ref(np.asarray(function()).view(np.ndarray))
        dead.append(reference() is None)
    reference, below = weakref.ref(result), weakref.ref(view)
    del result
    alive = reference() is not None
    del view
    element = Named()
    last = weakref.ref(element)
    objects = np.array([element], dtype=object)
    objects.copy()
    del element, objects
    return dead, alive, reference() is None, below() is None, last() is None


def reference_counts() -> Any:
    gc.collect()  # what putting the hooks in place left behind refers to np.add too
    a = np.arange(10.0)
    scalar, index, dtype = 1.25, slice(1, 3), np.dtype("f4")
    before = [sys.getrefcount(value) for value in (a, scalar, index, dtype, np.add, np.full, np.ndarray)]
    for _ in range(20):
        a + scalar
        a[index]
        a.astype(dtype)
        np.add(a, a, out=a)
        a.sum(dtype=dtype)
        np.full(3, scalar)
        np.concatenate([a, a])
        np.array([scalar, scalar])
        outcome(lambda: a[99])
        a.T.real.flat[0]
        list(a)
    gc.collect()
    after = [sys.getrefcount(value) for value in (a, scalar, index, dtype, np.add, np.full, np.ndarray)]
    return [last - first for first, last in zip(before, after, strict=True)]


def resizing_in_place() -> Any:
    a = np.arange(4.0)
    a.sum()
    a.resize(8)
    return a.tolist()


def temporary_elision() -> Any:
    """A temporary is written over: at most two of the five intermediate arrays are alive at a time."""
    a, b, c = (np.ones(200_000) for _ in range(3))
    a + b + c + a + b
    tracemalloc.start()
    result = a + b + c + a + b
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return round(peak / result.nbytes)


def views_and_bases() -> Any:
    a = np.arange(12.0)
    v = a.reshape(3, 4)[1:, ::2].T
    return (
        v.base is a,
        np.shares_memory(a, v),
        v.flags.owndata,
        v.strides,
        a.flags.writeable,
        np.asarray(a) is a,
    )


def results_are_bit_identical() -> Any:
    g = np.random.default_rng(1)
    a, m = g.normal(size=1000), g.normal(size=(20, 20))
    values = [
        a.sum(),
        a.std(),
        np.sin(a),
        a @ a,
        m @ m,
        np.linalg.svd(m)[1],
        np.fft.fft(a),
        np.sort(a),
        a.cumsum(),
    ]
    return [np.asarray(value).tobytes() for value in values]


def printing() -> Any:
    return (
        str(np.arange(5) / 3),
        repr(np.eye(2)),
        f"{np.float64(1.5):.3f}",
        str(np.ma.masked_array([1, 2], [0, 1])),
    )


def memory_views() -> Any:
    view = memoryview(np.arange(6, dtype="i4").reshape(2, 3))
    return view.shape, view.strides, view.format, view.tobytes(), bytes(np.arange(2, dtype="u1"))


def array_interfaces() -> Any:
    a = np.arange(3.0)
    return sorted(a.__array_interface__), a.__array_interface__["typestr"], a.ctypes.shape[:], a.data.nbytes


def iteration() -> Any:
    a = np.arange(6).reshape(2, 3)
    return (
        [row.tolist() for row in a],
        list(a.flat),
        [int(x) for x in np.nditer(a)],
        3 in a,
        len(a),
        type(iter(a)).__name__,
    )


def keyword_arguments() -> Any:
    a, out = np.arange(4.0), np.zeros(4)
    same = np.add(a, 1, out=out, where=a > 1, dtype="f8", casting="same_kind")
    return same is out, out.tolist(), np.sum(a, axis=0, keepdims=True, initial=2.0).tolist()


def generators() -> Any:
    g, legacy = np.random.default_rng(5), np.random.RandomState(5)
    np.random.seed(7)
    return (
        g.normal(size=2).tolist(),
        g.integers(0, 9, 3).tolist(),
        legacy.rand(2).tolist(),
        np.random.rand(2).tolist(),
    )


def type_checks() -> Any:
    return (
        issubclass(np.float64, float),
        isinstance(np.float64(1), np.floating),
        types.FunctionType.__name__,
        np.ndarray.__mro__,
    )


def stack_depth() -> Any:
    """A recursion through NumPy goes as deep as it would have."""

    def deeper(n: int) -> int:
        return (
            n
            if n == 0
            else int(np.apply_along_axis(lambda _: deeper(n - 1), 0, np.zeros(1))[()] if n > 0 else 0)
        )

    return outcome(lambda: deeper(30))


def frames_seen_from_inside() -> Any:
    """A callback finds the frames above it that it always found."""
    names: list[str] = []

    def look(x: float) -> float:
        frame = sys._getframe()
        while frame is not None and frame.f_code.co_name != "frames_seen_from_inside":
            names.append(frame.f_code.co_name)
            frame = frame.f_back  # type: ignore[assignment]
        return x

    np.vectorize(look)([1.0])
    np.apply_along_axis(lambda v: look(v.sum()), 0, np.ones((2, 1)))
    return names


BEHAVIOURS: list[Callable[[], Any]] = [
    value
    for value in list(globals().values())
    if isinstance(value, types.FunctionType) and value.__module__ == __name__ and value is not outcome
]
