"""Memory as `numpy.empty` left it: what it happens to hold is no result until it is read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from numscope.analysis.nan.operands import NonfiniteOperand, in_process, places_of_all
from numscope.operations.traits import allocates, allocates_sql
from numscope.trace import Trace


class UninitialisedMemory:
    """Follows which non-finite operands of a trace only show what `numpy.empty` left.

    operands: the non-finite ones. fresh: for each outermost call of `numpy.empty` whose memory any of them lies in, or
    lay in before, the address that it gave anew; times: when each of them began.
    """

    def __init__(self, trace: Trace, operands: Iterable[NonfiniteOperand]) -> None:
        self._trace = trace
        seen = list(operands)
        self._addresses = sorted(places_of_all(seen))
        # What comes later left nothing in them: of a large trace, all of its results took more memory than there is.
        self._last = max((operand.operation for operand in seen), default=-1)
        self.times: dict[int, int] = {}
        self.fresh = self._fetch_fresh() if self._addresses else {}
        self._contents: set[Any] = set()
        # By address: since which operation, and how many bytes.
        self._since: dict[int, tuple[int, int]] = {}
        self._writes: dict[int, list[int]] | None = None

    def note(self, operands: Iterable[NonfiniteOperand]) -> None:
        """Take these operands for what was left."""
        for operand in operands:
            self._contents.add(operand.hash)
            for place in operand.memory:
                self._since.setdefault(place, (operand.operation, operand.data_bytes or 0))

    def forget(self, places: Iterable[int]) -> None:
        """The memory at `places` was given anew, or an operation that makes such values wrote there."""
        for place in places:
            for start in [start for start, (_, size) in self._since.items() if start <= place < start + size]:
                del self._since[start]
            self._since.pop(place, None)

    def hold(self, operand: NonfiniteOperand) -> bool:
        """Whether what `operand` shows was left there: all of it, or, where an operation wrote since, some."""
        since = [self._since[place][0] for place in operand.memory if place in self._since]
        return bool(since) and (operand.hash in self._contents or self._written(operand, min(since)))

    def _written(self, operand: NonfiniteOperand, since: int) -> bool:
        if self._writes is None:
            self._writes = self._fetch_writes()
        return any(
            since < operation < operand.operation
            for place in operand.memory
            for operation in self._writes.get(place, ())
        )

    def _fetch_fresh(self) -> dict[int, list[int]]:
        found = self._trace.ask(
            f"""
            with given as materialized (
                select id, time_ns, process from operations where id in ({_made_by("true", self._last)})
            )
            select operation, time_ns, {in_process("address", "process")} as address
            from results join given on operation = given.id
            where operation <= {self._last} and operation in (select id from given)
                and (owner is null or operation in ({_made_by("false", self._last)}))
                and role = 'output'
                and {in_process("address", "process")} in (select unnest(?::ubigint[]))
            order by operation
            """,
            [self._addresses],
        ).to_pylist()
        fresh: dict[int, list[int]] = {}
        self.times = {row["operation"]: row["time_ns"] for row in found}
        for row in found:
            fresh.setdefault(row["operation"], []).append(row["address"])
        return fresh

    def _fetch_writes(self) -> dict[int, list[int]]:
        """Operations that changed an array in memory that `numpy.empty` gave, by address and by owner's address."""
        given = sorted({address for addresses in self.fresh.values() for address in addresses})
        found = self._trace.ask(
            f"""
            with written as (
                select operation, {in_process("address", "process")} as address,
                    {in_process("owner", "process")} as owner
                from results join operations o on operation = o.id
                where role = 'mutated' and operation <= {self._last}
            )
            select * from written
            where address in (select unnest(?::ubigint[])) or owner in (select unnest(?::ubigint[]))
            order by operation
            """,
            [given, given],
        ).to_pylist()
        writes: dict[int, list[int]] = {}
        for row in found:
            for place in (row["address"], row["owner"]):
                if place is not None:
                    writes.setdefault(place, []).append(row["operation"])
        return writes


def is_allocation(operands: Iterable[NonfiniteOperand]) -> bool:
    """Return whether an operation, of which these are all or some operands, gave uninitialised memory."""
    return all(allocates(one.traits, one.owner is None or not one.after) for one in operands)


def _made_by(owned: str, last: int) -> str:
    return f"select id from operations where id <= {last} and depth = 0 and {allocates_sql('traits', owned)}"
