"""What Numba's on-disk cache was asked for, and why it had nothing."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from numscope.compiled.numba.type_names import short
from numscope.probes.numba.adapter.compiler import cache_index, cached_function
from numscope.probes.numba.adapter.patches import Patches
from numscope.user_code import is_user_file


@dataclass(frozen=True)
class CacheCall:
    """One look into the cache: a hit, or a miss with its reason."""

    function: str
    signature: str
    hit: bool
    reason: str

    def __str__(self) -> str:
        return f"{'hit ' if self.hit else 'miss'} {self.function}({self.signature}): {self.reason}"


class CacheWatch:
    """Collects `calls` of the cache of user functions while entered."""

    def __init__(self) -> None:
        self.calls: list[CacheCall] = []
        self._patches = Patches()

    def __enter__(self) -> CacheWatch:
        self._patches.wrap("load_overload", self._around_load)
        return self

    def __exit__(self, *_: object) -> None:
        self._patches.undo()

    def _around_load(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def load_overload(cache: Any, signature: Any, target: Any) -> Any:
            function = cached_function(cache)
            # Asked before, for a miss makes Numba write a new index.
            reason = why_missed(cache)
            found = original(cache, signature, target)
            if is_user_file(function.__code__.co_filename):
                types = ", ".join(short(type_) for type_ in getattr(signature, "args", signature))
                said = f"loaded from {cache.cache_path}" if found is not None else reason
                self.calls.append(CacheCall(function.__name__, types, found is not None, said))
            return found

        return load_overload


def why_missed(cache: Any) -> str:
    """Why an entry of this function would not be found: no index, another Numba, a changed file, or new types."""
    index = cache_index(cache)
    if not os.path.exists(index.path):
        return "nothing of this function is cached yet"
    try:
        with open(index.path, "rb") as file:
            version = pickle.load(file)
            stamp, _ = pickle.loads(file.read())
    except (OSError, pickle.PickleError, EOFError, ValueError):
        return "the index of the cache cannot be read"
    if version != index.version:
        return f"it was written by Numba {version}"
    if stamp != index.stamp:
        return "the source file has changed since"
    return "these argument types, this processor or these closure values are not in the cache"
