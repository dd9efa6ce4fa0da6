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

    after: as the operation left it. literal: a Python value in the call. traits, parent, depth: of the operation.
    hash_high, hash_low: halves of the content hash; None where there is none.
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


def places_of_all(operands: Iterable[NonfiniteOperand]) -> set[int]:
    """Return where these operands lie."""
    return {place for operand in operands for place in operand.memory}


def fetch_nonfinite_operands(trace: Trace) -> list[NonfiniteOperand]:
    """Return the first 300,000 non-finite operands, in the order of operations, inputs before outputs."""
    columns = ", ".join(f'"{name}"' for name in NonfiniteOperand._fields)
    table = trace.sql(
        f"""
        select {columns} from nonfinite_operands join operations on operation = id
        where role <> 'out' and not {has_sql("traits", Trait.EXPORTS)}
        order by operation, "after", place
        limit {MOST_ROWS}
        """
    )
    rows = zip(*(column.to_pylist() for column in table.columns), strict=True)
    return [NonfiniteOperand(*row) for row in rows]
