"""Count what compiled functions allocate, by source line: every allocation, not a sample.

Compiled code asks Numba's runtime for memory by a few functions that LLVM finds by name. While `Allocations` is
entered, those names stand for functions of ours, compiled by Numba itself: each looks up the stack for the first
address that returns into a user's function, adds to the counts of its line, and calls the runtime's.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

from numscope.compiled.numba.lines.objects import Objects, Part
from numscope.compiled.numba.lines.ran import MOST_LINES
from numscope.compiled.numba.lines.sampling import require_readable_stacks
from numscope.errors import NumscopeError
from numscope.probes.numba.adapter.compiler import allocators, llvm_ir, numba_types, require_numba, set_symbol

# How far up the stack the caller is looked for: Numba's own functions between it and the runtime keep few values.
_WORDS = 64

# Parameters of the runtime's functions (`numba/core/runtime/nrt.h`): s is the size, a an alignment, p a pointer.
_PARAMETERS = {
    "NRT_Allocate": "s",
    "NRT_MemInfo_alloc": "s",
    "NRT_MemInfo_alloc_safe": "s",
    "NRT_MemInfo_alloc_aligned": "sa",
    "NRT_MemInfo_alloc_safe_aligned": "sa",
    "NRT_MemInfo_alloc_safe_aligned_external": "sap",
    "NRT_MemInfo_alloc_dtor": "sp",
    "NRT_MemInfo_alloc_dtor_safe": "sp",
    "NRT_MemInfo_new_varsize": "s",
    "NRT_MemInfo_new_varsize_dtor": "sp",
    "NRT_MemInfo_varsize_alloc": "ps",
    "NRT_MemInfo_varsize_realloc": "ps",
}

# What was compiled while allocations were counted calls our functions for as long as it lives: they stay.
_kept: list[object] = []


class Allocations:
    """Counts while it is entered, in what is compiled then; `by_line` holds calls and bytes, `objects` the code.

    Raises `NumscopeError` on another system than Linux on x86-64.
    """

    def __init__(self) -> None:
        require_readable_stacks()
        self.objects = Objects(self._add)
        self._numbers: dict[tuple[str, int], int] = {}
        # A row for each line: allocations and bytes. The first row is what no line was found for.
        self._counts = np.zeros((MOST_LINES, 2), np.int64)
        self._parts: list[tuple[int, int, int]] = []
        self._table = np.zeros(1, np.int64)
        self._current = np.array([self._table.ctypes.data], np.int64)
        _kept.append(self)

    def __enter__(self) -> Allocations:
        note = _make_note(self._current.ctypes.data, self._counts.ctypes.data)
        known = allocators()
        self._functions = {
            name: _make_allocator(known[name], kinds, note)
            for name, kinds in _PARAMETERS.items()
            if name in known
        }
        self.objects.__enter__()
        for name, function in self._functions.items():
            set_symbol(name, function.address)
        return self

    def __exit__(self, *_: object) -> None:
        for name, address in allocators().items():
            set_symbol(name, address)
        self.objects.__exit__()

    @property
    def by_line(self) -> dict[tuple[str, int], tuple[int, int]]:
        """Return for each line that allocated: how many times, and how many bytes in all."""
        rows = {place: self._counts[number] for place, number in self._numbers.items()}
        return {place: (int(row[0]), int(row[1])) for place, row in rows.items() if row[0]}

    @property
    def elsewhere(self) -> tuple[int, int]:
        """Return how many allocations, and of how many bytes, no line of the user's was found for."""
        return int(self._counts[0, 0]), int(self._counts[0, 1])

    def _add(self, parts: list[Part]) -> None:
        """Know the code of one more library.

        Other threads read the table: it is replaced as a whole, and none is freed.
        """
        for begin, end, file, line in parts:
            number = self._numbers.setdefault((file, line), len(self._numbers) + 1)
            if number >= MOST_LINES:
                raise NumscopeError(f"more than {MOST_LINES:,} lines were compiled")
            self._parts.append((begin, end, number))
        if parts:
            self._parts.sort()
            _kept.append(self._table)
            self._table = np.concatenate([[len(self._parts)], np.array(self._parts).T.ravel()])
            self._current[0] = self._table.ctypes.data


