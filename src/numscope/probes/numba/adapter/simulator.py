"""Numba's CUDA simulator: memory, threads and blocks of a kernel."""

from __future__ import annotations

import importlib
from typing import Any


def plain_array(array: Any) -> Any:
    """Return the NumPy array behind a device array."""
    return array._ary


def shared_memory(shared: Any) -> dict[Any, Any]:
    """Return the shared memory of a block by the place that asked for it."""
    found: dict[Any, Any] = shared._allocations
    return found


def in_kernel(memory: Any) -> Any:
    """Return a NumPy array as a kernel sees it."""
    devicearray = importlib.import_module("numba.cuda.simulator.cudadrv.devicearray")
    return devicearray.FakeWithinKernelCUDAArray(devicearray.FakeCUDAArray(memory))


def manager_of(thread: Any) -> Any:
    """Return what runs the block of a thread."""
    return thread._manager


def block_dim(manager: Any) -> Any:
    """Return the number of threads along each axis of a block."""
    return manager._block_dim


def kernel_function(manager: Any) -> Any:
    """Return the kernel that a block runs."""
    return manager._f
