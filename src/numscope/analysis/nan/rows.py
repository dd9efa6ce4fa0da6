"""Where non-finite values of a trace began, and what they poisoned: what follows from the order of operands."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, islice
from operator import attrgetter

from numscope.analysis.concepts.objects_inside import MOST_NESTED
from numscope.analysis.concepts.uninitialised import is_fresh, is_possible
from numscope.analysis.nan.flow import Absorbed, Flow
from numscope.analysis.nan.gaps import with_gaps
from numscope.analysis.nan.harm import Effect, Harm
from numscope.analysis.nan.hidden_inputs import hidden_inputs
from numscope.analysis.nan.newness import new_in
from numscope.analysis.nan.operands import (
    MOST_ROWS,
    NonfiniteOperand,
    fetch_nonfinite_operands,
)
from numscope.analysis.nan.refusals import given_by_objects, raising_calls, refusals
from numscope.analysis.nan.source import Lines
from numscope.analysis.nan.states import Judgement, States, Step
from numscope.analysis.nan.uninitialised import UninitialisedMemory
from numscope.analysis.nan.unseen_objects import unseen_objects
from numscope.analysis.nan.weights import weight_updates
from numscope.operations.lore.formatting import FORMATTERS
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.skipping import (
    COMPARES_WITH_ITSELF,
    HANDLES,
    LEAVES_MASKED,
    PREFERS_NUMBERS,
    SKIPS,
    SKIPS_BY,
)
from numscope.operations.lore.spellings import ALIGNS, LOOKS_UP
from numscope.operations.lore.starting_points import SEARCHES
from numscope.operations.traits import PASSES_ON, Trait, expects_nonfinite, has_sql
from numscope.rules.origin_kind import OriginKind
from numscope.trace import Trace
from numscope.trace.dropped import dropped_from

_MOST_FRESH = 500
_MOST_SHADOWS = 16
_FIRST_KEPT = 0.1  # of the operations that are kept
# Whether the library was given floats at the line where an operation gave memory.
_NUMBERS_AT_LINE = """
    with line as (select user_file, user_line from operations where id = ?)
    select 1 from operand_contents join operations on operation = operations.id, line
    where operations.user_line = line.user_line and operations.user_file = line.user_file
        and operation <= ? and role = 'input' and dtype = 'float64' and minimum is not null
        and not isnan(minimum) limit 1
"""
# Beside a functorch wrapper, which has no memory of its own, stands what it wraps.
_WITH_NUMBERS = """
    with given as (
        select operation, role, name = 'special' and type is distinct from 'functorch wrapper' as special,
            kind = 'array' and regexp_matches(dtype, '^(float|complex)') and nans is null and data_bytes > 0 as unseen,
            address is null as unplaced
        from operand_contents
        where operation between ? and ? and operation in (select unnest(?::bigint[]))
            and (role = 'attribute' or role = 'input' and dtype is distinct from 'object'
                and (kind in ('array', 'scalar', 'int', 'float') or text similar to '[[(].*[0-9].*')) -- a list
    )
    select operation from given group by operation
    having bool_or(role = 'input')
        and not coalesce(bool_or(role = 'input' and unseen and not unplaced), false)
        and not (coalesce(bool_or(special), false) and coalesce(bool_or(role = 'input' and unseen), false))
"""
# Calls during which other threads ran operations of their own.
_COMPUTED_BY_THREADS = """
    select waiting.id, waiting.time_ns + waiting.duration_ns as ended from operations waiting
    where waiting.id in (select unnest(?::bigint[])) and exists (
        select 1 from operations other where other.process = waiting.process and other.thread <> waiting.thread
            and other.depth = 0 and other.time_ns between waiting.time_ns and waiting.time_ns + waiting.duration_ns)