def _make_note(current: int, counts: int) -> Callable[[int], None]:
    """Return the function that adds a size to the line that compiled code is at."""
    numba = require_numba()
    load, load_byte, add, here = _make_intrinsics()

    @numba.njit  # type: ignore[untyped-decorator]
    def number_at(table: int, address: int) -> int:
        count = load(table)
        low, high = 0, count
        while low < high:
            middle = (low + high) >> 1
            if load(table + 8 + 8 * middle) <= address:
                low = middle + 1
            else:
                high = middle
        if low == 0 or address >= load(table + 8 + 8 * (count + low - 1)):
            return -1
        return int(load(table + 8 + 8 * (2 * count + low - 1)))

    @numba.njit  # type: ignore[untyped-decorator]
    def follows_call(address: int) -> bool:
        if load_byte(address - 5) == 0xE8:
            return True
        for back in (2, 3, 6, 7):
            if load_byte(address - back) == 0xFF and (load_byte(address - back + 1) >> 3) & 7 == 2:
                return True
        return False

    @numba.njit  # type: ignore[untyped-decorator]
    def note(size: int) -> None:
        table, stack = load(current), here()
        for word in range(_WORDS):
            address = load(stack + 8 * word)
            # A return address is behind the call: the line is that of the byte before it.
            number = number_at(table, address - 1)
            if number >= 0 and follows_call(address):
                add(counts + 16 * number, 1)
                add(counts + 16 * number + 8, size)
                return
        add(counts, 1)
        add(counts + 8, size)

    found: Callable[[int], None] = note
    return found


def _make_allocator(address: int, kinds: str, note: Any) -> Any:
    """Return a C function that notes the size and calls the runtime's function at `address`."""
    numba, types = require_numba(), numba_types()
    c_types = {"s": ctypes.c_size_t, "a": ctypes.c_uint32, "p": ctypes.c_void_p}
    of_numba = {"s": types.uintp, "a": types.uint32, "p": types.voidptr}
    original = ctypes.CFUNCTYPE(ctypes.c_void_p, *(c_types[kind] for kind in kinds))(address)
    _kept.append(original)

    def size(s):  # type: ignore[no-untyped-def]
        note(s)
        return original(s)

    def size_and_other(s, other):  # type: ignore[no-untyped-def]
        note(s)
        return original(s, other)

    def size_and_others(s, align, allocator):  # type: ignore[no-untyped-def]
        note(s)
        return original(s, align, allocator)

    def size_last(info, s):  # type: ignore[no-untyped-def]
        note(s)
        return original(info, s)

    function = {1: size, 2: size_last if kinds == "ps" else size_and_other, 3: size_and_others}[len(kinds)]
    return numba.cfunc(types.voidptr(*(of_numba[kind] for kind in kinds)))(function)


def _make_intrinsics() -> tuple[Any, Any, Any, Any]:
    """Return intrinsics: load a word, load a byte, add to a word in one step, and an address on top of the stack."""
    from numba.extending import intrinsic

    llvm, types = llvm_ir(), numba_types()
    word, byte = llvm.IntType(64), llvm.IntType(8)

    @intrinsic  # type: ignore[untyped-decorator]
    def load(typing: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.load(builder.inttoptr(arguments[0], word.as_pointer()))

        return types.int64(types.int64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def load_byte(typing: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.zext(builder.load(builder.inttoptr(arguments[0], byte.as_pointer())), word)

        return types.int64(types.int64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def add(typing: Any, address: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            builder.atomic_rmw(
                "add", builder.inttoptr(arguments[0], word.as_pointer()), arguments[1], "monotonic"
            )
            return context.get_dummy_value()

        return types.void(types.int64, types.int64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def here(typing: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ptrtoint(builder.alloca(word), word)

        return types.int64(), generate

    return load, load_byte, add, here
