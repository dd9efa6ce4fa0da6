"""Numba's types as plain JSON values, so that gdb's Python, which has neither Numba nor NumPy, can read memory."""

from __future__ import annotations

from typing import Any

from numscope.compiled.numba.debugger.memory_layouts import can_be_read, dtype_of, stored_in_memory
from numscope.probes.numba.adapter.compiler import numba_types


def tree(type_: Any) -> dict[str, Any]:
    """What a value of a Numba type is made of; `opaque` where its memory can't be shown as a Python value."""
    types = numba_types()

    if isinstance(type_, types.StringLiteral):
        return {"kind": "literal", "type": "str", "text": type_.literal_value}
    if isinstance(type_, types.BaseTuple):
        return {
            "kind": "tuple",
            "type": str(types.unliteral(type_)),
            "items": [tree(item) for item in type_],
            "fields": list(getattr(type_, "fields", ())) or None,
            "class": getattr(getattr(type_, "instance_class", None), "__name__", None),
        }
    type_ = types.unliteral(type_)
    name = str(type_)
    dtype = dtype_of(type_)
    if isinstance(type_, types.NoneType):
        return {"kind": "none", "type": "none"}
    if isinstance(type_, types.UnicodeType):
        return {"kind": "str", "type": "str"}
    if isinstance(type_, types.Record):
        return {"kind": "record", "type": "record", "dtype": dtype}
    if isinstance(type_, types.Array):
        item = dtype_of(type_.dtype)
        return {"kind": "array" if item else "opaque", "type": name, "dtype": item}
    if dtype is not None:
        return {"kind": "scalar", "type": name, "dtype": dtype}
    if isinstance(type_, types.Optional):
        return {"kind": "optional", "type": name, "of": tree(type_.type)}
    if isinstance(type_, types.Omitted):
        return {"kind": "constant", "type": name, "text": repr(type_.value)}
    if isinstance(type_, (types.List, types.ListType)):
        item = tree(type_.dtype)
        kind = "list" if isinstance(type_, types.List) else "typed_list"
        if item["kind"] == "scalar":
            return {"kind": kind, "type": name, "item": item}
        return stored_in_memory(type_) if can_be_read(type_) else {"kind": "opaque", "type": name}
    if can_be_read(type_):
        return stored_in_memory(type_)
    return {"kind": "opaque", "type": name}
