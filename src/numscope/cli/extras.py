"""Packages that a command needs and that numscope is installed without."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from numscope.errors import UsageError


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """Import inside what `numscope[extra]` installs. Raises UsageError if a module of it is not there."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise UsageError(f"{error.name} is not installed: pip install 'numscope[{extra}]'") from None
