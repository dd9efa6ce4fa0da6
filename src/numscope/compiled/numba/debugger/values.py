"""Descriptions of variables, as the driver reads them out of a stopped process, back into Python values."""

from __future__ import annotations

import base64
from collections import namedtuple
from typing import Any

import numpy as np

# Types whose values Python shows without naming NumPy.
_PLAIN = ("<i8", "<f8", "<c16", "|b1")


class Opaque:
    """A value that is not shown, and why: better nothing than something wrong."""

    def __init__(self, type_: str, why: str) -> None:
        self.type = type_
        self.why = why

    def __repr__(self) -> str:
        return f"<{self.type}: {self.why}>"


class Instance:
    """An object of a jitclass: its fields are attributes here too."""

    def __init__(self, class_name: str, fields: dict[str, Any]) -> None:
        self._class_name = class_name
        self.__dict__.update(fields)
        self._field_names = tuple(fields)

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._field_names)
        return f"{self._class_name}({fields})"


def fields(instance: Instance) -> dict[str, Any]:
    """Return the fields of an object of a jitclass."""
    return {
        name: value for name, value in vars(instance).items() if name not in ("_class_name", "_field_names")
    }


class Constant:
    """A default value that the compiled function took as a constant."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


def revive(description: dict[str, Any]) -> Any:
    """The Python or NumPy value a description stands for; an `Opaque` where it stands for none."""
    kind = description["kind"]
    if kind == "none":
        return None
    if kind == "str":
        return description["text"]
    if kind == "constant":
        return Constant(description["text"])
    if kind in ("scalar", "record"):
        return read_scalar(description["dtype"], _bytes(description))
    if kind == "array":
        return _array(description)
    if kind == "tuple":
        return _tuple(description)
    if kind == "list":
        size = description["item"]["dtype"]["size"]
        raw = _bytes(description)
        return [
            read_scalar(description["item"]["dtype"], raw[i : i + size]) for i in range(0, len(raw), size)
        ]
    if kind in _COLLECTIONS:
        return _COLLECTIONS[kind](description)
    return Opaque(description.get("type", "?"), description.get("why", "not shown"))


def shown(description: dict[str, Any], value: Any) -> str:
    """The value as Python would show it; of a huge array only a part was read, and that is said."""
    if description["kind"] == "array" and description["shown"] != description["shape"]:
        return f"{value!r} (first {description['shown'][0]} of {description['shape'][0]} along axis 0)"
    return repr(value)


def layout(description: dict[str, Any]) -> dict[str, Any]:
    """Return dtype, shape and strides in bytes of a described array, as JSON can hold them."""
    dtype = str(_dtype(description["dtype"]))
    return {"dtype": dtype, "shape": description["shape"], "strides": description["strides"]}


def _bytes(description: dict[str, Any]) -> bytes:
    return base64.b64decode(description["raw"])


def _dtype(spec: dict[str, Any]) -> np.dtype[Any]:
    descr = spec["descr"]
    # JSON has no tuples, and NumPy wants them.
    described: Any = descr if isinstance(descr, str) else _tuples(descr)
    return np.lib.format.descr_to_dtype(described)


def _tuples(descr: list[Any]) -> list[Any]:
    return [tuple(_tuples(part) if _is_fields(part) else _shape(part) for part in field) for field in descr]


def _is_fields(part: Any) -> bool:
    return isinstance(part, list) and bool(part) and isinstance(part[0], list)


def _shape(part: Any) -> Any:
    return tuple(part) if isinstance(part, list) else part


def read_scalar(spec: dict[str, Any], raw: bytes) -> Any:
    """Return the value of the bytes of one scalar; `spec` describes its dtype."""
    if spec["descr"] == "|b1":
        # Numba stores one bit and leaves the rest of the byte as it was.
        return bool(raw[0] & 1)
    value = np.frombuffer(raw, _dtype(spec))[0]
    return value.item() if spec["descr"] in _PLAIN else value


def _array(description: dict[str, Any]) -> Any:
    return np.ndarray(
        tuple(description["shown"]),
        _dtype(description["dtype"]),
        buffer=_bytes(description) or None,
        offset=description["offset"],
        strides=tuple(description["strides"]),
    )


def _tuple(description: dict[str, Any]) -> Any:
    items = [revive(item) for item in description["items"]]
    if description["fields"]:
        return namedtuple(description["class"] or "namedtuple", description["fields"])(*items)
    return tuple(items)


def _items(description: dict[str, Any]) -> list[Any]:
    return [revive(item) for item in description["items"]]


def _set(description: dict[str, Any]) -> Any:
    items = _items(description)
    # What stands for a value that is not shown has no place in a set of values.
    if any(isinstance(item, Opaque) for item in items):
        return Opaque(description["type"], "an item of it can't be read")
    return set(items)


def _dict(description: dict[str, Any]) -> Any:
    keys = [revive(key) for key in description["keys"]]
    if any(isinstance(key, Opaque) for key in keys):
        return Opaque(description["type"], "a key of it can't be read")
    return dict(zip(keys, (revive(value) for value in description["values"]), strict=True))


def _instance(description: dict[str, Any]) -> Instance:
    return Instance(description["class"], dict(zip(description["names"], _items(description), strict=True)))


_COLLECTIONS = {"items": _items, "set": _set, "dict": _dict, "instance": _instance}
