"""The operands of a trace that hold NaN or infinities, and what follows from their order."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Any

from numscope.analysis.fresh_memory import SHOWING, is_fresh
from numscope.analysis.leftovers import MAKERS, Leftovers, memory_of
from numscope.analysis.objects_inside import MOST_NESTED, ON_OBJECTS
from numscope.rules.deliberate import DELIBERATE, allowed_name
from numscope.trace import Operation, Trace

# Looking for origins, and following what they poisoned, ends here: a trace may hold nothing but NaN.
MOST_ROWS = 300_000

_MOST_FRESH = 500

# Hands memory to compiled code, mostly to be written: what it held before means nothing.
_READS_NOTHING = ("numpy.ndarray.__buffer__",)

_BAD_CONTENTS = (
    "select id, hash_high, hash_low, nans, positive_infinities + negative_infinities infinities "
    "from stored.contents where nans + positive_infinities + negative_infinities > 0"
)


@dataclass(frozen=True)
class OriginRow:
    """An operation at which non-finite values began. place: of the first input that brought them in, if any did."""

    operation: int
    kind: str
    nans: int
    infinities: int
    place: int | None


@dataclass(frozen=True)
class Effect:
    """What an origin poisoned. whole: False when following it was given up.

    first_nan: the operation that first made a NaN of it, where it was infinities only.
    """

    operations: int
    results: int
    whole: bool
    first_nan: int | None


class NonfiniteRows:
    """Answers about the non-finite operands of `trace`.

    known: whether the trace holds statistics at all. whole: False if there are more than the 300,000 looked at.
    """

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self.known = _holds_statistics(trace)
        self._rows = self._fetch() if self.known else []
        self.whole = len(self._rows) < MOST_ROWS
        self._by_operation: dict[int, list[dict[str, Any]]] = {}
        for row in self._rows:
            self._by_operation.setdefault(row["operation"], []).append(row)
        self._leftovers = Leftovers(trace, self._rows)
        self._brought_in: dict[int, list[dict[str, Any]]] = {}
        self._made, self._kinds = self._classify()
        self._forget_fresh()
        self._outermost = self._stand_on_their_own()
        self._reached = self._outermost.intersection(self._kinds)

    def origins(self) -> list[OriginRow]:
        """The outermost operations at which non-finite values began, in the order in which they began."""
        found = []
        for operation, kind in sorted(self._kinds.items()):
            rows = self._by_operation[operation]
            parent = rows[0]["parent"]
            if operation not in self._reached or (parent in self._kinds and parent in self._reached):
                continue
            relevant = self._brought_in.get(operation) or [row for row in rows if row["after"]]
            found.append(
                OriginRow(
                    operation,
                    kind,
                    sum(row["nans"] for row in relevant),
                    sum(row["infinities"] for row in relevant),
                    relevant[0]["place"] if operation in self._brought_in else None,
                )
            )
        return found

    def _forget_fresh(self) -> None:
        """What torch's tensors held when their memory was given is no origin until an operation reads it."""
        appeared = [operation for operation, kind in self._kinds.items() if kind == "appeared"]
        for operation in appeared[:_MOST_FRESH]:
            rows = [row for row in self._by_operation[operation] if not row["after"]]
            if not rows or not rows[0]["name"].startswith("aten::"):
                continue
            if is_fresh(self._trace, {row["address"] for row in rows}, operation):
                if rows[0]["name"] in SHOWING:
                    del self._kinds[operation]
                else:
                    self._kinds[operation] = "uninitialised"

    def contained(self) -> int:
        """How many inner operations made non-finite values that did not get out of the operation they ran inside of."""
        outer_bad = {
            operation for operation, rows in self._by_operation.items() if any(row["after"] for row in rows)
        }
        return sum(
            1
            for operation in self._made
            if operation not in self._reached
            and self._by_operation[operation][0]["parent"] not in outer_bad
            and not allowed_name(self._by_operation[operation][0]["name"], DELIBERATE)
        )

    def makers_inside(self, operation: int) -> list[int]:
        """Operations inside `operation`, outermost first, each the first in the one before that made such values."""
        chain: list[int] = []
        children: dict[int, int] = {}
        for number in sorted(self._made, reverse=True):
            parent = self._by_operation[number][0]["parent"]
            if parent is not None:
                children[parent] = number
        while operation in children and len(chain) < 64:
            operation = children[operation]
            chain.append(operation)
        return chain

    def poisoned_by(self, origin: Operation) -> Effect:
        """What later met the values that `origin` made, or values made of them: followed by content and by memory.

        What some other operation made again since, of the same content or at the same place, is that one's.
        """
        contents = {row["hash"] for row in self._by_operation[origin.id] if row["hash"] is not None}
        memory = {place for row in self._by_operation[origin.id] for place in memory_of(row) if row["after"]}
        holds_nan = any(row["nans"] for row in self._by_operation[origin.id])
        met: dict[int, bool] = {}
        results, first_nan = 0, None
        later = self._rows[bisect_right(self._rows, origin.id, key=_operation) :]
        for row in later:
            number = row["operation"]
            for address in self._leftovers.fresh.get(number, ()):
                memory.discard(address)
            if not row["after"]:
                touched = row["hash"] in contents or bool(memory.intersection(memory_of(row)))
                if touched and number in self._outermost:
                    met[number] = met.get(number, False) or bool(row["nans"])
                    contents.add(row["hash"])
            elif number in met:
                results += 1
                contents.add(row["hash"])
                memory.update(memory_of(row))
                if row["nans"] and not met[number] and not holds_nan and first_nan is None:
                    first_nan = number
            elif row["depth"] == 0:
                contents.discard(row["hash"])
                memory.difference_update(memory_of(row))
        return Effect(len(met), results, self.whole, first_nan)

    def _fetch(self) -> list[dict[str, Any]]:
        """Every non-finite operand, in the order of operations, what went in before what came out."""
        query = f"""
            with bad as ({_BAD_CONTENTS}),
            found as (
                select operation, slot, address, owner, nans, infinities, hash_high, hash_low, false literal
                from stored.operands join bad on content = bad.id
                union all
                select operation, slot, null, null, isnan(real)::ubigint, isinf(real)::ubigint, null, null, true
                from stored.operands where isnan(real) or isinf(real)
                union all
                select operation, slot, null, null, 1::ubigint, 0::ubigint, null, null, true
                from stored.operands where regexp_matches(text, '\\b(nan|inf)\\b')
                    and slot in (select id from stored.slots where kind = 'literal')
            )
            select operation, role in ('output', 'mutated') as "after", address, owner, nans, infinities,
                hash_high, hash_low, literal, parent, depth, kind, calls.name, place, data_bytes
            from found join stored.slots on slot = slots.id
                join stored.operations on operation = operations.id join stored.calls on call = calls.id
            where role <> 'out' and calls.name not in ({_quoted(_READS_NOTHING)})
            order by operation, "after", place
            limit {MOST_ROWS}
        """
        rows: list[dict[str, Any]] = self._trace.sql(query).to_pylist()
        for row in rows:
            row["hash"] = None if row["hash_low"] is None else (row["hash_high"], row["hash_low"])
        return rows

    def _classify(self) -> tuple[set[int], dict[int, str]]:
        """Which operations made non-finite values of finite inputs, and at which ones, and how, such values began."""
        made: set[int] = set()
        kinds: dict[int, str] = {}
        contents: set[tuple[int, int] | None] = {None}
        memory: set[int] = set()
        parts: set[int] = set()  # of views, whose base begins elsewhere
        with_inputs = self._with_array_inputs()
        left = self._leftovers
        for operation in sorted({*self._by_operation, *left.fresh}):
            memory.difference_update(left.fresh.get(operation, ()))
            parts.difference_update(left.fresh.get(operation, ()))
            left.forget(left.fresh.get(operation, ()))
            rows = self._by_operation.get(operation, [])
            if not rows or rows[0]["name"] in MAKERS:
                # What `empty_like` was given is somebody's result.
                left.note(row for row in rows if row["after"])
                continue
            before = [row for row in rows if not row["after"]]
            after = [row for row in rows if row["after"]]
            # A NumPy scalar that no operation made is a number in the program's text, or of its data.
            arrays = [
                row
                for row in before
                if not row["literal"] and (row["kind"] == "array" or row["hash"] in contents)
            ]
            still_there = [row for row in arrays if left.hold(row)]
            unseen = [
                row for row in arrays if row["hash"] not in contents and not _lies_in(row, memory, parts)
            ]
            if still_there and len(still_there) == len(before):
                # Shown or written to in part, it is not read yet; whoever makes something else of it has read it.
                there = {place for row in still_there for place in memory_of(row)}
                if all(row["owner"] is not None or there.intersection(memory_of(row)) for row in after):
                    left.note(after)
                    continue
                kinds[operation] = "uninitialised"
                self._brought_in[operation] = still_there
            elif unseen:
                kinds[operation] = "appeared"
                self._brought_in[operation] = unseen
            elif after and not before:
                kinds[operation] = "made" if operation in with_inputs else "read"
                made.add(operation)
            elif after and before and not arrays:
                kinds[operation] = "given"
            contents.update(row["hash"] for row in rows)
            for row in after:
                memory.update(memory_of(row))
                left.forget(memory_of(row))
                if row["owner"] is not None:
                    parts.add(row["address"])
        return made, kinds

    def _with_array_inputs(self) -> set[int]:
        """Of the operations that have non-finite results, those that were given numbers to make them of."""
        ids = [
            operation for operation, rows in self._by_operation.items() if any(row["after"] for row in rows)
        ]
        if not ids:
            return set()
        found = self._trace.sql(
            """
            select distinct operation from stored.operands
            where operation between ? and ? and slot in (
                select id from stored.slots where role = 'input' and kind in ('array', 'scalar', 'int', 'float')
                    and dtype is distinct from 'object')
            """,
            [min(ids), max(ids)],
        )
        return set(found["operation"].to_pylist()).intersection(ids)

    def _stand_on_their_own(self) -> set[int]:
        """The outermost operations, and those inside operations on objects that can't be looked into themselves."""
        rows = {operation: rows[0] for operation, rows in self._by_operation.items()}
        found = {operation for operation, row in rows.items() if not row["depth"]}
        above = {operation: row["parent"] for operation, row in rows.items() if row["depth"]}
        for _ in range(MOST_NESTED):
            if not above:
                break
            on_objects = self._trace.sql(
                "select id, parent, depth from operations where id between ? and ? "
                f"and id in (select unnest(?::bigint[])) and id in ({ON_OBJECTS})",
                [min(above.values()), max(above.values()), sorted(set(above.values()))],
            ).to_pylist()
            opaque = {row["id"]: row for row in on_objects}
            above = {operation: parent for operation, parent in above.items() if parent in opaque}
            found.update(operation for operation, parent in above.items() if not opaque[parent]["depth"])
            above = {
                operation: opaque[parent]["parent"]
                for operation, parent in above.items()
                if opaque[parent]["depth"]
            }
        return found


def _operation(row: dict[str, Any]) -> int:
    return int(row["operation"])


def _quoted(names: tuple[str, ...]) -> str:
    return ", ".join(f"'{name}'" for name in names)


def _lies_in(row: dict[str, Any], memory: set[int], parts: set[int]) -> bool:
    """Whether an operand lies where such values were left: at the same place, or around one of `parts`."""
    if memory.intersection(memory_of(row)):
        return True
    start = row["address"]
    return start is not None and any(start <= part < start + (row["data_bytes"] or 0) for part in parts)


def _holds_statistics(trace: Trace) -> bool:
    """With `--values none` there are some too, of scalars: they tell nothing of the arrays beside them."""
    if trace.manifest.get("policy", {}).get("values") == "none":
        return False
    some = "select 1 from stored.contents where nans is not null limit 1"
    return not len(trace) or bool(trace.sql(some).num_rows)
