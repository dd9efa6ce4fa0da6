"""How deep a program calls itself through NumPy, plain and recorded: `python numpy_depth.py PLACE ROUTE ...`.

PLACE is `main` (the main thread, with a stack of a megabyte) or `thread` (a thread with a stack of 64 KB). Prints as
JSON, a route, the deepest recursion that survives plain, and for each `--values` whether nine tenths of it survive.
Every attempt is a forked process, since the one that is too deep dies.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import numscope

Route = Callable[[int], Any]
VALUES = ("none", "stats", "full")
NEEDS_SCALARS = {"scalar_new", "scalar_add"}
MOST = 20_000
SMALL_STACK, MAIN_STACK = 64 << 10, 1 << 20


class Calling:
    """An object that goes on with the recursion when NumPy asks anything of it."""

    def __init__(self, depth: int, route: Route) -> None:
        self.depth, self.route = depth, route

    def go_on(self, *_: object) -> float:
        if self.depth:
            self.route(self.depth - 1)
        return 1.0

    __add__ = __radd__ = __lt__ = __eq__ = __float__ = go_on  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]


class Convertible(Calling):
    def __array__(self, *_: object, **__: object) -> np.ndarray[Any, Any]:
        self.go_on()
        return np.ones(1)


class Index(Calling):
    def __index__(self) -> int:
        self.go_on()
        return 0


class Finalized(np.ndarray[Any, Any]):
    """Goes on where a view of it is made."""

    next_call: Callable[[], Any] | None = None

    def __array_finalize__(self, _: object) -> None:
        call, Finalized.next_call = Finalized.next_call, None
        if call:
            call()


class Overriding(np.ndarray[Any, Any]):
    """Goes on where a function or a ufunc is called with it."""

    next_call: Callable[[], Any]

    def __array_function__(self, *_: object, **__: object) -> int:
        Overriding.next_call()
        return 1

    def __array_ufunc__(self, *_: object, **__: object) -> int:
        Overriding.next_call()
        return 1


FINALIZED = np.ones(4).view(Finalized)
OVERRIDING = np.ones(1).view(Overriding)


def objects(*items: object) -> np.ndarray[Any, Any]:
    array = np.empty(len(items), object)
    array[:] = items
    return array


def through_callback(call: Callable[[Callable[[object], float]], object]) -> Route:
    """A route through a function that takes a function."""

    def route(depth: int) -> None:
        def callback(_: object) -> float:
            if depth:
                route(depth - 1)
            return 1.0

        call(callback)

    return route


def through_object(kind: type[Calling], call: Callable[[Calling], object]) -> Route:
    def route(depth: int) -> None:
        call(kind(depth, route))

    return route


def through_class(kind: Any, call: Callable[[], object]) -> Route:
    """A route through an array whose class calls `next_call`."""

    def route(depth: int) -> None:
        kind.next_call = (lambda: route(depth - 1)) if depth else (lambda: None)
        call()

    return route


def through_numba() -> Route:
    import numba

    @numba.jit(forceobj=True)  # type: ignore[untyped-decorator]
    def call(function: Route, depth: int) -> Any:
        return function(depth)

    def route(depth: int) -> None:
        call(lambda left: left and route(left - 1), depth)

    return route


def assign(target: Any, name: str, value: object) -> None:
    setattr(target, name, value)


ROUTES: dict[str, Callable[[], Route]] = {
    "dispatcher": lambda: through_callback(lambda f: np.apply_along_axis(f, 0, np.ones(1))),
    "vectorize": lambda: through_callback(lambda f: np.vectorize(f, otypes=[float])(np.ones(1))),
    "frompyfunc": lambda: through_callback(lambda f: np.frompyfunc(f, 1, 1)(1.0)),
    "builtin": lambda: through_callback(lambda f: np.fromiter((f(i) for i in range(1)), float)),
    "operator": lambda: through_object(Calling, lambda o: objects(o) + 1),
    "ufunc": lambda: through_object(Calling, lambda o: np.add(objects(o), 1)),
    "ufunc_reduce": lambda: through_object(Calling, lambda o: np.add.reduce(objects(o, 1))),
    "method_sum": lambda: through_object(Calling, lambda o: objects(o, 1).sum()),
    "method_sort": lambda: through_object(Calling, lambda o: objects(0, o).sort()),
    "comparison": lambda: through_object(Calling, lambda o: objects(o) == 1),
    "setitem": lambda: through_object(Calling, lambda o: np.ones(1).__setitem__(0, o)),
    "setter": lambda: through_object(Calling, lambda o: assign(np.ones(1), "real", o)),
    "scalar_new": lambda: through_object(Calling, lambda o: np.float64(o)),  # type: ignore[arg-type]
    "scalar_add": lambda: through_object(Convertible, lambda o: np.float64(1.0) + o),  # type: ignore[operator]
    "index": lambda: through_object(Index, lambda o: np.ones(1)[o]),  # type: ignore[call-overload]
    "array": lambda: through_object(Convertible, lambda o: np.array(o)),
    "asarray": lambda: through_object(Convertible, lambda o: np.asarray(o)),
    "getter": lambda: through_class(Finalized, lambda: FINALIZED.T),
    "getitem": lambda: through_class(Finalized, lambda: FINALIZED[1:]),
    "array_function": lambda: through_class(Overriding, lambda: np.concatenate([OVERRIDING])),
    "array_ufunc": lambda: through_class(Overriding, lambda: np.add(OVERRIDING, 1)),
    "compiled": through_numba,
}


def recurse(route: Route, depth: int, place: str) -> bool:
    """Whether it came back, if this process still lives to tell."""
    done: list[bool] = []

    def run() -> None:
        route(depth)
        done.append(True)

    if place == "main":
        hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
        resource.setrlimit(resource.RLIMIT_STACK, (MAIN_STACK, hard))
        run()
    else:
        threading.stack_size(SMALL_STACK)
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    return bool(done)


def recurse_recorded(route: Route, depth: int, place: str, values: str, scalars: bool) -> bool:
    folder = tempfile.mkdtemp(prefix="depth-")
    try:
        trace = os.path.join(folder, "depth.numscope")
        with numscope.record(trace, values=values, scalars=scalars) as recording:
            survived = recurse(route, depth, place)
        assert recording.counters is not None
        return survived and recording.counters["operations"] > depth
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def survives(attempt: Callable[[], bool]) -> bool:
    """Whether `attempt` is true in a process of its own."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] == 0
    code = 1
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        code = not attempt()
    finally:
        os._exit(code)


def deepest(route: Route, place: str) -> int:
    low, high = 1, 2
    while high < MOST and survives(partial(recurse, route, high, place)):
        low, high = high, 2 * high
    while high - low > max(1, low // 100):
        middle = (low + high) // 2
        if survives(partial(recurse, route, middle, place)):
            low = middle
        else:
            high = middle
    return low


def measure(name: str, place: str) -> dict[str, int | bool]:
    route = ROUTES[name]()
    route(3)  # what is met for the first time needs more
    plain = deepest(route, place)
    found: dict[str, int | bool] = {"plain": plain}
    for values in VALUES:
        scalars = name in NEEDS_SCALARS
        found[values] = survives(partial(recurse_recorded, route, int(0.9 * plain), place, values, scalars))
    return found


if __name__ == "__main__":
    sys.setrecursionlimit(10**6)
    print(json.dumps({name: measure(name, sys.argv[1]) for name in sys.argv[2:]}))
