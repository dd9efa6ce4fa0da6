"""Memory that torch has given and nobody has written yet: `aten::empty` and its like are recorded without content."""

from __future__ import annotations

from collections.abc import Iterable

from numscope.trace import Trace

GIVING = (
    *("aten::empty", "aten::empty_like", "aten::empty_strided", "aten::empty_permuted"),
    *("aten::new_empty", "aten::new_empty_strided", "aten::resize_"),
)
# What only shows a tensor's memory.
SHOWING = (
    *("aten::detach", "aten::detach_", "aten::view", "aten::t", "aten::alias", "aten::lift_fresh"),
    *("aten::reshape", "aten::transpose", "aten::permute", "aten::select", "aten::slice", "aten::to"),
    *("aten::as_strided", "aten::unsqueeze", "aten::squeeze", "aten::expand"),
)


def is_fresh(trace: Trace, addresses: Iterable[int | None], before: int) -> bool:
    """Whether the last thing that happened to memory at each address before operation `before` is that it was given."""
    names = [
        trace.sql(
            f"""
            select arg_max(c.name, operation) as name
            from stored.operands join stored.slots s on slot = s.id
                join stored.operations o on operation = o.id join stored.calls c on o.call = c.id
            where address = ? and operation < ? and s.role in ('output', 'mutated')
                and c.name not in ({", ".join(f"'{name}'" for name in SHOWING)})
            """,
            [address, before],
        )["name"][0].as_py()
        for address in addresses
    ]
    return bool(names) and all(name in GIVING for name in names)
