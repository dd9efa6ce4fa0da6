"""Arrow without pandas, which it imports where that is installed to make an array of a list: 0.4 s of CPU."""

from __future__ import annotations

import sys


class WithoutPandas:
    """A finder of modules that finds no pandas."""

    @staticmethod
    def find_spec(name: str, *_: object) -> None:
        """Raise ModuleNotFoundError for pandas."""
        if name == "pandas":
            raise ModuleNotFoundError(name="pandas")


def keep_pandas_out() -> None:
    """Have Arrow look for pandas once and find none.

    Its `to_pandas` looks again and works. Arrays of the program's own data frames don't: only a process that reads
    traces and nothing else may call this.
    """
    import pyarrow as pa

    sys.meta_path.insert(0, WithoutPandas)
    try:
        pa.array([])
    finally:
        sys.meta_path.remove(WithoutPandas)
