"""What the kinds of finding look at: the operations that the program's own lines called, as columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.iterations.loop_results import STATES, LoopResults, loop_results
from numscope.analysis.check_up.training.batches import Batches
from numscope.analysis.concepts.program import Program, program_with
from numscope.analysis.concepts.training_ledger import Ledger
from numscope.operations.lore.formulas import function_name, short_name
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Trace
from numscope.user_code import is_user_file

# What the program's own lines called, also in a function of the program that a library calls: an optimiser's residuals.
_OWN = "(user_visible or (not in_library and not importing and file = user_file and line = user_line))"
# An operation's readers are looked for among so many operations after it.
_HORIZON = 5000
# Of a line that shows a fault so many calls are looked at one by one.
MOST_CALLS = 20


_MAKERS = """
    select distinct operation from operands
    where hash = ? and operation < ? and role in ('output', 'mutated') order by operation desc limit ?
"""
# Inside of a library's call so many operations may leave what it gives.
_MOST_MAKERS = 20


@dataclass(frozen=True)
class Call:
    """What all operations of one kind from one line have in common.

    name: without the library's own spelling. text: of the file, empty if it is not known.
    """

    id: int
    name: str
    full_name: str
    traits: int
    file: str
    line: int
    function: str | None
    how: str
    text: str

    @property
    def place(self) -> tuple[str, int, str]:
        """The line and the operation: what a finding is merged by."""
        return self.file, self.line, self.name


class Evidence:
    """The trace as the kinds of finding need it."""

    def __init__(self, trace: Trace, nonfinite: Any = None) -> None:
        self.trace = trace
        self.nonfinite = nonfinite  # what `nonfinite_rows` gave, if it was asked for already
        self._having: dict[str, set[int]] = {}  # calls by the condition that some slot of theirs fits

    @cached_property
    def ledger(self) -> Ledger:
        """What was trained."""
        return Ledger(self.trace)

    @cached_property
    def batches(self) -> Batches:
        """How many samples models were given."""
        return Batches(self.trace)

    def program(self, call: Call) -> Program:
        """Return the program's own files as one text: a function is often called in another than its own."""
        return program_with(self.trace, call.file)

    @cached_property
    def calls(self) -> dict[int, Call]:
        """The calls that the user's own files made, by number."""
        rows = self.trace.ask(
            "select id, name, traits, user_file, user_line, user_function, how from calls "
            f"where {_OWN} and not raised and not unfinished and user_file is not null"
        ).to_pylist()
        return {
            row["id"]: Call(
                row["id"],
                short_name(row["name"]),
                row["name"],
                row["traits"],
                *(row["user_file"], row["user_line"], row["user_function"], row["how"] or ""),
                self.trace.sources.text(row["user_file"]) or "",
            )
            for row in rows
            if is_user_file(row["user_file"])
        }

    @cached_property
    def loop_results(self) -> tuple[LoopResults, ...]:
        """What the calls of `STATES` gave, again and again."""
        return loop_results(self.trace, [call.id for call in self.calls.values() if call.name in STATES])

    def rows(
        self, query: str, calls: Iterable[Call], parameters: Sequence[Any] = (), slots: str = ""
    ) -> list[dict[str, Any]]:
        """Return the answer to a query in which `{calls}` stands for a list of these calls' numbers.

        slots: what holds of the slot of some operand, in SQL; `{slots}` stands for these slots. Calls without one are
        not looked at.
        """
        numbers = [call.id for call in (self.having(calls, slots) if slots else calls)]
        if not numbers:
            return []
        text = query.replace("{calls}", "(select unnest(?::integer[]))")
        text = text.replace("{slots}", f"(select id from slots where {slots})")
        found: list[dict[str, Any]] = self.trace.ask(text, [numbers, *parameters]).to_pylist()
        return found

    def operations(self, calls: Iterable[Call], slots: str = "") -> Iterator[tuple[Call, list[int]]]:
        """Yield calls, those that ran first before others, with the ids of all their operations.

        slots: what holds of the slot of some operand of a call, in SQL; other calls are left out.
        """
        rows = self.rows(
            "select call, list(id order by id) ids from recorded_operations where call in {calls} group by call "
            "order by min(id)",
            calls,
            slots=slots,
        )
        yield from ((self.calls[row["call"]], row["ids"]) for row in rows)

    def with_operand(
        self, calls: Iterable[Call], slots: str, least: int = 1
    ) -> Iterator[tuple[Call, list[int]]]:
        """Yield calls as `operations` does, with those operations alone that have an operand whose slot fits.

        least: of calls with so many of them.
        """
        rows = self.rows(
            """
            select o.call, list(distinct o.id order by o.id) ids from recorded_operations o
                join operand_layouts on operation = o.id
            where o.call in {calls} and slot in {slots}
            group by o.call having count(distinct o.id) >= ? order by min(o.id)
            """,
            calls,
            [least],
            slots,
        )
        yield from ((self.calls[row["call"]], row["ids"]) for row in rows)

    @cached_property
    def scales(self) -> bool:
        """Whether any operation multiplies its second operand, by `alpha`."""
        return bool(self.trace.ask("select 1 from slots where name = 'alpha' limit 1").num_rows)

    def having(self, calls: Iterable[Call], slots: str) -> list[Call]:
        """Return those of the calls with an operand whose slot fits. slots: what has to hold, in SQL."""
        asked = list(calls)
        if asked and slots not in self._having:
            found = self.trace.ask(
                f"select distinct call from call_slots where slot in (select id from slots where {slots})"
            )
            self._having[slots] = set(found["call"].to_pylist())
        return [call for call in asked if call.id in self._having[slots]]

    def named(self, *names: str) -> list[Call]:
        """Return the calls of operations with one of these short names, whatever class or module they stand in."""
        return [call for call in self.calls.values() if call.name.rpartition(".")[2] in names]

    def fetch(self, ids: Iterable[int]) -> list[Operation]:
        """Return the operations with these ids."""
        return self.trace.operations.fetch(ids)

    def call_of(self, operation: Operation) -> Call | None:
        """Return the call of an operation; None if no line of the program's own called it."""
        rows = self.trace.ask("select call from recorded_operations where id = ?", [operation.id])
        return self.calls.get(rows["call"][0].as_py())

    def maker(self, operand: Operand, before: int) -> Operation | None:
        """Return the last operation before the id `before` that left what an operand holds; None if none did."""
        return next(iter(self._makers(operand, before, 1)), None)

    def own_maker(self, operand: Operand, before: int) -> Operation | None:
        """Return the last operation of the program's own before `before` that left what an operand holds."""
        return next(filter(self.is_own, self._makers(operand, before, _MOST_MAKERS)), None)

    def readers(self, operation: Operation, limit: int = 8) -> list[Operation]:
        """Return the next operations of the program that read what `operation` left: by content and by address."""
        left = [operand for operand in operation.operands if operand.role in ("output", "mutated")]
        addresses = [operand.address for operand in left if operand.address and operand.kind == "array"]
        hashes = {operand.hash for operand in left if operand.hash}
        contents = self._contents(operation.id)
        if not contents and not addresses:
            return []
        rows = self.trace.ask(
            """
            select distinct operation from operand_layouts
            where operation > ? and operation <= ? and role in ('input', 'argument')
                and (content in (select unnest(?::bigint[])) or address in (select unnest(?::ubigint[])))
            order by operation limit ?
            """,
            [operation.id, operation.id + _HORIZON, contents, addresses, 4 * limit],
        )["operation"].to_pylist()
        found = [later for later in self.fetch(rows) if self.is_own(later)]
        return [later for later in found if any(o.hash in hashes for o in later.operands)][:limit]

    def is_own(self, operation: Operation) -> bool:
        """Return whether the program's own code called `operation`."""
        site = operation.user_site
        own = operation.user_visible or operation.site == site
        return own and site is not None and is_user_file(site.file)

    def _makers(self, operand: Operand, before: int, most: int) -> list[Operation]:
        made = self.trace.ask(_MAKERS, [operand.hash, before, most])["operation"].to_pylist()
        return sorted(self.fetch(made), key=lambda one: -one.id)

    def _contents(self, operation: int) -> list[int]:
        rows = self.trace.ask(
            "select content from results where operation = ? and content is not null", [operation]
        )
        return [int(number) for number in rows["content"].to_pylist()]


