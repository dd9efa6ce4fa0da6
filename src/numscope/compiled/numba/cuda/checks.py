"""Checks in Numba's CUDA simulator: bounds, races between threads, barriers that not all threads reach.

The simulator runs every CUDA thread as a Python thread, one block after the other, and hands kernels arrays of
its own class. Here that class notes every access: which block and thread, on which line, after how many barriers.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.compiled.numba.cuda.findings import KernelFinding
from numscope.probes.numba.adapter.compiler import as_dtype
from numscope.probes.numba.adapter.patches import Patches
from numscope.probes.numba.adapter.simulator import (
    block_dim,
    in_kernel,
    kernel_function,
    manager_of,
    plain_array,
    shared_memory,
)
from numscope.user_code import is_user_file

ATOMICS = ("add", "sub", "and_", "or_", "xor", "inc", "dec", "exch", "max", "min", "nanmax", "nanmin", "cas",
           "compare_and_swap")  # fmt: skip


@dataclass(frozen=True)
class Access:
    """One access to one cell: by whom, where, after how many barriers, and what kind."""

    block: tuple[int, ...]
    thread: tuple[int, ...]
    line: int
    epoch: int
    write: bool
    atomic: bool


class SimulatorChecks:
    """Collects `findings` while kernels run in the simulator."""

    def __init__(self) -> None:
        self.findings: list[KernelFinding] = []
        self._accesses: dict[int, list[Access]] = {}
        self._racy: set[tuple[str, int, int]] = set()
        self._shared: set[tuple[int, int]] = set()
        self._lock = threading.Lock()
        self._patches = Patches()

    def __enter__(self) -> SimulatorChecks:
        for name, make in (
            ("cuda_getitem", self._around_get),
            ("cuda_setitem", self._around_set),
            ("cuda_shared_array", self._around_shared),
            ("cuda_syncthreads", self._around_barrier),
            ("cuda_block_run", self._around_block),
            ("cuda_kernel_call", self._around_kernel),
        ):
            self._patches.wrap(name, make)
        for name in ATOMICS:
            self._patches.wrap_if_there("cuda_atomic", name, self._around_atomic)
        return self

    def __exit__(self, *_: object) -> None:
        self._patches.undo()

    def _around_get(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def get(array: Any, index: Any) -> Any:
            self._note(array, index, write=False)
            return original(array, index)

        return get

    def _around_set(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def put(array: Any, index: Any, value: Any) -> None:
            self._note(array, index, write=True)
            original(array, index, value)

        return put

    def _around_shared(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def array(shared: Any, shape: Any, dtype: Any) -> Any:

            if shape == 0:
                return original(shared, shape, dtype)
            # The simulator tells allocations apart by their caller's line, which would be this one.
            frame = sys._getframe(1)
            place = (frame.f_code.co_filename, frame.f_lineno)
            with self._lock:
                allocations = shared_memory(shared)
                if place not in allocations:
                    kind = dtype if isinstance(dtype, (np.dtype, type)) else as_dtype(dtype)
                    allocations[place] = np.empty(shape, kind)
                memory = allocations[place]
                start = memory.__array_interface__["data"][0]
                self._shared.add((start, start + memory.nbytes))
            return in_kernel(memory)

        return array

    def _around_atomic(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def atomic(operations: Any, array: Any, index: Any, *values: Any) -> Any:
            thread: Any = threading.current_thread()
            thread.numscope_atomic = True
            try:
                return original(operations, array, index, *values)
            finally:
                thread.numscope_atomic = False

        return atomic

    def _around_barrier(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def syncthreads(thread: Any) -> None:
            thread.numscope_barriers = [*getattr(thread, "numscope_barriers", ()), _user_line()]
            vars(manager_of(thread)).setdefault("numscope_threads", set()).add(thread)
            original(thread)

        return syncthreads

    def _around_block(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def run(manager: Any, grid_point: Any, *arguments: Any) -> None:
            original(manager, grid_point, *arguments)
            self._check_barriers(manager, tuple(grid_point))
            with self._lock:
                # Shared memory of one block is not that of the next; here it has the same addresses.
                for start, end in self._shared:
                    for cell in [cell for cell in self._accesses if start <= cell < end]:
                        del self._accesses[cell]

        return run

    def _around_kernel(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def call(kernel: Any, *arguments: Any) -> Any:
            self._accesses.clear()
            return original(kernel, *arguments)

        return call

    def _note(self, array: Any, index: Any, write: bool) -> None:
        """Check one access of a kernel; the host's own accesses are none of ours."""
        thread: Any = threading.current_thread()
        if not hasattr(thread, "threadIdx") or isinstance(index, str):
            return
        plain = plain_array(array)
        file, line, name = _user_place(array)
        block, own = _dims(thread.blockIdx), _dims(thread.threadIdx)
        numbers = index if isinstance(index, tuple) else (index,)
        for axis, (number, size) in enumerate(zip(numbers, plain.shape, strict=False)):
            if isinstance(number, (int, np.integer)) and not 0 <= number < size:
                along = f" along axis {axis}" if plain.ndim > 1 else ""
                sentence = f"index {number} is outside `{name}`, which has {size} items{along}"
                self._add(KernelFinding("out-of-bounds", file, line, block, own, sentence))
                return
        try:
            cells = _addresses(plain)[index]
        except (IndexError, TypeError):
            return
        access = Access(
            block, own, line, len(getattr(thread, "numscope_barriers", ())), write,
            getattr(thread, "numscope_atomic", False),
        )  # fmt: skip
        with self._lock:
            for cell in np.asarray(cells).ravel().tolist():
                self._race(cell, access, file, name)

    def _race(self, cell: int, access: Access, file: str, name: str) -> None:
        earlier = self._accesses.setdefault(cell, [])
        for other in earlier:
            same = (other.block, other.thread) == (access.block, access.thread)
            ordered = other.block == access.block and other.epoch != access.epoch
            harmless = not (other.write or access.write) or (other.atomic and access.atomic)
            if same or ordered or harmless:
                continue
            key = (name, *sorted((other.line, access.line)))
            if key not in self._racy:
                self._racy.add(key)  # type: ignore[arg-type]
                what = "both write" if other.write and access.write else "one writes and another reads"
                sentence = (
                    f"threads {other.thread} (line {other.line}) and {access.thread} of block {access.block}: {what} "
                    f"the same element of `{name}` with no barrier between"
                )
                self.findings.append(
                    KernelFinding("race", file, access.line, access.block, access.thread, sentence)
                )
            return
        if len(earlier) < 8:
            earlier.append(access)

    def _check_barriers(self, manager: Any, block: tuple[int, ...]) -> None:
        threads: set[Any] = getattr(manager, "numscope_threads", set())
        total = int(np.prod(block_dim(manager)))
        if not threads:
            return
        counts = {len(thread.numscope_barriers) for thread in threads} | (
            {0} if len(threads) < total else set()
        )
        lines = {tuple(thread.numscope_barriers) for thread in threads}
        if len(counts) == 1 and len(lines) == 1:
            return
        most = max(threads, key=lambda thread: len(thread.numscope_barriers))
        code = getattr(kernel_function(manager), "__code__", None)
        file = code.co_filename if code is not None else "?"
        sentence = (
            f"not every thread of the block meets the same barriers: this one meets {len(most.numscope_barriers)}, "
            f"another {min(counts)}; on a GPU the block would hang or go on with wrong data"
        )
        line = most.numscope_barriers[-1]
        self._add(KernelFinding("divergent-barrier", file, line, block, _dims(most.threadIdx), sentence))

    def _add(self, finding: KernelFinding) -> None:
        with self._lock:
            known = {(f.kind, f.file, f.line, f.sentence.partition(" is ")[2]) for f in self.findings}
            if (finding.kind, finding.file, finding.line, finding.sentence.partition(" is ")[2]) not in known:
                self.findings.append(finding)


