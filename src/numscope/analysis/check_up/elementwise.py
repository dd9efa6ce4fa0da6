"""Operations of one or two operands that give one result, as columns: for questions that statistics answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from numscope.analysis.check_up.evidence import Call, Evidence
from numscope.trace import Operation

_PAGE = 1000
_OF_FIRST = "role = 'input' and position = 0"
_OF_SECOND = "role = 'input' and position = 1"
_OF_RESULT = "role in ('output', 'mutated')"


@dataclass(frozen=True)
class Side:
    """An operand by its layout and statistics; of a Python number all are that number."""

    kind: str | None
    dtype: str | None
    shape: tuple[int, ...]
    minimum: float | None
    maximum: float | None
    mean: float | None
    deviation: float | None
    content: int | None
    address: int | None

    @property
    def count(self) -> int:
        """How many elements there are."""
        count = 1
        for length in self.shape:
            count *= length
        return count

    @property
    def size(self) -> float | None:
        """The largest absolute value."""
        if self.minimum is None or self.maximum is None:
            return None
        return max(abs(self.minimum), abs(self.maximum))


@dataclass(frozen=True)
class Step:
    """One operation with its first two inputs and its result."""

    operation: int
    call: Call
    first: Side
    second: Side
    result: Side


def steps(
    evidence: Evidence, calls: list[Call], where: str = "true", keep: str = "true", content: str = "true"
) -> Iterator[Step]:
    """Yield the operations of these calls, in order, without those that multiply the second operand (`alpha`).

    where: what must hold of some slot of theirs. content: what must hold of the content in it; `given` are the
    contents of the first two inputs. keep: what must hold of the whole. All in SQL: a trace has too many operations to
    look at each in Python.
    """
    # Most operations do not fit: of all only the columns are put together that `keep` asks for.
    fitting = f"select operation from ({_of_operations(_asked_in(keep), 'wanted')}) where {keep}"
    query = f"""
        with own as (
            select id, call from recorded_operations where call in {{calls}}{_not_scaled(evidence)}
        ), fitting as (select id from slots where {where}),
        given as (
            select * from contents where id in (
                select content from recorded_operands
                where operation in (select id from own)
                    and slot in (select id from slots where {_OF_FIRST} or {_OF_SECOND}))
        ),
        wanted as (
            select distinct operation from recorded_operands
            where slot in (from fitting) and operation in (select id from own) and {_holding(content)}
        ),
        kept as ({"from wanted" if keep == "true" else fitting})
        {_of_operations(_COLUMNS, "kept")} order by operation
        """
    for row in evidence.rows(query, evidence.having(calls, where)):
        yield Step(
            row["operation"],
            evidence.calls[row["call"]],
            *(_side(row, name) for name in ("first", "second", "result")),
        )


def with_operations(evidence: Evidence, found: Iterable[Step]) -> Iterator[tuple[Step, Operation]]:
    """Yield steps with their operations, which are read many at a time: one by one each takes as long as a query."""
    left = iter(found)
    while page := list(islice(left, _PAGE)):
        yield from zip(page, evidence.fetch([step.operation for step in page]), strict=True)


def _not_scaled(evidence: Evidence) -> str:
    """Return the condition, in SQL; none where no slot is `alpha`: to find none among all operands takes a pass."""
    scaled = (
        "select operation from recorded_operands where slot in (select id from slots where name = 'alpha')"
    )
    return f" and id not in ({scaled})" if evidence.scales else ""


def _holding(content: str) -> str:
    return "true" if content == "true" else f"content in (select id from contents where {content})"


_SOURCES = {
    "kind": "kind",
    "dtype": "dtype",
    "shape": "shape",
    "minimum": "coalesce(minimum, real, integer)",
    "maximum": "coalesce(maximum, real, integer)",
    "mean": "coalesce(mean, real, integer)",
    "deviation": "deviation",
    "content": "content",
    "address": "address",
}


_COLUMNS = {
    f"{name}_{column}": f"any_value({source}) filter ({which})"
    for name, which in (("first", _OF_FIRST), ("second", _OF_SECOND), ("result", _OF_RESULT))
    for column, source in _SOURCES.items()
}


def _asked_in(condition: str) -> dict[str, str]:
    """Return the columns that a condition names."""
    return {name: source for name, source in _COLUMNS.items() if name in condition}


def _of_operations(columns: dict[str, str], which: str) -> str:
    """Return the query for columns of the operations in the table `which`."""
    told = "".join(f", {source} as {name}" for name, source in columns.items())
    return f"""
        select own.id as operation, any_value(call) as call{told}
        from own join operand_contents on operation = own.id
        where own.id in (from {which}) group by own.id
        """


def _side(row: dict[str, Any], name: str) -> Side:
    values = {column: row[f"{name}_{column}"] for column in _SOURCES}
    values["shape"] = tuple(values["shape"] or ())
    return Side(**values)
