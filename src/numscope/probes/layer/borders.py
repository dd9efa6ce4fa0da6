"""The methods by which a library's objects are handed to another library."""

from __future__ import annotations

# NumPy's own, the array API's, and those of Arrow's PyCapsule interface.
BORDER_METHODS = frozenset(
    ("__array__", "__dlpack__", "__arrow_c_array__", "__arrow_c_stream__", "__arrow_c_device_array__")
)
