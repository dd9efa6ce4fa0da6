"""Note where the processor is, a thousand times a second of processor time, in a handler that runs no Python.

The kernel's profiling timer (`ITIMER_PROF`) signals the thread that is computing; the handler, compiled by Numba
itself, copies the program counter and the top of the stack from the context that the kernel saved into a ring. Return
addresses on that stack say which compiled line called a library's function.
"""

from __future__ import annotations

import ctypes
import platform
import signal
import sys
import time
from typing import Any

import numpy as np

from numscope.errors import NumscopeError
from numscope.probes.numba.adapter.compiler import llvm_ir, numba_types, require_numba

# x86-64 Linux: ucontext_t.uc_mcontext.gregs[REG_RSP] and [REG_RIP], <sys/ucontext.h>.
_STACK_POINTER, _PROGRAM_COUNTER = 160, 168
WORDS = 32
_SA_SIGINFO, _SA_RESTART = 4, 0x10000000


class _SigAction(ctypes.Structure):
    _fields_ = (
        ("handler", ctypes.c_void_p),
        ("mask", ctypes.c_ulong * 16),
        ("flags", ctypes.c_int),
        ("restorer", ctypes.c_void_p),
    )


class Sampler:
    """Samples of the process while it is entered. At most `size` (a power of two); later ones replace the first.

    Raises `NumscopeError` on another system than Linux on x86-64.
    """

    def __init__(self, interval: float = 0.001, size: int = 1 << 17) -> None:
        require_readable_stacks()
        require_numba()
        self._interval = interval
        self._count = np.zeros(8, np.int64)
        self._words = np.zeros((size, WORDS), np.uint64)
        self._handler = _make_handler(self._count.ctypes.data, self._words.ctypes.data, size)
        self.seconds = 0.0

    def __enter__(self) -> Sampler:
        action = _SigAction(self._handler.address, flags=_SA_SIGINFO | _SA_RESTART)
        self._before = _SigAction()
        if ctypes.CDLL(None).sigaction(signal.SIGPROF, ctypes.byref(action), ctypes.byref(self._before)):
            raise NumscopeError("the profiling signal could not be handled")
        self._start = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, self._interval, self._interval)
        return self

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)
        self.seconds = time.process_time() - self._start
        ctypes.CDLL(None).sigaction(signal.SIGPROF, ctypes.byref(self._before), None)

    def samples(self) -> Any:
        """Return a row for each sample: the program counter, and the words on top of the stack."""
        return self._words[: min(int(self._count[0]), len(self._words))]


def require_readable_stacks() -> None:
    """Raise `NumscopeError` on another system than Linux on x86-64: how its stacks and calls look is not known here."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        raise NumscopeError("what lines inside compiled functions take needs Linux on x86-64")


def _make_handler(count: int, words: int, size: int) -> Any:
    numba = require_numba()
    types = numba_types()
    take = _make_take(count, words, size)

    @numba.cfunc(types.void(types.int32, types.uintp, types.uintp))  # type: ignore[untyped-decorator]
    def handle(signal_: int, info: int, context: int) -> None:
        take(context)

    return handle


def _make_take(count: int, words: int, size: int) -> Any:
    """Return an intrinsic that copies program counter and stack of a context into the ring at `words`."""
    from numba.extending import intrinsic

    llvm = llvm_ir()
    types = numba_types()

    @intrinsic  # type: ignore[untyped-decorator]
    def take(typing: Any, context_type: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word = llvm.IntType(64)

            def load(address: Any) -> Any:
                return builder.load(builder.inttoptr(address, word.as_pointer()))

            number = builder.atomic_rmw(
                "add", builder.inttoptr(word(count), word.as_pointer()), word(1), "monotonic"
            )
            row = builder.add(word(words), builder.mul(builder.and_(number, word(size - 1)), word(8 * WORDS)))
            stack = load(builder.add(arguments[0], word(_STACK_POINTER)))
            found = [load(builder.add(arguments[0], word(_PROGRAM_COUNTER)))]
            found += [load(builder.add(stack, word(8 * i))) for i in range(WORDS - 1)]
            for i, value in enumerate(found):
                builder.store(value, builder.inttoptr(builder.add(row, word(8 * i)), word.as_pointer()))
            return context.get_dummy_value()

        return types.void(context_type), generate

    return take
