"""Element types as a trace describes them, made into NumPy's own, without running anything of the trace."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

_MAX_TEXT = 1 << 16


def parse_dtype(description: str) -> np.dtype[Any]:
    """The dtype that `description`, as in a .npy header, stands for. Raises ValueError if it stands for none.

    Object dtypes are made too; their bytes are never read.
    """
    if len(description) > _MAX_TEXT:
        raise ValueError("the dtype's description is too long")
    text = description.strip()
    try:
        if text.startswith(("[", "(", "{", "'", '"')):
            return np.lib.format.descr_to_dtype(ast.literal_eval(text))
        return np.dtype(text)
    except (TypeError, SyntaxError, RecursionError, MemoryError, KeyError, IndexError) as error:
        raise ValueError(f"{text[:80]!r} is no dtype: {error}") from None


def dtype_name(description: str | None) -> str:
    """The dtype's short name as people write it: `float64`, `>f8`, `datetime64[D]`, or the description itself."""
    if description is None:
        return "?"
    try:
        dtype = parse_dtype(description)
    except ValueError:
        return description.strip("'\"")  # a library's own element type, such as bfloat16, by its name
    if dtype.names is not None:
        return description
    return str(dtype) if dtype.isnative else dtype.str
