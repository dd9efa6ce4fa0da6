"""Keep Numba's on-disk cache out of the way: what comes from it was compiled without us and has no types."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator

from numscope.probes.numba.adapter.compiler import core


@contextlib.contextmanager
def fresh_cache() -> Iterator[None]:
    """Make `cache=True` functions compile here, and leave the user's cache as it is."""
    config = core("config")

    before = config.CACHE_DIR
    with tempfile.TemporaryDirectory(prefix="numscope-numba-cache-") as folder:
        config.CACHE_DIR = folder
        try:
            yield
        finally:
            config.CACHE_DIR = before
