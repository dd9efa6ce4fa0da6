"""Where non-finite values of a trace began, and what they poisoned: what follows from the order of operands."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from numscope.analysis.concepts.objects_inside import MOST_NESTED
from numscope.analysis.concepts.uninitialised import is_fresh, is_possible
from numscope.analysis.nan.operands import (
    MOST_ROWS,
    fetch_nonfinite_operands,
    places_of_all,
)
from numscope.analysis.nan.states import Judgement, States
from numscope.analysis.nan.uninitialised import UninitialisedMemory
from numscope.operations.traits import Trait, expects_nonfinite
from numscope.rules.origin_kind import OriginKind
from numscope.trace import Operation, Trace

_MOST_FRESH = 500


@dataclass(frozen=True)
class OriginRow:
    """An operation at which non-finite values began. place: of the first input that brought them in, if any did."""

    operation: int
    kind: OriginKind
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
        self._rows = fetch_nonfinite_operands(trace) if self.known else []
        self.whole = len(self._rows) < MOST_ROWS
        self._by_operation = {
            operation: list(rows) for operation, rows in groupby(self._rows, attrgetter("operation"))
        }
        self._uninitialised = UninitialisedMemory(trace, self._rows)
        self._judged = self._judge()
        self._kinds = {
            operation: judgement.kind for operation, judgement in self._judged.items() if judgement.kind
        }
        self._forget_fresh()
        self._outermost = self._stand_on_their_own()
        self._reached = self._outermost.intersection(self._kinds)

    def origins(self) -> list[OriginRow]:
        """The outermost operations at which non-finite values began, in the order in which they began."""
        found = []
        for operation, kind in sorted(self._kinds.items()):
            rows = self._by_operation[operation]
            parent = rows[0].parent
            if operation not in self._reached or (parent in self._kinds and parent in self._reached):
                continue
            brought_in = self._judged[operation].brought_in
            relevant = brought_in or [row for row in rows if row.after]
            found.append(
                OriginRow(
                    operation,
                    kind,
                    sum(row.nans for row in relevant),
                    sum(row.infinities for row in relevant),
                    brought_in[0].place if brought_in else None,
                )
            )
        return found

    def _forget_fresh(self) -> None:
        """What torch's tensors held when their memory was given is no origin until an operation reads it."""
        appeared = [operation for operation, kind in self._kinds.items() if kind is OriginKind.APPEARED]
        if not appeared or not is_possible(self._trace):
            return
        for operation in appeared[:_MOST_FRESH]:
            rows = [row for row in self._by_operation[operation] if not row.after]
            if rows and is_fresh(self._trace, {row.address for row in rows}, operation):
                if rows[0].traits & Trait.VIEW:
                    del self._kinds[operation]
                else:
                    self._kinds[operation] = OriginKind.UNINITIALISED

    def contained(self) -> int:
        """How many inner operations made non-finite values that did not get out of the operation they ran inside of."""
        outer_bad = {
            operation for operation, rows in self._by_operation.items() if any(row.after for row in rows)
        }
        return sum(
            1
            for operation in self._made()
            if operation not in self._reached
            and self._by_operation[operation][0].parent not in outer_bad
            and not expects_nonfinite(self._by_operation[operation][0].traits)
        )

    def makers_inside(self, operation: int) -> list[int]:
        """Operations inside `operation`, outermost first, each the first in the one before that made such values."""
        chain: list[int] = []
        children: dict[int, int] = {}
        for number in sorted(self._made(), reverse=True):
            parent = self._by_operation[number][0].parent
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
        own = self._by_operation[origin.id]
        contents: set[tuple[int, int] | None] = {row.hash for row in own if row.hash is not None}
        memory = places_of_all(row for row in own if row.after)
        holds_nan = any(row.nans for row in own)
        met: dict[int, bool] = {}
        results, first_nan = 0, None
        later = self._rows[bisect_right(self._rows, origin.id, key=attrgetter("operation")) :]
        for row in later:
            number = row.operation
            memory.difference_update(self._uninitialised.fresh.get(number, ()))
            if not row.after:
                touched = row.hash in contents or bool(memory.intersection(row.memory))
                if touched and number in self._outermost:
                    met[number] = met.get(number, False) or bool(row.nans)
                    contents.add(row.hash)
            elif number in met:
                results += 1
                contents.add(row.hash)
                memory.update(row.memory)
                if row.nans and not met[number] and not holds_nan and first_nan is None:
                    first_nan = number
            elif row.depth == 0:
                contents.discard(row.hash)
                memory.difference_update(row.memory)
        return Effect(len(met), results, self.whole, first_nan)

    def _judge(self) -> dict[int, Judgement]:
        """Return what each operation did with non-finite values, in the order of operations."""
        states = States(self._uninitialised, self._with_array_inputs())
        return {
            operation: states.judge(operation, self._by_operation.get(operation, ()))
            for operation in sorted({*self._by_operation, *self._uninitialised.fresh})
        }

    def _made(self) -> list[int]:
        return [operation for operation, judgement in self._judged.items() if judgement.made]

    def _with_array_inputs(self) -> set[int]:
        """Of the operations that have non-finite results, those that were given numbers to make them of."""
        ids = [operation for operation, rows in self._by_operation.items() if any(row.after for row in rows)]
        if not ids:
            return set()
        found = self._trace.sql(
            """
            select distinct operation from operand_layouts
            where operation between ? and ? and role = 'input' and kind in ('array', 'scalar', 'int', 'float')
                and dtype is distinct from 'object'
            """,
            [min(ids), max(ids)],
        )
        return set(found["operation"].to_pylist()).intersection(ids)

    def _stand_on_their_own(self) -> set[int]:
        """The outermost operations, and those inside operations on objects that can't be looked into themselves."""
        rows = {operation: rows[0] for operation, rows in self._by_operation.items()}
        found = {operation for operation, row in rows.items() if not row.depth}
        above = {
            operation: row.parent for operation, row in rows.items() if row.depth and row.parent is not None
        }
        for _ in range(MOST_NESTED):
            if not above:
                break
            on_objects = self._trace.sql(
                "select id, parent, depth from operations where id between ? and ? "
                "and id in (select unnest(?::bigint[])) and id in (from opaque_operations)",
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


def _holds_statistics(trace: Trace) -> bool:
    """Return whether the trace has statistics of arrays; with `--values none` it has some of scalars only."""
    if trace.manifest.get("policy", {}).get("values") == "none":
        return False
    some = "select 1 from contents where nans is not null limit 1"
    return not len(trace) or bool(trace.sql(some).num_rows)
