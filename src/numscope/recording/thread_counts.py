"""How many threads OpenBLAS, GNU's OpenMP and libraries with threads of their own use here: read and set the numbers.

How many threads share a sum decides in which order it is added up, and so its last bits. This module imports the
standard library only and nothing of numscope: a replay loads it in other environments too.

Which functions of a library read and set its number is said by its probe (`thread_functions`) and given to these
functions as `own`, by the name of the library.

MKL and the OpenMP of Intel and LLVM are not asked: the question would start them, and a process in which two of these
OpenMP libraries start is ended by the second. A library that has MKL inside may compute with fewer than it was set to.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from types import MappingProxyType, ModuleType
from typing import NamedTuple

Own = Mapping[str, tuple[str, str]]
_NONE: Own = MappingProxyType({})
# Shared libraries as the kernel names them. Where it does not (macOS), no number is known.
_LIBRARY = re.compile(r" (/[^\n]*/lib[^/\n]*(?:openblas|gomp)[^/\n]*)$", re.MULTILINE)
_open = open  # the program may replace it
_OPENMP = ("omp_get_max_threads", "omp_set_num_threads")
# Builds of OpenBLAS name their functions otherwise: scipy_openblas_get_num_threads64_ is that in NumPy's wheels.
_OPENBLAS = tuple(
    tuple(f"{prefix}openblas_{verb}_num_threads{suffix}" for verb in ("get", "set"))
    for prefix in ("", "scipy_")
    for suffix in ("", "64_", "_64")
)


class _Pool(NamedTuple):
    """The threads of one library. name: its file's, without what differs from build to build."""

    name: str
    get: Callable[[], int]
    set: Callable[[int], None]


def thread_counts(own: Own = _NONE) -> dict[str, int]:
    """Return how many threads each library uses, by name; those that this process has not loaded are left out."""
    counts: dict[str, int] = {}
    for pool in _pools(len(sys.modules)):
        counts[pool.name] = max(counts.get(pool.name, 0), pool.get())
    counts.update({pool.name: pool.get() for pool in _own_pools(own)})
    return counts


def set_thread_counts(counts: Mapping[str, int], own: Own = _NONE) -> bool:
    """Set the numbers of threads; return whether all libraries here compute with as many as `counts` says.

    A library that `counts` does not name takes the number of another of its kind.
    """
    pools = _pools(len(sys.modules))
    settled = bool(pools) or not any(_is_blas(name) for name in counts)
    for pool in pools:
        kind = _is_blas(pool.name)
        others = [count for name, count in counts.items() if name not in own and _is_blas(name) == kind]
        count = counts.get(pool.name, max(others, default=0))
        if count > 0:
            pool.set(count)
        settled = settled and pool.get() == count
    for pool in _own_pools(own):
        count = counts.get(pool.name, 0)
        if count > 0:
            pool.set(count)
        # With fewer cores than threads, MKL inside of the library takes fewer.
        settled = settled and 0 < count <= processors()
    return settled


def processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def with_thread_counts(counts: Mapping[str, int], own: Own = _NONE) -> Iterator[bool]:
    """Set the numbers of threads for as long as the block lasts; its value is whether all could be set."""
    before = thread_counts(own)
    try:
        yield set_thread_counts(counts, own)
    finally:
        set_thread_counts(before, own)


def _is_blas(name: str) -> bool:
    return "openblas" in name


def _own_pools(own: Own) -> Iterator[_Pool]:
    """Yield the threads of the libraries of `own` that this process has imported whole."""
    for library, functions in own.items():
        module = sys.modules.get(library)
        # In its dictionary: asking a module that loads lazily for an attribute would load it.
        if isinstance(module, ModuleType) and vars(module).keys() >= set(functions):
            get, set_ = (vars(module)[name] for name in functions)
            yield _Pool(library, get, set_)


@lru_cache(maxsize=1)
def _pools(modules: int) -> list[_Pool]:
    """Return the pools of the libraries that are loaded; `modules` is how many modules are, which load more of them."""
    try:
        with _open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as maps:
            paths = sorted(set(_LIBRARY.findall(maps.read())))
    except OSError:
        return []
    found = [_pool(path) for path in paths]
    return [pool for pool in found if pool is not None]


def _pool(path: str) -> _Pool | None:
    import ctypes  # NumPy has imported it

    try:
        # It is loaded, and is not loaded once more where its file is another one by now.
        library = ctypes.CDLL(path, mode=os.RTLD_NOLOAD | os.RTLD_LOCAL)
    except OSError:
        return None
    name = re.split(r"[-.]", os.path.basename(path))[0]
    for getter, setter in _OPENBLAS if _is_blas(name) else (_OPENMP,):
        if hasattr(library, getter) and hasattr(library, setter):
            set_count = getattr(library, setter)
            set_count.restype = None
            return _Pool(name, getattr(library, getter), set_count)
    return None
