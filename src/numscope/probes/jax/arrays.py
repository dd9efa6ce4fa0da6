"""What is recorded of JAX's arrays: elements where they lie in this machine's memory, else shape and dtype."""

from __future__ import annotations

from typing import Any

# What the core is given: NumPy's dtype, shape, address of the elements in C order (0: none), why they are not known.
Shown = tuple[Any, tuple[int, ...], int, str]
# Kinds of dtype that the buffer protocol has: of these the core reads the elements itself.
_IN_BUFFERS = "biufc"
_OF_EXTENSION = ("bfloat16", "int2", "int4", "uint2", "uint4", "float8", "float4", "float6")


def show_array(array: Any) -> Shown | str:
    """Return what is known of an array, or of a random key, whose elements the buffer protocol does not give."""
    import numpy as np

    if not isinstance(array.dtype, np.dtype):
        return _show_key(array)
    reason = _out_of_reach(array)
    if reason:
        return array.dtype, tuple(array.shape), 0, reason
    return array.dtype, tuple(array.shape), array.unsafe_buffer_pointer(), _unreadable(array)


def show_tracer(tracer: Any) -> str:
    """Return type and shape of what stands for an array while a function is traced: it has no elements."""
    aval = tracer.aval
    return f"traced {aval.dtype}[{','.join(map(str, aval.shape))}]"


def _show_key(key: Any) -> Shown | str:
    # The numbers behind a key, which `jax.random.key_data` gives too, but only by a computation of its own.
    numbers = getattr(key, "_base_array", None)
    shown = None if numbers is None else show_array(numbers.block_until_ready())
    if not isinstance(shown, tuple) or not shown[2]:
        return f"{key.dtype}[{','.join(map(str, key.shape))}]"
    return shown[0], shown[1], shown[2], ""


def _out_of_reach(array: Any) -> str:
    if array.is_deleted():
        return "deleted or donated"
    devices = array.devices()
    if len(devices) > 1:
        return f"on {len(devices)} devices"
    device = next(iter(devices))
    return "" if device.platform == "cpu" else f"on {device}"


def _unreadable(array: Any) -> str:
    """Why the elements of an array of one processor's memory can't be read in C order; "": they can."""
    if array.dtype.kind in _IN_BUFFERS and not array.dtype.name.startswith(_OF_EXTENSION):
        return "not readable"  # or not asked for: the core has tried
    array.block_until_ready()
    layout = getattr(array, "format", None) or getattr(array, "layout", None)
    order = getattr(getattr(layout, "layout", layout), "major_to_minor", None)
    in_order = order is None or tuple(order) == tuple(range(array.ndim))
    return "" if in_order else "not in C order"