"""


@dataclass(frozen=True)
class OriginRow:
    """An operation at which non-finite values began. place: of the first input that brought them in, if any did.

    grown: a library brought in more of them than it was given. birth: the operation that gave the memory in which they
    were found, where a library's compiled code wrote them.
    """

    operation: int
    kind: OriginKind
    nans: int
    infinities: int
    place: int | None
    grown: bool = False
    birth: int | None = None


class NonfiniteRows:
    """Answers about the non-finite operands of `trace`. lines: of the program, at its call sites.

    known: whether the trace holds statistics at all. whole: False if there are more than the 300,000 looked at.
    """

    def __init__(self, trace: Trace, lines: Lines | None = None) -> None:
        self._trace = trace
        self.known = _holds_statistics(trace)
        rows = fetch_nonfinite_operands(trace) if self.known else []
        self.whole = len(rows) < MOST_ROWS
        self._by_operation = {
            operation: list(rows) for operation, rows in groupby(rows, attrgetter("operation"))
        }
        self._raising = raising_calls(trace)
        self._by_operation |= given_by_objects(self._raising, self._by_operation)
        self._uninitialised = UninitialisedMemory(trace, rows)
        self._order = self._in_order(trace)
        self.new = new_in(trace, self._by_operation)
        self._judged = self._judge()
        self._kinds = {
            operation: judgement.kind for operation, judgement in self._judged.items() if judgement.kind
        }
        self._forget_fresh()
        self.from_dropped = self._appeared_first() if dropped_from(trace) is not None else frozenset()
        self._outermost = self._stand_on_their_own()
        reached = self._outermost.intersection(self._kinds)
        ran = self._ran_others(reached)
        reached -= ran
        outer = {one: self._by_operation[one][0].parent for one in reached}
        self._began_inside = {one: parent for one, parent in outer.items() if parent in reached}
        # What a function of the program gave to the library's call that ran it, the call hands on as its own.
        self._handed_to = {one: parent for one, parent in outer.items() if parent in ran}
        self._reached = reached - self._began_inside.keys()
        self._refused = self._makers_refused()
        self._reached.update(self._refused)
        self._flow = self._follow(lines or Lines())
        self._births = self._find_births()
        self._nothing_left = self._where_nothing_is_left()
        self._found_no_label = self._where_no_label_was_found()

    def origins(self) -> list[OriginRow]:
        """The outermost operations at which non-finite values began, in the order in which they began."""
        began = self._reached - self._flow.continued | self._flow.filled
        return [self._row(operation) for operation in self._order if operation in began]

    def judged_alone(self) -> list[OriginRow]:
        """Return where values began by what each operation shows alone, whatever flowed between them unseen."""
        return [self._row(operation) for operation in self._order if operation in self._reached]

    def _row(self, operation: int) -> OriginRow:
        brought_in = self._judged[operation].brought_in
        relevant = brought_in or [row for row in self._by_operation[operation] if row.after]
        new = self.new.get(operation)
        return OriginRow(
            operation,
            self._kinds.get(operation, OriginKind.GIVEN),
            new.nans if new else sum(row.nans for row in relevant),
            new.infinities if new else sum(row.infinities for row in relevant),
            brought_in[0].place if brought_in else None,
            operation in self._flow.grown | self._nothing_left | self._found_no_label,
            self._births.get(operation),
        )

    def effect(self, operation: int) -> Effect:
        """Return what became of the values that began at `operation`."""
        effect = self._worst_inside(operation)
        if operation in self._refused:
            return replace(effect, harm=Harm.NUMBER, end=self._refused[operation])
        expected = expects_nonfinite(self._by_operation[operation][0].traits)
        if effect.harm is Harm.SKIPPED and (expected or operation in self._flow.handled):
            return replace(effect, harm=Harm.INSIDE)
        if operation in self._found_no_label and effect.harm is Harm.INSIDE:
            return replace(effect, harm=Harm.NUMBER)
        if operation in self._nothing_left | self._found_no_label and effect.harm < Harm.SHOWN:
            return replace(effect, harm=Harm.SHOWN)
        return effect

    def _worst_inside(self, operation: int) -> Effect:
        """Return what became of its values: what began inside it, where an object hid it, is the same values."""
        inside = [one for one, outer in self._began_inside.items() if outer == operation]
        effects = [self._flow.effects[one] for one in (operation, *inside) if one in self._flow.effects]
        handed_on = self._flow.effects.get(self._handed_to.get(operation, operation))
        if handed_on is not None and handed_on.harm is Harm.NUMBER:
            effects.append(handed_on)
        return max(effects, key=attrgetter("harm"), default=Effect())

    def _in_order(self, trace: Trace) -> list[int]:
        """Return the operations to look at; of several processes in the order of time."""
        times = {operation: rows[0].time_ns for operation, rows in self._by_operation.items()}
        processes = {rows[0].process for rows in self._by_operation.values()}
        fresh = self._uninitialised.times
        if len(processes) < 2:
            return sorted({*times, *fresh})
        return sorted({*times, *fresh}, key=lambda one: (times.get(one, fresh.get(one)), one))

    def _as_they_ended(self, waiting: Collection[int]) -> list[int]:
        """Return the operations in order, and those of `waiting` for which threads computed behind what these did."""
        rows = self._trace.ask(_COMPUTED_BY_THREADS, [sorted(waiting)]).to_pylist() if waiting else []
        if not rows:
            return self._order
        began = {operation: rows[0].time_ns for operation, rows in self._by_operation.items()}
        times = self._uninitialised.times | began | {row["id"]: row["ended"] for row in rows}
        return sorted(self._order, key=lambda one: (times[one], one))

    def _follow(self, lines: Lines) -> Flow:
        steps = {OriginKind.UNINITIALISED: Step.READS_UNWRITTEN, OriginKind.GIVEN: Step.IS_GIVEN}
        judged = {
            operation: judgement._replace(step=steps.get(kind, judgement.step)) if kind else judgement
            for operation, judgement in self._judged.items()
            for kind in (self._kinds.get(operation),)
        }
        operands = (row for rows in self._by_operation.values() for row in rows)
        unseen = unseen_objects(self._trace, self._by_operation)
        flow = Flow(
            judged,
            self._uninitialised.fresh,
            lines,
            self._absorbed(),
            self._framed(),
            self.from_dropped,
            self.new,
            weight_updates(self._trace, operands),
            self._handed_out(),
            _making_text(self._trace, self._outermost),
            self._searches(),
            with_gaps(
                self._trace, (one for one, judgement in judged.items() if judgement.step is Step.LACKS)
            ),
            unseen,
        )
        for operation in self._as_they_ended(unseen.out_of):
            if operation in self._outermost or operation in self._uninitialised.fresh:
                flow.take(operation, self._by_operation.get(operation, ()))
            else:
                flow.take_inside(self._by_operation[operation])
        flow.finish()
        return flow

    def _handed_out(self) -> frozenset[int]:
        """Return the operations with which a library's public call wrote values into what it returned.

        As `curve_fit` fills the covariance with infinity where it found none: the program wrote no such number.
        """
        return frozenset(
            operation
            for operation in self._reached
            if self._kinds.get(operation) is OriginKind.GIVEN and self._public_call_returns_some(operation)
        )

    def _public_call_returns_some(self, operation: int) -> bool:
        row = self._by_operation[operation][0]
        around = self._by_operation.get(row.parent, []) if row.depth == 1 and row.parent is not None else []
        return any(one.after and one.traits & Trait.STANDS for one in around)

    def _appeared_first(self) -> frozenset[int]:
        """Return the operations whose values no operation made that was kept, and that are among the first kept.

        What a loop carries from step to step is there from the first; what is loaded later comes from outside.
        """
        first = len(self._trace) * _FIRST_KEPT
        return frozenset(
            operation
            for operation, kind in self._kinds.items()
            if kind is OriginKind.APPEARED and operation < first
        )

    def _forget_fresh(self) -> None:
        """What torch's tensors held when their memory was given is no origin until an operation reads it."""
        appeared = [operation for operation, kind in self._kinds.items() if kind is OriginKind.APPEARED]
        if not appeared or not is_possible(self._trace):
            return
        for operation in appeared[:_MOST_FRESH]:
            rows = [row for row in self._by_operation[operation] if not row.after]
            if rows and is_fresh(self._trace, {row.raw_address for row in rows}, operation):
                if self._is_lifted(operation, rows[0].hash):
                    self._kinds[operation] = OriginKind.GIVEN
                elif rows[0].traits & Trait.VIEW:
                    del self._kinds[operation]
                else:
                    self._kinds[operation] = OriginKind.UNINITIALISED

    def _is_lifted(self, operation: int, content: tuple[int, int] | None) -> bool:
        """Return whether the program gave this content as Python's numbers."""
        near = (row for later in (1, 2) for row in self._by_operation.get(operation + later, ()))
        return content is not None and any(row.traits & Trait.LIFTS and row.hash == content for row in near)

    def contained(self) -> int:
        """How many inner operations made non-finite values that did not get out of the operation they ran inside of."""
        outer_bad = {
            operation for operation, rows in self._by_operation.items() if any(row.after for row in rows)
        }
        return sum(
            1
            for operation in self._made
            if operation not in self._reached
            and self._by_operation[operation][0].parent not in outer_bad
            and not expects_nonfinite(self._by_operation[operation][0].traits)
        )

    def made_inside(self, operation: int) -> list[int]:
        """Return all operations inside `operation` that made such values, in their order."""
        within = {operation}
        for number in sorted(self._by_operation):
            if self._by_operation[number][0].parent in within:
                within.add(number)
        return [number for number in sorted(self._made) if number in within and number != operation]

    def makers_inside(self, operation: int) -> list[int]:
        """Operations inside `operation`, outermost first, each the first in the one before that made such values."""
        chain: list[int] = []
        children: dict[int, int] = {}
        for number in sorted(self._made, reverse=True):
            parent = self._by_operation[number][0].parent
            if parent is not None:
                children[parent] = number
        within = operation
        while within in children and len(chain) < 64:
            within = children[within]
            chain.append(within)
        return chain if chain and self._is_shadow(chain[-1]) else self._shadow_below(operation) or chain

    def _is_shadow(self, operation: int) -> bool:
        return bool(self._by_operation[operation][0].traits & Trait.SHADOW)

    def _shadow_below(self, operation: int) -> list[int]:
        """Return the first shadow inside that made such values: what lies between may show only handles."""
        made = [one for one in sorted(self._made) if one > operation and self._is_shadow(one)][:_MOST_SHADOWS]
        for one in made:
            above: int | None = one
            while above is not None and above > operation:
                above = self._trace.ask("select parent from operations where id = ?", [above])["parent"][
                    0
                ].as_py()
            if above == operation:
                return [one]
        return []

    def _makers_refused(self) -> dict[int, int]:
        """Return what last made such values inside a library's call that ended in an exception, with that call."""
        makers = {one for one, judgement in self._judged.items() if judgement.step is Step.MAKES}
        refused = {}
        for outer in self._raising:
            inside = makers.intersection(self.made_inside(outer)) if makers else ()
            if inside:
                refused[max(inside)] = outer
        return refused

    def _ran_others(self, reached: Collection[int]) -> set[int]:
        """Return the calls that ran code of the program's own, in which such values began: that is where."""
        parents = {self._by_operation[one][0].parent for one in reached if one in self._outermost}
        return {
            one
            for one in parents.intersection(reached)
            if one is not None and self._by_operation[one][0].traits & Trait.STANDS
        }

    def shadow_inside(self, operation: int) -> int | None:
        """Return the operation that made such values in a copy that ran beside `operation`; None: there was no copy."""
        chain = self.makers_inside(operation)
        last = self._by_operation[chain[-1]][0] if chain else None
        return chain[-1] if last is not None and last.traits & Trait.SHADOW else None

    def _find_births(self) -> dict[int, int]:
        """Return by operation which one gave the memory of the values that it met, if a library filled it unseen."""
        met = {
            operation: self._judged[operation].brought_in[0]
            for operation in self._reached
            if self._judged[operation].step is Step.MEETS and operation not in self._flow.continued
        }
        found = {}
        for operation, operand in islice(met.items(), _MOST_FRESH):
            place = operand.owner if operand.owner is not None else operand.address
            row = self._trace.ask(
                f"""
                select arg_max(o.id, o.id) as id, arg_max({has_sql("o.traits", Trait.UNINITIALISED)}, o.id) as given
                from results join operations o on results.operation = o.id
                where address = ? and o.id < ? and process = ? and role = 'output' and owner is null
                """,
                [
                    None if place is None else place ^ (operand.process % 65536 << 48),
                    operation,
                    operand.process,
                ],
            ).to_pylist()[0]
            if row["given"]:
                found[operation] = row["id"]
        return found

    def _where_nothing_is_left(self) -> set[int]:
        """Return where a library's compiled code made nothing but NaN although it was given numbers."""
        found = set()
        for operation, birth in self._births.items():
            (operand, *_) = self._judged[operation].brought_in
            if _is_nothing_but_nan(operand) and self._trace.ask(_NUMBERS_AT_LINE, [birth, birth]).num_rows:
                found.add(operation)
        return found | {one for one in self._reached if self._leaves_nothing(one)}

    def _where_no_label_was_found(self) -> set[int]:
        """Return where the program looked labels up, found none, and printed what was missing or dealt with none of it.

        A library may deal with missing values, as a Kalman filter does: of no values at all it makes numbers that say
        nothing.
        """
        looked_up = {
            one
            for one in self._reached - (self._flow.handled - self._flow.printed_as_they_are)
            if function_name(self._by_operation[one][0].name) in LOOKS_UP | ALIGNS
            and self._judged[one].step is Step.LACKS
            and all(_is_nothing_but_nan(row) for row in self._by_operation[one])
        }
        return looked_up & self._with_array_inputs() if looked_up else set()

    def _leaves_nothing(self, operation: int) -> bool:
        """Return whether a library's public call made an array of nothing but NaN of one with numbers, too."""
        rows = self._by_operation[operation]
        given = [row for row in rows if not row.after and row.data_bytes is not None and row.nans]
        left = [row for row in rows if row.after]
        public = rows[0].traits & Trait.STANDS and not rows[0].in_library
        whole = [_is_nothing_but_nan(row) for row in left]
        return bool(public and whole and all(whole)) and any(
            row.nans * 8 < (row.data_bytes or 0) for row in given
        )

    def _searches(self) -> set[int]:
        """Return the searches that ran functions of the program and returned finite numbers only."""
        outer = {self._by_operation[one][0].parent for one in self._outermost if one in self._by_operation}
        finite = {
            one
            for one in outer
            if one is not None and not any(row.after for row in self._by_operation.get(one, ()))
        }
        found = self._trace.ask(
            "select id from operations where id in (select unnest(?::bigint[])) and exception is null "
            "and regexp_matches(name, ?)",
            [sorted(finite), SEARCHES],
        )
        return set(found["id"].to_pylist())

    def _framed(self) -> set[int]:
        parents = {
            operation: self._by_operation.get(rows[0].parent or -1)
            for operation, rows in self._by_operation.items()
        }
        return {operation for operation, rows in parents.items() if rows and rows[0].traits & Trait.FRAME}

    def _absorbed(self) -> Absorbed:
        absorbing = [
            rows[0]
            for operation, rows in self._by_operation.items()
            if operation in self._outermost and not any(row.after for row in rows)
        ]
        tests = {row.operation for row in absorbing if expects_nonfinite(row.traits)}
        in_library = {row.operation for row in absorbing if row.in_library}
        # A library that skips or fills missing values does so by design; one that raises refuses them.
        public = {row.operation: row.in_library for row in absorbing if row.traits & Trait.STANDS}
        refusing = refusals(self._trace, public)
        tests.update(operation for operation in public if operation not in refusing)
        passes_on = {row.operation for row in absorbing if row.traits & (Trait.READS_PART | PASSES_ON)}
        masked = set(_with_masks(self._trace, [row.operation for row in absorbing]))
        masked.update(row.operation for row in absorbing if row.name.startswith(LEAVES_MASKED))
        tests.update(row.operation for row in absorbing if re.search(PREFERS_NUMBERS, row.name))
        tests.update(row.operation for row in absorbing if self._is_compared_with_itself(row))
        refused = set(_last_at_line(self._trace, tests.intersection(in_library)))
        skipping, handling = self._skipping(absorbing)
        return Absorbed(tests | passes_on | masked, refused | refusing, skipping, handling)

    def _is_compared_with_itself(self, row: NonfiniteOperand) -> bool:
        """Return whether the operation tests for NaN as `x != x` does."""
        hashes = [one.hash for one in self._by_operation[row.operation]]
        same = len(hashes) == 2 and hashes[0] is not None and hashes[0] == hashes[1]
        return same and re.search(COMPARES_WITH_ITSELF, row.name) is not None

    def _skipping(self, absorbing: Sequence[NonfiniteOperand]) -> tuple[set[int], set[int]]:
        """Return which of these leave NaN out without being asked, and by which operations the program handles them."""
        own = {row.operation for row in absorbing if not row.in_library}
        handling = {
            operation
            for operation in self._outermost
            if re.search(HANDLES, self._by_operation[operation][0].name)
            and not self._by_operation[operation][0].in_library
        }
        skipping = {one for one in own if re.search(SKIPS, self._by_operation[one][0].name)}
        asked = _asked_to_skip(self._trace, skipping)
        return skipping - asked, handling | asked

    def _judge(self) -> dict[int, Judgement]:
        """Return what each operation did with non-finite values, in the order of operations."""
        hidden = hidden_inputs(self._trace, self._by_operation)
        states = States(self._uninitialised, self._with_array_inputs(), self.new, hidden)
        return {
            operation: states.judge(operation, self._by_operation.get(operation, ()))
            for operation in self._order
        }

    @cached_property
    def _made(self) -> list[int]:
        return [operation for operation, judgement in self._judged.items() if judgement.made]

    def _with_array_inputs(self) -> set[int]:
        """Of the operations that have non-finite results, those that were given numbers to make them of.

        A slice of an array that was not looked at may show what is in there: it made none.
        """
        ids = [operation for operation, rows in self._by_operation.items() if any(row.after for row in rows)]
        if not ids:
            return set()
        found = self._trace.ask(_WITH_NUMBERS, [min(ids), max(ids), ids])
        return set(found["operation"].to_pylist())

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
            on_objects = self._trace.ask(
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


def _is_nothing_but_nan(row: NonfiniteOperand) -> bool:
    """Return whether an array of float64 with several elements holds no number."""
    return row.nans > 1 and row.nans * 8 == row.data_bytes


def _with_masks(trace: Trace, operations: list[int]) -> list[int]:
    """Return those of these operations that were given an array of bool."""
    if not operations:
        return []
    found = trace.ask(
        """
        select distinct operation from operand_layouts
        where dtype = 'bool' and role in ('input', 'argument') and operation between ? and ?
            and operation in (select unnest(?::bigint[]))
        """,
        [min(operations), max(operations), operations],
    )
    numbers: list[int] = found["operation"].to_pylist()
    return numbers


def _making_text(trace: Trace, operations: Collection[int]) -> set[int]:
    """Return those of these operations by which a library makes text of an array or a table."""
    found = trace.ask(
        "select id from operations where site in (select id from sites where regexp_matches(file, ?))",
        [FORMATTERS],
    )
    return set(operations).intersection(found["id"].to_pylist())


def _asked_to_skip(trace: Trace, operations: Collection[int]) -> set[int]:
    """Return those of these reductions that the program told what to do with missing values."""
    looked_at = trace.operations.fetch(sorted(operations)[:_MOST_FRESH])
    return {one.id for one in looked_at if any(operand.name == SKIPS_BY for operand in one.operands)}


def _last_at_line(trace: Trace, operations: Collection[int]) -> list[int]:
    """Return those of these tests of which a library asked whether any is true, and did nothing more at that line."""
    if not operations:
        return []
    found = trace.ask(
        """
        with next as (
            select id, user_site, lead(user_site, 3) over one_thread as later, lead(name) over one_thread as following
            from called_operations where depth = 0 and id >= ?
            window one_thread as (partition by process, thread order by id)
        )
        select id from next where user_site is distinct from later and regexp_matches(following, '(any|all)$')
            and id in (select unnest(?::bigint[]))
        """,
        [min(operations), sorted(operations)],
    )
    numbers: list[int] = found["id"].to_pylist()
    return numbers


def _holds_statistics(trace: Trace) -> bool:
    """Return whether the trace has statistics of arrays; with `--values none` it has some of scalars only."""
    if trace.manifest.get("policy", {}).get("values") == "none":
        return False
    some = "select 1 from contents where nans is not null limit 1"
    return not len(trace) or bool(trace.ask(some).num_rows)