def reached(
    evidence: Evidence,
    start: Operation,
    hops: int = 3,
    onward: Callable[[Operation], bool] = lambda operation: True,
) -> Iterator[Operation]:
    """Yield the operations that what `start` left flows into, nearest first, up to `hops` operations away.

    onward: beyond which operations it is followed.
    """
    seen = {start.id}
    wave = [start]
    for _ in range(hops):
        following: list[Operation] = []
        for operation in wave[:6]:
            for later in evidence.readers(operation):
                if later.id not in seen:
                    seen.add(later.id)
                    yield later
                    if onward(later):
                        following.append(later)
        wave = following


def finding_of(
    kind: str,
    call: Call,
    operation: int,
    calls: int,
    problem: str,
    fix: str,
    look: str = "",
    written: str = "",
) -> Finding:
    """Return a finding about a call's line."""
    return Finding(
        kind,
        call.file,
        call.line,
        call.function,
        operation,
        calls,
        problem,
        fix,
        look or f"show T {operation}",
        written=written,
    )


def first_faults(
    evidence: Evidence,
    kind: str,
    found: Iterable[tuple[Call, list[int]]],
    problem: Callable[[Operation], str | None],
    fix: str,
) -> Iterator[Finding]:
    """Yield a finding for the first operation of each call of which `problem` says what is wrong.

    found: calls with ids of their operations, of which no more than `MOST_CALLS` are looked at.
    """
    for call, ids in found:
        for operation in evidence.fetch(ids[:MOST_CALLS]):
            said = problem(operation)
            if said is not None:
                yield finding_of(kind, call, operation.id, len(ids), said, fix)
                break


def in_order(
    evidence: Evidence, names: Iterable[str], wanted: Callable[[Call], bool] = lambda call: True
) -> list[tuple[Call, Operation]]:
    """Return the operations with these short names, the first `MOST_CALLS` of each line, in the order they ran.

    wanted: of which calls.
    """
    found = [
        (call, operation)
        for call, ids in evidence.operations(filter(wanted, evidence.named(*names)))
        for operation in evidence.fetch(ids[:MOST_CALLS])
    ]
    return sorted(found, key=lambda one: one[1].id)


def operand_at(operation: Operation, position: int, name: str) -> Operand | None:
    """Return the operand that was given at a position, or by this name; None if there is none."""
    for one in operation.operands:
        if one.role in ("input", "argument") and (one.position == position or one.name == name):
            return one
    return None


def is_trait(call: Call, trait: Trait) -> bool:
    """Return whether the operation has a trait."""
    return bool(call.traits & trait)


def last_name(operation: Operation) -> str:
    """Return an operation's name without its library, class and module."""
    return function_name(operation.name)
