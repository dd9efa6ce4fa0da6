"""The special methods by which an expression of the program computes with a library's objects."""

from __future__ import annotations

_BINARY = "add sub mul matmul truediv floordiv mod divmod pow lshift rshift and xor or"
_UNARY = "neg pos abs invert round trunc floor ceil"
_COMPARING = "lt le eq ne gt ge"
_ACCESSING = "getitem setitem delitem call"

SPECIAL_METHODS = frozenset(
    f"__{prefix}{name}__"
    for prefixes, names in (
        (("", "r", "i"), _BINARY),
        (("",), f"{_UNARY} {_COMPARING} {_ACCESSING}"),
    )
    for prefix in prefixes
    for name in names.split()
)


def is_public(attribute: str) -> bool:
    """Return whether an attribute of a class belongs to its public API, or computes by an operator."""
    return not attribute.startswith("_") or attribute in SPECIAL_METHODS
