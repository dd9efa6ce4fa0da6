"""What is recorded of TensorFlow's tensors and variables: elements where they lie in this machine's memory."""

from __future__ import annotations

import sys
from typing import Any

from numscope.probes.tensorflow.adapter import memory_of, read, without_gradient

# NumPy's dtype, shape, address of the elements in C order (0: none), why they are not known.
Shown = tuple[Any, tuple[int, ...], int, str]


def show_tensor(tensor: Any) -> Shown | str:
    """Return what is known of a tensor; of a symbolic one, which has no elements, dtype and shape as a text."""
    if not hasattr(tensor, "_numpy_internal"):
        return f"traced {_text(tensor)}"
    dtype = tensor.dtype
    if not dtype.is_numpy_compatible or dtype.as_numpy_dtype is object:
        return _text(tensor)
    array_dtype = _numpy().dtype(dtype.as_numpy_dtype)
    shape = tuple(tensor.shape)
    if "CPU" not in tensor.backing_device:
        return array_dtype, shape, 0, f"on {tensor.backing_device.rpartition('device:')[2]}"
    return array_dtype, shape, memory_of(tensor), ""


def show_variable(variable: Any) -> Shown | str:
    """Return what is known of a variable; its elements are read where the program computes eagerly."""
    tensorflow = sys.modules["tensorflow"]
    if not tensorflow.executing_eagerly() or not variable.dtype.is_numpy_compatible:
        return f"variable {_text(variable)}"
    with without_gradient():
        return show_tensor(read(variable))


def _text(tensor: Any) -> str:
    rank = tensor.shape.rank
    sizes = "?" if rank is None else ",".join("None" if size is None else str(size) for size in tensor.shape)
    return f"{tensor.dtype.name}[{sizes}]"


def _numpy() -> Any:
    return sys.modules["numpy"]
