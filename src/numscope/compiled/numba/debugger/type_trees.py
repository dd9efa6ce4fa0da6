"""Numba's types as plain JSON values, so that gdb's Python, which has neither Numba nor NumPy, can read memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from numscope.compiled.numba.seams import numba_types


def tree(type_: Any) -> dict[str, Any]:
    """What a value of a Numba type is made of; `opaque` where its memory can't be shown as a Python value."""
    types = numba_types()

    if isinstance(type_, types.StringLiteral):
        return {"kind": "literal", "type": "str", "text": type_.literal_value}
    type_ = types.unliteral(type_)
    name = str(type_)
    dtype = _dtype(type_)
    if isinstance(type_, types.NoneType):
        return {"kind": "none", "type": "none"}
    if isinstance(type_, types.UnicodeType):
        return {"kind": "str", "type": "str"}
    if isinstance(type_, types.Record):
        return {"kind": "record", "type": "record", "dtype": dtype}
    if isinstance(type_, types.Array):
        item = _dtype(type_.dtype)
        return {"kind": "array" if item else "opaque", "type": name, "dtype": item}
    if dtype is not None:
        return {"kind": "scalar", "type": name, "dtype": dtype}
    if isinstance(type_, types.BaseTuple):
        return {
            "kind": "tuple",
            "type": name,
            "items": [tree(item) for item in type_],
            "fields": list(getattr(type_, "fields", ())) or None,
            "class": getattr(getattr(type_, "instance_class", None), "__name__", None),
        }
    if isinstance(type_, types.Optional):
        return {"kind": "optional", "type": name, "of": tree(type_.type)}
    if isinstance(type_, types.Omitted):
        return {"kind": "constant", "type": name, "text": repr(type_.value)}
    if isinstance(type_, (types.List, types.ListType)):
        item = tree(type_.dtype)
        kind = "list" if isinstance(type_, types.List) else "typed_list"
        return {"kind": kind if item["kind"] == "scalar" else "opaque", "type": name, "item": item}
    return {"kind": "opaque", "type": name}


def _dtype(type_: Any) -> Any:
    """NumPy's description of a scalar type (`<f8`, or a list of fields), or None."""
    from numba.core.errors import NumbaError
    from numba.np.numpy_support import as_dtype

    try:
        dtype = as_dtype(type_)
    except (NumbaError, NotImplementedError, TypeError):
        return None
    return {"descr": np.lib.format.dtype_to_descr(dtype), "size": dtype.itemsize}
