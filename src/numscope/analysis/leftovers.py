"""Memory as `numpy.empty` left it: what it happens to hold is nobody's result until somebody reads it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from numscope.trace import Trace

MAKERS = (
    *("numpy.empty", "numpy.empty_like"),
    *("aten::empty", "aten::empty_like", "aten::empty_strided", "aten::empty_permuted", "aten::new_empty"),
)


class Leftovers:
    """Follows which non-finite operands of a trace only show what `numpy.empty` left.

    rows: of the non-finite operands, as `NonfiniteRows` fetches them. fresh: for each outermost call of `numpy.empty`
    whose memory any of them lies in, or lay in before, the address that it gave anew.
    """

    def __init__(self, trace: Trace, rows: Iterable[dict[str, Any]]) -> None:
        self._trace = trace
        self._addresses = sorted({place for row in rows for place in memory_of(row)})
        self.fresh = self._fetch_fresh() if self._addresses else {}
        self._contents: set[Any] = set()
        # By address: since which operation, and how many bytes.
        self._since: dict[int, tuple[int, int]] = {}
        self._writes: dict[int, list[int]] | None = None

    def note(self, rows: Iterable[dict[str, Any]]) -> None:
        """Take the operands of `rows` for what was left."""
        for row in rows:
            self._contents.add(row["hash"])
            for place in memory_of(row):
                self._since.setdefault(place, (row["operation"], row["data_bytes"] or 0))

    def forget(self, places: Iterable[int]) -> None:
        """The memory at `places` was given anew, or an operation that makes such values wrote there."""
        for place in places:
            for start in [start for start, (_, size) in self._since.items() if start <= place < start + size]:
                del self._since[start]
            self._since.pop(place, None)

    def hold(self, row: dict[str, Any]) -> bool:
        """Whether what operand `row` shows was left there: all of it, or, where an operation wrote since, some."""
        since = [self._since[place][0] for place in memory_of(row) if place in self._since]
        return bool(since) and (row["hash"] in self._contents or self._written(row, min(since)))

    def _written(self, row: dict[str, Any], since: int) -> bool:
        if self._writes is None:
            self._writes = self._fetch_writes()
        return any(
            since < operation < row["operation"]
            for place in memory_of(row)
            for operation in self._writes.get(place, ())
        )

    def _fetch_fresh(self) -> dict[int, list[int]]:
        names = ", ".join(f"'{name}'" for name in MAKERS)
        found = self._trace.sql(
            f"""
            select operation, address from stored.operands
            where operation in (
                    select id from stored.operations
                    where call in (select id from stored.calls where depth = 0 and name in ({names})))
                and slot in (select id from stored.slots where role = 'output')
                and address in (select unnest(?::ubigint[]))
            order by operation
            """,
            [self._addresses],
        ).to_pylist()
        fresh: dict[int, list[int]] = {}
        for row in found:
            fresh.setdefault(row["operation"], []).append(row["address"])
        return fresh

    def _fetch_writes(self) -> dict[int, list[int]]:
        """Operations that changed an array in memory that `numpy.empty` gave, by address and by owner's address."""
        given = sorted({address for addresses in self.fresh.values() for address in addresses})
        found = self._trace.sql(
            """
            select operation, address, owner from stored.operands
            where slot in (select id from stored.slots where role = 'mutated')
                and (address in (select unnest(?::ubigint[])) or owner in (select unnest(?::ubigint[])))
            order by operation
            """,
            [given, given],
        ).to_pylist()
        writes: dict[int, list[int]] = {}
        for row in found:
            for place in memory_of(row):
                writes.setdefault(place, []).append(row["operation"])
        return writes


def memory_of(row: dict[str, Any]) -> list[int]:
    """Where an operand lies: the address of its data, and of the array that owns them."""
    return [place for place in (row["address"], row["owner"]) if place is not None]
