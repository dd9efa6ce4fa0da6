"""How values lie in memory: items of lists, sets and dicts, and fields of jitclass instances.

The compiler's own data models give sizes and offsets; gdb's Python reads by them and knows no type of its own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from numscope.probes.numba.adapter.compiler import as_dtype, core, cpu_target, numba_types

_DEEPEST = 4


def can_be_read(type_: Any, depth: int = 0) -> bool:
    """Whether every part of a value of this type can be shown."""
    types = numba_types()
    type_ = types.unliteral(type_)
    if depth > _DEEPEST:
        return False
    if isinstance(type_, (types.Array, types.Record)):
        return dtype_of(getattr(type_, "dtype", type_)) is not None
    if isinstance(type_, (types.NoneType, types.UnicodeType)) or dtype_of(type_) is not None:
        return True
    parts = _parts(type_)
    return parts is not None and all(can_be_read(part, depth + 1) for part in parts)


def _parts(type_: Any) -> list[Any] | None:
    types = numba_types()
    if isinstance(type_, types.BaseTuple):
        return list(type_)
    if isinstance(type_, types.Optional):
        return [type_.type]
    if isinstance(type_, (types.List, types.Set, types.ListType)):
        return [type_.dtype]
    if isinstance(type_, types.DictType):
        return [type_.key_type, type_.value_type]
    if isinstance(type_, types.ClassInstanceType):
        return list(type_.struct.values())
    return None


def stored_in_memory(type_: Any) -> dict[str, Any]:
    """The tree of a type that `can_be_read`, with sizes and offsets: what stands at an address is one such value."""
    types = numba_types()
    type_ = types.unliteral(type_)
    data = _data_type(type_)
    known = {"kind": "stored", "type": str(type_), "size": _size(data)}
    dtype = dtype_of(type_)
    if isinstance(type_, types.NoneType):
        return {**known, "what": "none"}
    if isinstance(type_, types.UnicodeType):
        return {**known, "what": "str", "type": "str"}
    if isinstance(type_, types.Array):
        return {**known, "what": "array", "dtype": dtype_of(type_.dtype), "dimensions": type_.ndim}
    if isinstance(type_, types.Record):
        return {**known, "what": "record", "dtype": dtype}
    if dtype is not None:
        return {**known, "what": "scalar", "dtype": dtype}
    if isinstance(type_, types.BaseTuple):
        return {
            **known,
            "what": "tuple",
            "items": [stored_in_memory(item) for item in type_],
            "offsets": _offsets(data, len(type_)),
            "fields": list(getattr(type_, "fields", ())) or None,
            "class": getattr(getattr(type_, "instance_class", None), "__name__", None),
        }
    if isinstance(type_, types.Optional):
        return {**known, "what": "optional", "of": stored_in_memory(type_.type), "offsets": _offsets(data, 2)}
    return {**known, **_container(type_)}


def _container(type_: Any) -> dict[str, Any]:
    types = numba_types()
    if isinstance(type_, types.List):
        payload = _data_type(types.ListPayload(type_))
        return {"what": "list", "item": stored_in_memory(type_.dtype), "offset": _offsets(payload, 4)[3]}
    if isinstance(type_, types.Set):
        entry, payload = _data_type(types.SetEntry(type_)), _data_type(types.SetPayload(type_))
        return {
            "what": "set",
            "item": stored_in_memory(type_.dtype),
            "entry_size": _size(entry),
            "key_offset": _offsets(entry, 2)[1],
            "offset": _offsets(payload, 6)[5],
        }
    if isinstance(type_, types.ListType):
        return {"what": "typed_list", "item": stored_in_memory(type_.dtype)}
    if isinstance(type_, types.DictType):
        return {
            "what": "typed_dict",
            "key": stored_in_memory(type_.key_type),
            "value": stored_in_memory(type_.value_type),
        }
    data = _data_type(types.ClassDataType(type_))
    return {
        "what": "instance",
        "class": type_.class_type.class_name,
        "names": list(type_.struct),
        "items": [stored_in_memory(field) for field in type_.struct.values()],
        "offsets": _offsets(data, len(type_.struct)),
    }


def dtype_of(type_: Any) -> Any:
    """NumPy's description of a scalar type (`<f8`, or a list of fields), or None."""
    numba_errors = core("errors")

    try:
        dtype = as_dtype(type_)
    except (numba_errors.NumbaError, NotImplementedError, TypeError):
        return None
    return {"descr": np.lib.format.dtype_to_descr(dtype), "size": dtype.itemsize}


def _context() -> Any:
    return cpu_target().target_context


def _data_type(type_: Any) -> Any:
    return _context().get_data_type(type_)


def _size(data: Any) -> int:
    return int(_context().get_abi_sizeof(data))


def _offsets(data: Any, count: int) -> list[int]:
    """Where each member of a struct, or each item of a homogeneous tuple, begins."""
    target = _context().target_data
    if hasattr(data, "elements") and hasattr(data, "get_element_offset"):
        elements = getattr(data, "count", None)
        if elements is None:
            return [int(data.get_element_offset(target, index)) for index in range(count)]
        size = int(data.element.get_abi_size(target))
        return [size * index for index in range(count)]
    element = getattr(data, "element", None)
    size = int(element.get_abi_size(target)) if element is not None else 0
    return [size * index for index in range(count)]
