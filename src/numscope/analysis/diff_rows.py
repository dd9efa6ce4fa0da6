"""A trace's outermost operations as numbers to compare: what they are, what went in, what came out."""

from __future__ import annotations

from typing import Any

import numpy as np

from numscope.trace import Trace

# Hashes of operands are joined by xor, each with its place: their order in the table does not matter.
_QUERY = """
    with parts as (
        select operation,
            bit_xor(hash(place, dtype, shape)) filter (goes_in and is_array) shapes,
            bit_xor(hash(place, dtype, shape, hash_high, hash_low)) filter (goes_in and is_array) inputs,
            bit_xor(hash(place, kind, name, integer, real, text, type)) filter (goes_in and not is_array) arguments,
            bit_xor(hash(place, dtype, shape, hash_high, hash_low, kind, integer, real, text))
                filter (not goes_in) outputs
        from (
            select *, role in ('input', 'argument') goes_in, kind in ('array', 'scalar') is_array
            from stored.operands join stored.slots on slot = slots.id left join stored.contents on content = contents.id
            where role not in ('out', 'attribute')
        ) group by operation
    )
    select o.id, hash(c.name, c.user_function, parse_filename(coalesce(c.user_file, ''))) path,
        coalesce(parts.shapes, 0) shapes, coalesce(parts.inputs, 0) inputs,
        coalesce(parts.arguments, 0) arguments,
        xor(coalesce(parts.outputs, 0), hash(o.exception)) outputs
    from stored.operations o join stored.calls c on o.call = c.id left join parts on parts.operation = o.id
    where c.depth = 0 and not coalesce(
        c.in_library and (c.function = '<module>' or c.file like '<frozen %' or c.file like '%/numpy/%'), false)
    order by o.id
"""


class DiffRows:
    """The outermost operations of `trace`, in their order, as arrays of 64-bit numbers.

    What a library does while it is imported is left out, and so is what NumPy does on its own account: it is none of
    the program's, and numpy.random seeds itself anew each time.

    path: name, function and file of the call. key: path with the shapes and dtypes that went in. inputs,
    arguments, outputs: the contents of arrays that went in, of other arguments, and of what came out or was raised.
    """

    def __init__(self, trace: Trace) -> None:
        table = trace.sql(_QUERY)
        columns = {name: table[name].to_numpy() for name in table.column_names}
        self.ids: Any = columns["id"]
        self.path: Any = columns["path"]
        self.key: Any = columns["path"] ^ (columns["shapes"] * np.uint64(0x9E3779B97F4A7C15))
        self.inputs: Any = columns["inputs"]
        self.arguments: Any = columns["arguments"]
        self.outputs: Any = columns["outputs"]

    def __len__(self) -> int:
        """How many there are."""
        return len(self.ids)
