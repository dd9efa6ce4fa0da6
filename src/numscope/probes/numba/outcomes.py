"""Which compiled version a call ran, and whether it had to be compiled for it."""

from __future__ import annotations

import re
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any

from numscope.probes.numba import adapter

COMPILED_NOW = "compiled now"
LOADED = "loaded from Numba's cache"
COMPILED_BEFORE = "compiled before"
# Of function objects, and of jitclasses.
_ADDRESSES = re.compile(r" at 0x[0-9a-f]+|#[0-9a-f]{6,}(?=<)")


class CompileClock:
    """Listens to Numba compiling: how long each function took, those it calls included.

    What Python does meanwhile is Numba's, not the program's: `mute` is called when compiling begins in a thread,
    `unmute` when it ends.
    """

    def __init__(self, mute: Callable[[], None], unmute: Callable[[], None]) -> None:
        self._mute = mute
        self._unmute = unmute
        self._running = threading.local()
        self._taken: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()

    def on_start(self, event: Any) -> None:
        """Numba begins to compile."""
        if not hasattr(self._running, "begun"):
            self._running.begun = []
        self._running.begun.append(time.perf_counter_ns())
        self._mute()

    def on_end(self, event: Any) -> None:
        """Numba has compiled, or failed to."""
        self._unmute()
        begun = getattr(self._running, "begun", None)
        dispatcher = event.data.get("dispatcher")
        if begun:
            taken = time.perf_counter_ns() - begun.pop()
            self._taken[dispatcher] = self._taken.get(dispatcher, 0) + taken

    def take(self, dispatcher: Any) -> int:
        """Nanoseconds spent on compiling `dispatcher` since this was asked last."""
        return self._taken.pop(dispatcher, 0)


class Outcomes:
    """Answers the core's questions about one type of callable."""

    def __init__(self, kind: adapter.Compiled, clock: CompileClock) -> None:
        self._kind = kind
        self._clock = clock

    def __call__(
        self, function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any] | None, grew: bool
    ) -> tuple[str | None, str, int, bool]:
        """The signature that ran, what there was to compile, for how many ns, and whether types alone decided it."""
        versions = adapter.versions_of(function, self._kind)
        dispatcher = adapter.dispatcher_of(function)
        taken = self._clock.take(dispatcher)
        compilation = COMPILED_BEFORE
        if grew:
            compilation = COMPILED_NOW if taken or self._kind is not adapter.DISPATCHER else LOADED
        if self._kind is adapter.DISPATCHER:
            signature, lasting = _version(function, versions, arguments, keywords)
        else:
            signature, lasting = _loop(function, arguments, keywords)
        if signature is None and len(versions) == 1:
            signature = signature_text(next(iter(versions.values())).signature)
        return signature, compilation, taken if grew else 0, lasting


def signature_text(signature: Any) -> str:
    """`(array(float64, 1d, C), int64) -> float64`, without the addresses that differ between runs."""
    text = f"({', '.join(str(kind) for kind in signature.args)}) -> {signature.return_type}"
    return _ADDRESSES.sub("", text)


def _version(
    function: Any, versions: Any, arguments: tuple[Any, ...], keywords: dict[str, Any] | None
) -> tuple[str | None, bool]:
    """The version for these arguments: the one with their types, or the one Numba converts them to."""
    folded = _fold(function, arguments, keywords)
    if folded is None:
        return None, False
    types = tuple(function.typeof_pyval(value) for value in folded)
    if types in versions:
        return signature_text(versions[types].signature), True
    if len(versions) == 1:
        return signature_text(next(iter(versions.values())).signature), False
    signatures = [version.signature for version in versions.values()]
    context = function.targetdescr.typing_context
    chosen = context.resolve_overload(function.py_func, signatures, types, {}, allow_ambiguous=True)
    return (None, False) if chosen is None else (signature_text(chosen), True)


def _fold(
    function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any] | None
) -> tuple[Any, ...] | None:
    """The values of all parameters, in order; None where some are left out or are gathered by `*args`."""
    count = function.py_func.__code__.co_argcount
    if function.py_func.__code__.co_flags & 0x0C:
        return None
    names = function.py_func.__code__.co_varnames[len(arguments) : count]
    if not names:
        return arguments
    given = keywords or {}
    if any(name not in given for name in names):
        return None
    return (*arguments, *(given[name] for name in names))


def _loop(
    function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any] | None
) -> tuple[str | None, bool]:
    """The loop that NumPy chooses among those compiled for a ufunc."""
    ufunc = function.ufunc
    resolve = getattr(ufunc, "resolve_dtypes", None)
    if resolve is None or keywords:
        return None, False
    given = [_dtype(value) for value in arguments[: ufunc.nargs]]
    try:
        dtypes = resolve((*given, *[None] * (ufunc.nargs - len(given))))
    except (TypeError, ValueError):
        return None, False
    names = [str(dtype) for dtype in dtypes]
    return f"({', '.join(names[: ufunc.nin])}) -> {', '.join(names[ufunc.nin :])}", True


def _dtype(value: Any) -> Any:
    dtype = getattr(value, "dtype", None)
    if dtype is None and type(value) in (bool, int, float, complex):
        return type(value) if type(value) is not bool else "?"
    return dtype
