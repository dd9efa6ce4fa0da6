"""Read a variable of a compiled function out of the stopped process, as a description of plain JSON values.

The compiler has written down the Numba type of every variable (`type_trees`), so the layout of each is known.
What is not known is described as opaque, never guessed.
"""

from __future__ import annotations

import struct
from typing import Any

import gdb

from numscope.compiled.numba.debugger.in_gdb.memory import LARGEST_READ, array_at, at, memory
from numscope.compiled.numba.debugger.in_gdb.stored import describe_at

_STRING_KINDS = {1: "latin-1", 2: "utf-16-le", 4: "utf-32-le"}


def describe(value: Any, tree: dict[str, Any]) -> dict[str, Any]:
    """The description of one variable of the type `tree`; its `kind` says how to read the rest."""
    try:
        if value.is_optimized_out:
            return {"kind": "opaque", "type": tree["type"], "why": "optimised out"}
        description = _READERS[tree["kind"]](value, tree)
    except (gdb.error, struct.error, UnicodeDecodeError, OverflowError, ValueError) as error:
        description = {"kind": "opaque", "why": f"cannot be read: {error}"}
    return {"type": tree["type"], **description}


def _scalar(value: Any, tree: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "scalar", "dtype": tree["dtype"], "raw": at(int(value.address), tree["dtype"]["size"])}


def _record(value: Any, tree: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "record", "dtype": tree["dtype"], "raw": at(int(value), tree["dtype"]["size"])}


def _none(value: Any, tree: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "none"}


def _constant(value: Any, tree: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "constant", "text": tree["text"]}


def _literal(value: Any, tree: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "str", "text": tree["text"]}


def _opaque(value: Any, tree: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "opaque", "why": "values of this type are not shown"}


def _string(value: Any, tree: dict[str, Any]) -> dict[str, Any]:
    length, kind = int(value["length"]), int(value["kind"])
    raw = memory(int(value["data"]), length * kind)
    return {"kind": "str", "text": raw.decode(_STRING_KINDS[kind] if raw else "ascii")}


def _array(value: Any, tree: dict[str, Any]) -> dict[str, Any]:
    """The bytes an array spans, with shape and strides; a huge one is cut along its first dimension."""
    shape, strides = _integers(value["shape"]), _integers(value["strides"])
    item, data = int(value["itemsize"]), int(value["data"])
    return array_at(data, item, shape, strides, tree["dtype"])


def _tuple(value: Any, tree: dict[str, Any]) -> dict[str, Any]:
    type_ = value.type.strip_typedefs()
    if type_.code == gdb.TYPE_CODE_ARRAY:
        low, _ = type_.range()
        members = [value[low + index] for index in range(len(tree["items"]))]
    elif tree["items"]:
        members = [value[field.name] for field in type_.fields()]
    else:
        members = []
    items = [describe(member, item) for member, item in zip(members, tree["items"], strict=True)]
    return {"kind": "tuple", "items": items, "fields": tree["fields"], "class": tree["class"]}


def _optional(value: Any, tree: dict[str, Any]) -> dict[str, Any]:
    if not memory(int(value["valid"].address), 1)[0] & 1:
        return {"kind": "none"}
    return describe(value["data"], tree["of"])


def _list(value: Any, tree: dict[str, Any]) -> dict[str, Any]:
    # MemInfo: refct, dtor, dtor_info, data; the payload there: size, allocated, dirty (one word), then items.
    (payload,) = struct.unpack("<Q", memory(int(value["meminfo"]) + 24, 8))
    (count,) = struct.unpack("<q", memory(payload, 8))
    return _items(payload + 24, count, tree["item"])


def _typed_list(value: Any, tree: dict[str, Any]) -> dict[str, Any]:
    # The member is NB_List: size, item_size, allocated, is_mutable (a word), two methods, items.
    address = int(value["data"])
    (count,) = struct.unpack("<q", memory(address, 8))
    (items,) = struct.unpack("<Q", memory(address + 48, 8))
    return _items(items, count, tree["item"])


def _stored(value: Any, tree: dict[str, Any]) -> dict[str, Any]:
    # A record is a pointer to its memory; everything else lies where the variable does.
    return describe_at(int(value.address), tree)


def _items(address: int, count: int, item: dict[str, Any]) -> dict[str, Any]:
    shown = min(count, LARGEST_READ // item["dtype"]["size"])
    raw = at(address, shown * item["dtype"]["size"])
    return {"kind": "list", "item": item, "count": count, "raw": raw}


def _integers(array: Any) -> list[int]:
    if array.type.strip_typedefs().code != gdb.TYPE_CODE_ARRAY:
        return []
    low, high = array.type.range()
    # Strides may be negative, and Numba's debug information calls them unsigned.
    return [(int(array[index]) + 2**63) % 2**64 - 2**63 for index in range(low, high + 1)]


_READERS = {
    "scalar": _scalar,
    "record": _record,
    "none": _none,
    "constant": _constant,
    "literal": _literal,
    "opaque": _opaque,
    "str": _string,
    "array": _array,
    "tuple": _tuple,
    "optional": _optional,
    "list": _list,
    "typed_list": _typed_list,
    "stored": _stored,
}
