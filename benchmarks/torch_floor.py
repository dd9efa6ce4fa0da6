"""The least that watching torch's operators can cost: a callback that does nothing, and one that copies bare facts."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

from benchmarks.torch_callback import load_callback

SOURCE = Path(__file__).with_name("torch_floor.cpp")


@functools.cache
def module() -> ModuleType:
    """Build and load it, with the flags of the recorder."""
    return load_callback(SOURCE)


@contextlib.contextmanager
def _called(facts: bool) -> Iterator[None]:
    module().start(facts)
    try:
        yield
    finally:
        module().stop()


WAYS: dict[str, Callable[[], contextlib.AbstractContextManager[None]]] = {
    "empty callback": lambda: _called(False),
    "callback, bare facts": lambda: _called(True),
}
