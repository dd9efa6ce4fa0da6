"""Read a value at an address, by the sizes and offsets that the compiler has written down (`memory_layouts`)."""

from __future__ import annotations

import struct
from typing import Any

from numscope.compiled.numba.debugger.in_gdb.memory import array_at, at, memory

MOST_ITEMS = 1000
_STRING_KINDS = {1: "latin-1", 2: "utf-16-le", 4: "utf-32-le"}
# The data of a MemInfo stands behind its reference count, destructor and the destructor's data.
_MEMINFO_DATA = 24
_DELETED = -2


def describe_at(address: int, tree: dict[str, Any]) -> dict[str, Any]:
    """The description of the value at `address`; raises what reading memory raises."""
    return {"type": tree["type"], **_READERS[tree["what"]](address, tree)}


def _word(address: int) -> int:
    return int(struct.unpack("<q", memory(address, 8))[0])


def _pointer(address: int) -> int:
    return int(struct.unpack("<Q", memory(address, 8))[0])


def _none(address: int, tree: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "none"}


def _scalar(address: int, tree: dict[str, Any]) -> dict[str, Any]:
    return {"kind": tree["what"], "dtype": tree["dtype"], "raw": at(address, tree["dtype"]["size"])}


def _string(address: int, tree: dict[str, Any]) -> dict[str, Any]:
    length = _word(address + 8)
    (kind,) = struct.unpack("<i", memory(address + 16, 4))
    raw = memory(_pointer(address), length * kind)
    return {"kind": "str", "text": raw.decode(_STRING_KINDS[kind] if raw else "ascii")}


def _array(address: int, tree: dict[str, Any]) -> dict[str, Any]:
    # meminfo, parent, nitems, itemsize, data, shape, strides
    count = tree["dimensions"]
    itemsize, data = _word(address + 24), _pointer(address + 32)
    numbers = struct.unpack(f"<{2 * count}q", memory(address + 40, 16 * count))
    return array_at(data, itemsize, list(numbers[:count]), list(numbers[count:]), tree["dtype"])


def _tuple(address: int, tree: dict[str, Any]) -> dict[str, Any]:
    items = [
        describe_at(address + offset, item)
        for offset, item in zip(tree["offsets"], tree["items"], strict=True)
    ]
    return {"kind": "tuple", "items": items, "fields": tree["fields"], "class": tree["class"]}


def _optional(address: int, tree: dict[str, Any]) -> dict[str, Any]:
    value, valid = tree["offsets"]
    if not memory(address + valid, 1)[0] & 1:
        return {"kind": "none"}
    return describe_at(address + value, tree["of"])


def _too_many(count: int) -> dict[str, Any]:
    return {"kind": "opaque", "why": f"of {count} items none is shown; at most {MOST_ITEMS} are"}


def _items(first: int, count: int, size: int, tree: dict[str, Any]) -> dict[str, Any]:
    if not 0 <= count <= MOST_ITEMS:
        return _too_many(count)
    return {"kind": "items", "items": [describe_at(first + size * i, tree) for i in range(count)]}


def _list(address: int, tree: dict[str, Any]) -> dict[str, Any]:
    payload = _pointer(_pointer(address) + _MEMINFO_DATA)
    item = tree["item"]
    return _items(payload + tree["offset"], _word(payload), item["size"], item)


def _typed_list(address: int, tree: dict[str, Any]) -> dict[str, Any]:
    # size, item_size, allocated, is_mutable, two methods, items
    held = _pointer(address + 8)
    return _items(_pointer(held + 48), _word(held), _word(held + 8), tree["item"])


def _set(address: int, tree: dict[str, Any]) -> dict[str, Any]:
    # fill, used, mask, finger, dirty, entries: hash and key each; the two highest hashes mean empty and deleted
    payload = _pointer(_pointer(address) + _MEMINFO_DATA)
    used, mask = _word(payload + 8), _word(payload + 16)
    if not 0 <= used <= MOST_ITEMS:
        return _too_many(used)
    entries = [payload + tree["offset"] + tree["entry_size"] * i for i in range(mask + 1)]
    keys = [entry + tree["key_offset"] for entry in entries if _word(entry) not in (-1, _DELETED)]
    return {"kind": "set", "items": [describe_at(key, tree["item"]) for key in keys]}


def _typed_dict(address: int, tree: dict[str, Any]) -> dict[str, Any]:
    # NB_Dict: used, keys. NB_DictKeys: size, usable, nentries, key_size, val_size, entry_size, entry_offset, five
    # methods, indices. An entry: hash (-1: deleted), key, value from the next multiple of 8 on.
    held = _pointer(address + 8)
    used, keys = _word(held), _pointer(held + 8)
    if not 0 <= used <= MOST_ITEMS:
        return _too_many(used)
    count, key_size, entry_size, offset = (_word(keys + 8 * place) for place in (2, 3, 5, 6))
    first = keys + 96 + offset
    entries = [first + entry_size * i for i in range(count)]
    found = [entry + 8 for entry in entries if _word(entry) != -1]
    value_offset = (key_size + 7) & ~7
    return {
        "kind": "dict",
        "keys": [describe_at(key, tree["key"]) for key in found],
        "values": [describe_at(key + value_offset, tree["value"]) for key in found],
    }


def _instance(address: int, tree: dict[str, Any]) -> dict[str, Any]:
    data = _pointer(address + 8)
    fields = [
        describe_at(data + offset, field)
        for offset, field in zip(tree["offsets"], tree["items"], strict=True)
    ]
    return {"kind": "instance", "class": tree["class"], "names": tree["names"], "items": fields}


_READERS = {
    "none": _none,
    "scalar": _scalar,
    "record": _scalar,
    "str": _string,
    "array": _array,
    "tuple": _tuple,
    "optional": _optional,
    "list": _list,
    "typed_list": _typed_list,
    "set": _set,
    "typed_dict": _typed_dict,
    "instance": _instance,
}
