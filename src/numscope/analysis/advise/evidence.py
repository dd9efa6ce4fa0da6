"""What the checks look at: the costly operations on large arrays, fetched once, and the lines they come from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from numscope.trace import Operand, Operation, Site, Trace

# Arrays below are in the processor's cache, and what a call costs is not their size.
LARGE_BYTES = 64 << 10
# Operations on large arrays are looked at one by one; beyond this many, only the costliest.
_MOST = 20_000


class Evidence:
    """The trace as the checks need it."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace

    @cached_property
    def large(self) -> tuple[Operation, ...]:
        """The program's own operations on large arrays, at most the 20,000 costliest, in the order of their ids."""
        ids = self.trace.ask(
            f"""
            select id from visible_operations where greatest(bytes_in, bytes_out) >= {LARGE_BYTES}
            order by duration_ns desc limit {_MOST}
            """
        )["id"].to_pylist()
        return tuple(self.trace.operations.fetch(sorted(ids)))

    def lines(self, *names: str) -> Iterator[list[Operation]]:
        """The large operations called one of `names` (none: all), together by line."""
        found: dict[Site, list[Operation]] = {}
        for operation in self.large:
            if operation.user_site is not None and (not names or operation.name in names):
                found.setdefault(operation.user_site, []).append(operation)
        yield from found.values()

    @cached_property
    def total_ns(self) -> int:
        """The time that all the program's own operations took."""
        total = self.trace.ask("select sum(duration_ns)::bigint n from visible_operations")["n"][0].as_py()
        return total or 0


def arrays(operation: Operation) -> list[Operand]:
    """The arrays that went in."""
    return [operand for operand in operation.inputs if operand.kind == "array"]


def elements(operand: Operand) -> int:
    """How many elements an array has."""
    return int(np.prod(operand.shape or (), dtype=np.int64))


def layout(operand: Operand) -> str:
    """`float64[3,4]`."""
    return f"{operand.dtype}[{','.join(map(str, operand.shape or ()))}]"