def _dims(dim: Any) -> tuple[int, int, int]:
    return (int(dim.x), int(dim.y), int(dim.z))


def _user_frame() -> Any:
    frame: Any = sys._getframe(2)
    while frame is not None and not is_user_file(frame.f_code.co_filename):
        frame = frame.f_back
    return frame


def _user_line() -> int:
    frame = _user_frame()
    return frame.f_lineno if frame is not None else 0


def _user_place(array: Any) -> tuple[str, int, str]:
    """The kernel's file and line, and the name it gives to `array`."""
    frame = _user_frame()
    if frame is None:
        return "?", 0, "an array"
    for name, value in frame.f_locals.items():
        if value is array or getattr(value, "__dict__", {}).get("_item") is array:
            return frame.f_code.co_filename, frame.f_lineno, name
    return frame.f_code.co_filename, frame.f_lineno, "an array"


def _addresses(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The memory address of every element, in the array's shape; memory is what threads share."""
    result = np.full(array.shape, array.__array_interface__["data"][0], dtype=np.int64)
    for axis, (size, stride) in enumerate(zip(array.shape, array.strides, strict=True)):
        offsets = np.arange(size, dtype=np.int64) * stride
        result += offsets.reshape([-1 if other == axis else 1 for other in range(array.ndim)])
    return result
