"""What arrays of the array API standard hold: where they lie in this machine's memory, their elements without a copy.

Of an array on a device its own namespace computes the statistics, in one batch that is brought here at once. Of an
array that is computed later nothing is computed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Described = tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]
# Of DLPack's types of devices: memory that the processor can read.
_HOST = (1, 3)
_STATISTICS = ("min", "max", "mean", "NaN")


def array(value: Any) -> Described:
    """Describe an array of the standard: shape, dtype and device, and its elements or their statistics."""
    facts, parts, fixed = without_statistics(value)
    return (facts, parts, fixed) if parts else ((*facts, *statistics(value)), (), ())


def without_statistics(value: Any) -> Described:
    """Describe an array of the standard by its facts, and by its elements if they are in this machine's memory."""
    facts = ("shape", str(tuple(value.shape)), "dtype", str(value.dtype), "device", str(value.device))
    is_here = value.__dlpack_device__()[0] in _HOST
    return facts, ("values", np.from_dlpack(value)) if is_here else (), ()


def blocks(value: Any) -> Described:
    """Describe an array of blocks: shape, dtype and blocks. Its elements are computed later, and not for this."""
    facts = ("shape", str(value.shape), "dtype", str(value.dtype), "chunks", str(value.chunksize))
    return (*facts, "computed", "later, by compute"), (), ()


def operator(value: Any) -> Described:
    """Describe an object that is called as a function by its name."""
    return ("name", str(value.__name__)), (), ()


def statistics(value: Any) -> tuple[Any, ...]:
    """Return minimum, maximum, mean and the number of NaN, by name, as the array's own namespace computes them.

    Minimum, maximum and mean are NaN where any element is, as the standard has them. Integers have no mean; other
    types than real numbers, and arrays without elements, have none of these.
    """
    space = value.__array_namespace__()
    if not value.size or not space.isdtype(value.dtype, ("integral", "real floating")):
        return ()
    if space.isdtype(value.dtype, "integral"):
        return ("min", int(space.min(value)), "max", int(space.max(value)))
    count = space.astype(space.sum(space.astype(space.isnan(value), space.int64)), value.dtype)
    batch = space.stack([space.min(value), space.max(value), space.mean(value), count])
    found = [float(one) for one in _brought_here(batch)]
    return tuple(part for name, one in zip(_STATISTICS, found, strict=True) for part in (name, one))


def _brought_here(batch: Any) -> Any:
    """Return the elements of a small array on a device: by one copy where the library can, else one by one."""
    try:
        return np.from_dlpack(batch, device="cpu", copy=True)
    except (TypeError, BufferError, RuntimeError, ValueError):
        return [batch[at] for at in range(batch.shape[0])]
