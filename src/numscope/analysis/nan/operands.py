"""The operands of a trace that hold NaN or infinities, as typed rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from numscope.operations.traits import Trait, has_sql
from numscope.trace import Trace

# Looking for origins, and following what they poisoned, ends here: a trace may hold nothing but NaN.
MOST_ROWS = 300_000


class NonfiniteOperand(NamedTuple):
    """One operand with NaN or infinities, and what is known of its operation.

    after: as the operation left it. literal: a Python value in the call. address, owner: different in each process.
    hash_high, hash_low: halves of the content hash; None where there is none. The rest is of the operation: in_library,
    that a library's line called it; site, line: number and line of the user's call site; flags: of floating point.
    part: it is a number that an object holds, such as what a model has learned.
    """

    operation: int
    after: bool
    address: int | None
    owner: int | None
    nans: int
    infinities: int
    hash_high: int | None
    hash_low: int | None
    literal: bool
    parent: int | None
    depth: int
    kind: str
    traits: int
    place: int
    data_bytes: int | None
    process: int
    time_ns: int
    in_library: bool
    site: int
    line: int
    flags: int
    name: str
    part: bool

    @property
    def is_one_number(self) -> bool:
        """Whether it is a scalar, or an array of one element."""
        return self.kind in ("scalar", "float") or (self.data_bytes is not None and self.data_bytes <= 8)

    @property
    def raw_address(self) -> int | None:
        """The address as the process has it."""
        return None if self.address is None else self.address ^ (self.process % 65536 << 48)

    @property
    def hash(self) -> tuple[int, int] | None:
        """The content hash; None if there is none."""
        if self.hash_high is None or self.hash_low is None:
            return None
        return self.hash_high, self.hash_low

    @property
    def memory(self) -> list[int]:
        """Where it lies: the address of its data, and of the array that owns them."""
        return [place for place in (self.address, self.owner) if place is not None]


def in_process(address: str, process: str) -> str:
    """Return, in SQL, an address that no other process of the trace has: real ones have 48 bits at most."""
    return f"xor({address}, ({process}::ubigint % 65536) << 48)"


_COLUMNS = {
    "address": in_process("address", "process"),
    "owner": in_process("owner", "process"),
    "in_library": "coalesce(in_library, false)",
    "site": "user_site",
    "line": "coalesce(user_line, 0)",
    "flags": "floating_point",
    "name": "had.name",
    "part": "part",
}


def places_of_all(operands: Iterable[NonfiniteOperand]) -> set[int]:
    """Return where these operands lie."""
    return {place for operand in operands for place in operand.memory}


def fetch_nonfinite_operands(trace: Trace) -> list[NonfiniteOperand]:
    """Return the first 300,000 non-finite operands, in the order of operations, inputs before outputs.

    Of several processes' operations the one that began earlier comes first: a child's before the parent collects them.
    """
    columns = ", ".join(_COLUMNS.get(name, f'"{name}"') for name in NonfiniteOperand._fields)
    table = trace.sql(
        f"""
        with bad as materialized (from nonfinite_operands),
        -- Few of many operations, as a rule: looked up before they are joined.
        had as (select * from operations where id in (select operation from bad))
        select {columns} from bad join had on operation = id
        where role <> 'out' and not {has_sql("traits", Trait.EXPORTS)}
        order by operation, "after", place
        limit {MOST_ROWS}
        """
    )
    rows = [
        NonfiniteOperand(*row) for row in zip(*(column.to_pylist() for column in table.columns), strict=True)
    ]
    if len({row.process for row in rows}) > 1:
        rows.sort(key=lambda row: (row.time_ns, row.operation))  # stable: operands keep their order
    return rows
