"""Packages that a command needs and that numscope may be installed without."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from numscope.errors import UsageError

# What reads traces; a recording needs none of it.
READING = ("pyarrow", "duckdb", "rich")
_EXTRAS = {"textual": "live", "matplotlib": "plot", "IPython": "notebook"}


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """Import inside what `numscope[extra]` installs. Raises UsageError if a module of it is not there."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise UsageError(f"{error.name} is not installed: pip install 'numscope[{extra}]'") from None


@contextmanager
def whole_installation() -> Iterator[None]:
    """Run a command inside. Raises UsageError if it needs a package that a small installation leaves out."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in READING:
            raise UsageError(
                f"this command needs {package}, and this installation only records: pip install 'numscope[ask]', "
                "or run the command where that is installed."
            ) from None
        if package in _EXTRAS:
            raise UsageError(
                f"{package} is not installed: pip install 'numscope[{_EXTRAS[package]}]'"
            ) from None
        raise


def can_read() -> bool:
    """Return whether what reads traces is installed."""
    return all(find_spec(package) is not None for package in READING)
