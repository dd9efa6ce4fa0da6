"""PyTorch's tensors among the operands of other libraries' functions: elements where they lie in memory."""

from __future__ import annotations

import sys
from typing import Any

# NumPy's dtype, shape, address of the elements in C order (0: none), why they are not known.
Shown = tuple[Any, tuple[int, ...], int, str]
_dtypes: dict[Any, Any] = {}


def show_tensor(tensor: Any) -> Shown | str:
    """Return what is known of a tensor; nothing is computed and nothing is copied."""
    kind, shape = tensor.dtype, tuple(tensor.shape)
    dtype = _dtypes.get(kind) or _numpy_dtype(kind)
    if dtype is None:
        return f"{kind}{list(shape)}"
    reason = _out_of_reach(tensor)
    return dtype, shape, 0 if reason else tensor.data_ptr(), reason


def _out_of_reach(tensor: Any) -> str:
    if tensor.device.type != "cpu":
        return f"on {tensor.device}"
    if type(tensor).__name__ == "FakeTensor" or sys.modules["torch"].compiler.is_compiling():
        return "traced"
    return "" if tensor.is_contiguous() and not tensor.is_conj() else "not in C order"


def _numpy_dtype(kind: Any) -> Any:
    """Return NumPy's dtype of a type of elements, or that of ml_dtypes; None: there is none."""
    import numpy as np

    name = str(kind).removeprefix("torch.")
    try:
        _dtypes[kind] = np.dtype(name)
    except TypeError:
        extension = getattr(sys.modules.get("ml_dtypes"), name, None)
        if extension is None:
            return None
        _dtypes[kind] = np.dtype(extension)
    return _dtypes[kind]
