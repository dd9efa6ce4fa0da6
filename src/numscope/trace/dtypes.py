"""Element types as a trace describes them, made into NumPy's own, without running anything of the trace."""

from __future__ import annotations

import ast
import sys
from typing import TYPE_CHECKING, Any

# NumPy is loaded for what its own names of numbers don't answer: what seals a trace needs no more of it.
if TYPE_CHECKING:
    import numpy as np

_MAX_TEXT = 1 << 16
_WORDS = {"f": "float", "c": "complex", "i": "int", "u": "uint"}
_NUMBERS = {
    f"{kind}{size}": f"{_WORDS[kind]}{size * 8}"
    for kind, sizes in {"f": (2, 4, 8), "c": (8, 16), "i": (1, 2, 4, 8), "u": (1, 2, 4, 8)}.items()
    for size in sizes
}
_NATIVE = "<" if sys.byteorder == "little" else ">"
# By what NumPy writes for them in a .npy header.
_NAMES = {
    "|b1": "bool",
    **{f"{'|' if code[1:] == '1' else _NATIVE}{code}": name for code, name in _NUMBERS.items()},
}


def number_name(code: str) -> str:
    """Return NumPy's name of a type of numbers by its letter and its size in bytes: `f2` is float16; bool is itself."""
    return _NUMBERS.get(code, code)


def parse_dtype(description: str) -> np.dtype[Any]:
    """The dtype that `description`, as in a .npy header, stands for. Raises ValueError if it stands for none.

    Object dtypes are made too; their bytes are never read.
    """
    if len(description) > _MAX_TEXT:
        raise ValueError("the dtype's description is too long")
    import numpy as np

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
    if (known := _NAMES.get(description.strip("'\""))) is not None:
        return known
    try:
        dtype = parse_dtype(description)
    except ValueError:
        return description.strip("'\"")  # a library's own element type, such as bfloat16, by its name
    if dtype.names is not None:
        return description
    return str(dtype) if dtype.isnative else dtype.str
