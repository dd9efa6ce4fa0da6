"""Whether the cells of a trace's tables are what the format says: nulls, ranges, and keys that lead to rows.

Checked once, when a trace is opened: a small one by one query, a larger one, whose keys fill memory, by one a table.
What reads the tables afterwards relies on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from numscope.errors import TraceError
from numscope.format.constants import words

# Rows in all up to which a trace of the user's own is checked at each opening too: 50 ms.
MOST_ROWS_OF_OWN = 500_000
# Rows in all up to which one query looks at all tables: of 6 operations it takes 15 ms, and one a table 30, most of
# it planning.
_FEW_ROWS = 20_000
_LARGEST = 2**62
_MOST_DIMENSIONS = 64
_MOST_PROBLEMS = 20


@dataclass(frozen=True)
class Rules:
    """What holds for every row of a table.

    filled: columns that are never null; refers: column -> the table whose ids it names; zero: of these, those where 0
    names none; never: conditions in SQL that no row fulfils, each with its words.
    """

    filled: tuple[str, ...]
    refers: dict[str, str] = field(default_factory=dict)
    zero: tuple[str, ...] = ()
    never: dict[str, str] = field(default_factory=dict)
    unique: bool = False


def _lists(*names: str) -> dict[str, str]:
    """Conditions that shapes and strides never fulfil."""
    found = {
        f"len({name}) > {_MOST_DIMENSIONS} or list_count({name}) <> len({name})": f"{name} is none"
        for name in names
    }
    largest = f"coalesce(list_max(shape), 0) > {_LARGEST} or coalesce(list_min(shape), 0) < 0"
    return {
        **found,
        largest: "shape is none",
        "len(shape) is distinct from len(strides)": "shape and strides have other lengths",
        f"list_max(strides) > {_LARGEST} or list_min(strides) < -{_LARGEST}": "strides are none",
    }


def _one_of(column: str, names: tuple[str, ...]) -> dict[str, str]:
    known = ", ".join(f"'{name}'" for name in names if name)
    return {f"{column} not in ({known})": f"{column} is none that the format has"}


_RULES = {
    "processes": Rules(
        ("id", "directory", "first_operation", "operations"),
        never={
            "not regexp_full_match(directory, '[\\w.-]+') or directory in ('.', '..')": "directory is no name",
            "list_count(argv) <> len(argv)": "argv holds null",
            f"operations < 0 or first_operation < 0 or operations > {_LARGEST}": "counts are none",
        },
        unique=True,
    ),
    "threads": Rules(("process", "thread"), {"process": "processes"}),
    "marks": Rules(
        ("process", "number", "time_ns"),
        {"process": "processes"},
        never=_one_of("kind", words("mark_kind", "MARK_")),
    ),
    "dtypes": Rules(("id", "name", "description", "item_bytes", "has_objects"), unique=True),
    "layouts": Rules(
        ("id", "dtype", "shape", "strides", "data_bytes"),
        {"dtype": "dtypes"},
        ("dtype",),
        _lists("shape", "strides"),
        unique=True,
    ),
    "sites": Rules(("id", "process", "line"), {"process": "processes"}, unique=True),
    "values": Rules(
        ("hash_low", "hash_high", "process", "offset", "bytes", "stored", "word", "repeats", "layout"),
        {"process": "processes", "layout": "layouts"},
        ("layout",),
        {
            f'"offset" > {_LARGEST} or bytes > {_LARGEST} or stored > {_LARGEST}': "a length is none",
        },
    ),
    "calls": Rules(
        ("id", "process", "name", "traits", "depth", "user_visible", "raised", "unfinished", "truncated"),
        {"process": "processes"},
        never={
            "(file is not null and line is null) or (user_file is not null and user_line is null)": "a line is null",
            "thread is null or floating_point is null": "a fact is null",
        },
        unique=True,
    ),
    "slots": Rules(
        ("id", "place", "kind", "role", "item", "layout"),
        {"layout": "layouts"},
        ("layout",),
        {
            **_one_of("kind", words("operand_tag", "OPERAND_")),
            **_one_of("role", words("operand_role", "ROLE_")),
            **_lists("shape", "strides"),
            "kind in ('array', 'scalar') and layout > 0 and (shape is null or data_bytes is null)": "an array has no "
            "shape",
        },
        unique=True,
    ),
    "contents": Rules(
        ("id",),
        never={
            "(minimum is null) <> (zeros is null) or (maximum is null) <> (zeros is null) "
            "or (mean is null) <> (zeros is null) or (deviation is null) <> (zeros is null) "
            "or (nans is null) <> (zeros is null) or (positive_infinities is null) <> (zeros is null) "
            "or (negative_infinities is null) <> (zeros is null)": "statistics are there by half",
            "(hash_low is null) <> (hash_high is null)": "a hash is there by half",
        },
        unique=True,
    ),
    "operations": Rules(
        ("id", "call", "time_ns", "bytes_in", "bytes_out"),
        {"call": "calls"},
        never={
            f"id < 0 or id > {_LARGEST}": "id is none",
            "parent >= id": "an operation is inside a later one",
            f"duration_ns < 0 or duration_ns > {_LARGEST}": "duration_ns is none",
            f"abs(time_ns::hugeint) > {_LARGEST}": "time_ns is none",
            "self_ns is null and duration_ns is not null": "self_ns is null",
            "bytes_in < 0 or bytes_out < 0": "a number of bytes is negative",
        },
        unique=True,
    ),
    # The content of an operand may be missing: a process that was killed had not said what it held.
    "operands": Rules(("operation", "slot"), {"operation": "operations", "slot": "slots"}),
}


def problems_of(database: Any) -> list[str]:
    """Return a sentence for each kind of cell that is wrong, the first few of them."""
    found: list[str] = []
    for table, rules in _RULES.items():
        found += _problems(database, table, rules)
        if len(found) >= _MOST_PROBLEMS:
            break
    return found[:_MOST_PROBLEMS]


def require_integrity(database: Any, trace: Path, own: bool) -> None:
    """Raise TraceError if a table of `trace` holds wrong cells. own: if it is large, it is not looked through."""
    rows = database.rows()
    if own and rows > MOST_ROWS_OF_OWN:
        return
    if rows <= _FEW_ROWS and not database.facts(f"select exists ({_wrong_rows()})")[0]:
        return
    problems = problems_of(database)
    if problems:
        more = f" (and {len(problems) - 1} more; numscope verify lists them)" if len(problems) > 1 else ""
        raise TraceError(f"the tables of {trace} are damaged: {problems[0]}{more}.")


def _wrong_rows() -> str:
    """Return in SQL the names of the tables with a wrong row, one for each such row."""
    return " union all ".join(
        f"""select '{table}' from raw."{table}" t where """
        + " or ".join(f"({condition})" for condition, _ in _conditions(table, rules))
        for table, rules in _RULES.items()
    )


def _problems(database: Any, table: str, rules: Rules) -> Iterator[str]:
    conditions = list(_conditions(table, rules))
    counts = ", ".join(f"count(*) filter (where {condition})" for condition, _ in conditions)
    row = database.facts(f'select {counts} from raw."{table}" t')
    for (_, words_), number in zip(conditions, row, strict=True):
        if number:
            yield f"{table}: {words_} in {number:,} row{'' if number == 1 else 's'}"


def _conditions(table: str, rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield what no row may fulfil, in SQL, and what it means."""
    for column in rules.filled:
        yield f't."{column}" is null', f"{column} is null"
    for column, other in rules.refers.items():
        zero = f' and t."{column}" <> 0' if column in rules.zero else ""
        yield (
            f't."{column}" is not null{zero} and t."{column}" not in (select id from raw."{other}" '
            "where id is not null)",
            f"{column} names no row of {other}",
        )
    yield from rules.never.items()
    if rules.unique:
        yield (
            f't.id in (select id from raw."{table}" group by id having count(*) > 1)',
            "id is there twice",
        )
