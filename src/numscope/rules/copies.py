"""Which operations copy: their results hold what their inputs held, in other memory."""

from __future__ import annotations

_LAST = frozenset(
    (
        *(
            "copy",
            "array",
            "asarray",
            "asanyarray",
            "ascontiguousarray",
            "asfortranarray",
            "require",
            "astype",
        ),
        *("flatten", "ravel", "reshape", "__getitem__", "take", "tolist", "repeat", "tile", "concatenate"),
        *("stack", "vstack", "hstack", "dstack", "column_stack", "append", "insert", "delete", "pad", "roll"),
        *("compress", "choose", "copyto", "broadcast_arrays", "resize", "block", "rot90", "flip"),
    )
)


def copies(name: str) -> bool:
    """Return whether a result of `name` that shares no memory with an input is a copy, not something computed."""
    return name.startswith("numpy.") and name.rpartition(".")[2] in _LAST
