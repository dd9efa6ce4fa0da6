"""The native core of this interpreter, and the library it hashes with."""

from __future__ import annotations

import sys
from types import ModuleType

from numscope.errors import UsageError


def load_core() -> ModuleType:
    """Return the native core. Raises UsageError if there is none for this interpreter."""
    try:
        import numscope._core as _core
    except ImportError as error:
        raise UsageError(
            f"numscope's native core does not fit Python {sys.version.split()[0]} ({error})"
        ) from None
    if _core.__file__ is None:  # the folder of its sources, without a build for this interpreter beside it
        raise UsageError(f"numscope's native core is not built for Python {sys.version.split()[0]}")
    return _core


def hash_library() -> str:
    """Return the path of the shared library in which the core finds XXH3."""
    import xxhash._xxhash

    return str(xxhash._xxhash.__file__)
