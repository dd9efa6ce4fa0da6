"""The operands of a trace that hold NaN or infinities, as typed rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, islice
from typing import Any, NamedTuple

from numscope.operations.traits import Trait, has_sql
from numscope.trace import Trace
from numscope.trace.parts import map_parts

# Looking for origins, and following what they poisoned, ends here: a trace may hold nothing but NaN.
MOST_ROWS = 300_000
# Operations whose non-finite operands may all be sorted; of more, those of some blocks of operations.
_MOST_SORTED = 1_000_000
_BLOCK = 65_536
# Operations that leave elements of `out` as they were, `np.divide(a, b, out=c, where=b > 0)`: c is an input of theirs.
_WITH_WHERE = """
    select id from recorded_operations where call in (
        select call from call_slots where slot in (select id from slots where name = 'where' and role = 'input'))
"""


class NonfiniteOperand(NamedTuple):
    """One operand with NaN or infinities, and what is known of its operation.

    after: as the operation left it. literal: a Python value in the call. address, owner: different in each process.
    hash: of its content; None where there is none. The rest is of the operation: in_library, that a library's line
    called it; site, line: number and line of the user's call site; flags: of floating point; importing: it ran while a
    module was imported. part: it is a number that an object holds, such as what a model has learned. memory: where it
    lies, the address of its data and of the array that owns them.
    """

    operation: int
    after: bool
    address: int | None
    owner: int | None
    nans: int
    infinities: int
    hash: tuple[int, int] | None
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
    importing: bool
    name: str
    part: bool
    memory: tuple[int, ...]

    @property
    def is_one_number(self) -> bool:
        """Whether it is a scalar, or an array of one element."""
        return self.kind in ("scalar", "float") or (self.data_bytes is not None and self.data_bytes <= 8)

    @property
    def raw_address(self) -> int | None:
        """The address as the process has it."""
        return None if self.address is None else self.address ^ (self.process % 65536 << 48)


def in_process(address: str, process: str) -> str:
    """Return, in SQL, an address that no other process of the trace has: real ones have 48 bits at most."""
    return f"xor({address}, ({process}::ubigint % 65536) << 48)"


_OF_OPERAND = (
    *("operation", "after", "address", "owner", "nans", "infinities", "hash_high", "hash_low", "literal"),
    *("kind", "place", "data_bytes", "part"),
)
# In SQL, where a column has another name.
_OF_OPERATION = {
    **{name: name for name in ("parent", "depth", "traits", "process", "time_ns", "name")},
    "in_library": "coalesce(in_library, false)",
    "site": "user_site",
    "line": "coalesce(user_line, 0)",
    "flags": "floating_point",
    "importing": "coalesce(importing, false)",
}


def places_of_all(operands: Iterable[NonfiniteOperand]) -> set[int]:
    """Return where these operands lie."""
    return {place for operand in operands for place in operand.memory}


def fetch_nonfinite_operands(trace: Trace) -> list[NonfiniteOperand]:
    """Return the first 300,000 non-finite operands, in the order of operations, inputs before outputs.

    Of several processes' operations the one that began earlier comes first: a child's before the parent collects them.
    """
    found = (row for part in map_parts(trace, _nonfinite, sizes=_held) for row in part)
    rows = list(islice(found, MOST_ROWS))
    if len({row.process for row in rows}) > 1:
        rows.sort(key=lambda row: (row.time_ns, row.operation))  # stable: operands keep their order
    return rows


def _held(trace: Trace) -> dict[int, int]:
    """Return that no process's operations are held in memory, but for those of the rows that are asked for."""
    return {}


def _nonfinite(part: Trace) -> list[NonfiniteOperand]:
    """Return the first non-finite operands of a part of the trace, by operation, with what is known of that."""
    relation = "nonfinite_operands"
    if len(part) > _MOST_SORTED:
        relation += "_of({}, {}, {}, {})".format(*_first_rows(part))
    columns = ", ".join(f'"{name}"' for name in _OF_OPERAND)
    operands = part.ask(
        f"select {columns} from {relation} where role <> 'out' or operation in ({_WITH_WHERE}) "
        f'order by operation, "after", place limit {MOST_ROWS}'
    )
    facts = _operations(part, operands["operation"].to_pylist())
    return [
        _row(values, known)
        for values in zip(*(column.to_pylist() for column in operands.columns), strict=True)
        if (known := facts.get(values[0])) is not None
    ]


def _first_rows(part: Trace) -> tuple[int, int, int, int]:
    """Return from which operation to before which one there are as many rows as are wanted, or all.

    And their first and last content, for which DuckDB does not look itself. It sorts all rows for so large a limit:
    those of 20 million operations on NaN took more memory than it may have.
    """
    blocks = part.ask(
        f"select operation // {_BLOCK} as block, count(*) as operands from nonfinite_operands where role <> 'out' "
        "group by block order by block"
    ).to_pylist()
    if not blocks:
        return 0, 0, 0, 0
    rows = accumulate(row["operands"] for row in blocks)
    last = next((index for index, held in enumerate(rows) if held >= MOST_ROWS), len(blocks) - 1)
    first, stop = int(blocks[0]["block"]) * _BLOCK, (int(blocks[last]["block"]) + 1) * _BLOCK
    (contents,) = part.ask(
        "select coalesce(min(content), 0) as first, coalesce(max(content), 0) as last from recorded_operands "
        "where operation >= ? and operation < ?",
        [first, stop],
    ).to_pylist()
    return first, stop, contents["first"], contents["last"]


def _operations(trace: Trace, ids: list[int]) -> dict[int, list[Any]]:
    """Return what is known of these operations, without those that only hand memory out.

    A query of their own: joined with the operands, a hundred million operations took more memory than a query may have.
    """
    columns = ", ".join(f"{column} as {name}" for name, column in _OF_OPERATION.items())
    found = trace.ask(
        f"""
        select id, {columns} from operations
        where id between ? and ? and id in (select unnest(?::bigint[])) and not {has_sql("traits", Trait.EXPORTS)}
        """,
        [min(ids, default=0), max(ids, default=0), ids],
    )
    rows = zip(*(column.to_pylist() for column in found.columns), strict=True)
    return {number: facts for number, *facts in rows}


def _row(of_operand: Sequence[Any], of_operation: Sequence[Any]) -> NonfiniteOperand:
    """Return the operand. By place, once for each of 300,000: dicts of the same took three times as long."""
    operation, after, address, owner, nans, infinities, high, low, literal, kind, place, size, part = (
        of_operand
    )
    parent, depth, traits, process, time_ns, name, in_library, site, line, flags, importing = of_operation
    apart = process % 65536 << 48
    address, owner = (None if one is None else one ^ apart for one in (address, owner))
    return NonfiniteOperand(
        operation,
        after,
        address,
        owner,
        nans,
        infinities,
        None if high is None or low is None else (high, low),
        literal,
        parent,
        depth,
        kind,
        traits,
        place,
        size,
        process,
        time_ns,
        in_library,
        site,
        line,
        flags,
        importing,
        name,
        part,
        tuple(one for one in (address, owner) if one is not None),
    )
