"""Arrow without libraries that it imports only because they are installed: pandas takes 0.4 s of CPU, NumPy 0.1."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


class Without:
    """A finder of modules that finds none of `names`."""

    def __init__(self, *names: str) -> None:
        self._names = names

    def find_spec(self, name: str, *_: object) -> None:
        """Raise ModuleNotFoundError for a module that is not to be found."""
        if name in self._names:
            raise ModuleNotFoundError(name=name)


# Arrow looks for them to make an array of a list.
WITHOUT_PANDAS = Without("pandas", "dateutil")


@contextmanager
def numpy_kept_out() -> Iterator[None]:
    """Import Arrow and what needs no NumPy arrays inside.

    Arrow can't exchange arrays with NumPy afterwards: only for a process that ends with this work.
    """
    finder = Without("numpy")
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


def keep_pandas_out() -> None:
    """Have Arrow look for pandas once and find none.

    Its `to_pandas` looks again and works. Arrays of the program's own data frames don't: only a process that reads
    traces and nothing else may call this.
    """
    import pyarrow as pa

    sys.meta_path.insert(0, WITHOUT_PANDAS)
    try:
        pa.array([])
    finally:
        sys.meta_path.remove(WITHOUT_PANDAS)
