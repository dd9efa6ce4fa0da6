"""What changed from one run to another: the first operation that went differently, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from numscope.analysis.concepts.array_difference import Tolerance
from numscope.analysis.diff.backward_of_changes import backward_of_changes
from numscope.analysis.diff.given_otherwise import FirstDifference, GivenOtherwise, given_otherwise
from numscope.analysis.diff.judging import Judged, OperandDifference, differing_operands, judge, judge_all
from numscope.analysis.diff.pairs import Lone, pair
from numscope.analysis.diff.plain_python import verdict_without_values
from numscope.analysis.diff.regrouping import Regrouping, regroupings
from numscope.analysis.diff.rows import DiffRows
from numscope.analysis.diff.run_environment import EnvironmentChange, environment_changes
from numscope.analysis.diff.trying.tried import Known, Tried, try_changes
from numscope.analysis.diff.uninitialised import Uninitialised
from numscope.analysis.diff.verdict import Verdict, verdict
from numscope.errors import UsageError
from numscope.operations.traits import Trait
from numscope.trace import Operation, Trace
from numscope.trace.elsewhere import address_of
from numscope.trace.operation import AFTER
from numscope.trace.parts import Piece, map_pieces

# Values are compared for at most so many pairs of operations; what lies beyond counts by its hash.
_MOST_COMPARED = 20_000
_FETCHED_AT_ONCE = 256
# Of shorter programs, one edit can leave nothing alike.
_FEWEST_UNRELATED = 8


@dataclass(frozen=True)
class Change:
    """One place where the runs differ.

    kind: `result` (same inputs and arguments, another result), `random` (a generator in another state), `argument`,
    `swapped` (same operands in another order), `input` (data that no earlier change explains), `uninitialised` (it
    read what `numpy.empty` left), `exception`, `replaced` (another operation at its place), `other path` (called from
    another function), `removed`, `inserted`, `moved` (in both, at another place in the order), `consequence`. first,
    second: the operations. times: how often, at the same line or from the same function; this is the first time.
    """

    kind: str
    first: Operation | None
    second: Operation | None
    operands: tuple[OperandDifference, ...] = ()
    times: int = 1


@dataclass(frozen=True)
class Consequences:
    """Operations that went differently because their inputs did, by how.

    values: other elements. layout: other shapes or dtypes came in. exception: raised in one run only. ended: the result
    is the same all the same. unreached: not come to, for one run ended in an exception. last: the last of the others
    that were given to compare, in full.
    """

    values: int = 0
    layout: int = 0
    exception: int = 0
    ended: int = 0
    unreached: int = 0
    last: Change | None = None

    @property
    def total(self) -> int:
        """All of them."""
        return self.values + self.layout + self.exception + self.ended + self.unreached


@dataclass(frozen=True)
class Diff:
    """What differs between two runs, outermost operations only.

    changes: causes, in the order in which they came; the first is where to look. within_tolerance: operations whose
    results differ by no more than is allowed. related: False when the runs share so little that they are of
    different programs. verdict: whether the results agree, and what to look at first if they do not. regrouped:
    functions whose operations stand in others now, with the same values. tried: what running the program with some of
    its changes has shown, if that was asked for; its cause is the verdict's. given: what one and the same program was
    given otherwise.
    """

    environment: tuple[EnvironmentChange, ...]
    changes: tuple[Change, ...]
    found: int
    consequences: Consequences
    within_tolerance: int
    paired: int
    first_count: int
    second_count: int
    related: bool
    verdict: Verdict
    regrouped: tuple[Regrouping, ...] = ()
    tried: Tried | None = None
    given: GivenOtherwise | None = None

    @property
    def equal(self) -> bool:
        """Whether both runs end in the same, whatever they do on the way."""
        if not self.found and self.verdict.said is None:
            return True
        cut_short = self.consequences.unreached or any(one.kind == "exception" for one in self.changes)
        # What plain Python makes of numbers is not seen: read more often, they may give something else.
        in_python = self.verdict.cause is not None and not self.verdict.as_often
        return self.verdict.printed or (self.verdict.agree and not cut_short and not in_python)


def diff(
    first: Trace,
    second: Trace,
    tolerance: Tolerance | None = None,
    limit: int = 10,
    trying: bool = False,
) -> Diff:
    """Compare two traces; at most `limit` changes are given in full.

    trying: the changes are tried afterwards (`with_changes_tried`), which needs no recorded values.

    Raises UsageError if one of them holds no content hashes (`--values none`), or if one alone holds no operation, no
    line of the other is wrong by itself, and nothing is tried.
    """
    empty = [trace for trace in (first, second) if not len(trace)]
    if len(empty) == 1:
        return _with_plain_python(first, second, empty[0], trying)
    for trace in (first, second):
        hashes = trace.ask("select 1 from contents where hash_low is not null limit 1").num_rows
        arrays = trace.ask("select 1 from operand_layouts where kind in ('array', 'scalar') limit 1").num_rows
        if arrays and not hashes:
            raise UsageError(f"{trace.path} holds no content hashes: record with --values stats or full.")
    tolerance = tolerance or Tolerance()
    return _Comparison(first, second, tolerance).result(limit)


def _with_plain_python(first: Trace, second: Trace, empty: Trace, trying: bool) -> Diff:
    found = verdict_without_values(first, second)
    if found.cause is None and not trying:
        raise UsageError(
            f"{empty.path} holds no operation: its program called nothing that numscope watches, so there is "
            "nothing to compare the other run with. Add --try: it runs both, and compares what they print."
        )
    counts = len(first), len(second)
    return Diff((), (), 1, Consequences(), 0, 0, *counts, related=False, verdict=found)


def with_changes_tried(answer: Diff, first: Trace, second: Trace) -> Diff:
    """Return the answer with the change as its cause that was found by running the program with some of them.

    Raises UsageError where running can't tell.
    """
    before = answer.verdict
    parted = None if before.removed else before.parted
    site = None if parted is None else parted.user_site or parted.site
    found = try_changes((first, second), before.program, Known(before.cause, site))
    # The change that was the cause before is one of the others now; those that do not matter stay left out.
    told = [*before.others, before.cause]
    others = tuple(one for one in before.program.changes if one in told and one != found.cause)
    verdict = replace(before, cause=found.cause, others=others, fault=None)
    return replace(answer, verdict=verdict, tried=found)


def _first_difference(changes: Sequence[Change]) -> FirstDifference | None:
    for change in changes[:1]:
        if change.first is not None and change.second is not None:
            return FirstDifference(change.first, change.second, change.operands)
    return None


def _is_given_unseen(operation: Operation) -> bool:
    """Whether a library's call is given an object of which nothing is recorded, such as a pipeline: made otherwise, it
    gives another result."""
    given = [one for one in operation.operands if one.role in ("argument", "input")]
    described = {one.position for one in given if one.item}
    return Trait.STANDS in operation.traits and any(
        one.kind == "object" and not one.item and one.position not in described for one in given
    )


def _settings(operation: Operation) -> list[object]:
    """Return what objects that went in, such as estimators, are set to."""
    return [
        operand.attributes
        for operand in operation.operands
        if operand.kind == "object" and operand.role not in AFTER
    ]


class _Comparison:
    def __init__(self, first: Trace, second: Trace, tolerance: Tolerance) -> None:
        self._traces = (first, second)
        self._rows = (DiffRows(first), DiffRows(second))
        self._tolerance = tolerance
        self._tolerated = 0
        self._following: list[tuple[int, int]] = []
        self._uninitialised = Uninitialised(first)
        self._seeded_otherwise = False
        self._judged: Judged = {}
        self._judged_up_to = 0
        self._batch = -1
        self._fetched: tuple[dict[int, Operation], dict[int, Operation]] = ({}, {})

    def result(self, limit: int) -> Diff:
        a, b = self._rows
        pairing = pair(a, b)
        # In the order of the second run; what was removed stands where it stood in the first.
        causes = [*pairing.lone, *self._causes(self._differing(pairing.pairs), pairing.lone)]
        folded = backward_of_changes(causes, self._rows, self._traces)
        self._following += [
            (one.first, one.second) for one in folded if one.first is not None and one.second is not None
        ]
        causes = sorted((one for one in causes if one not in folded), key=lambda lone: lone.position)
        lines: dict[tuple[str, int, int], list[Lone]] = {}
        for lone in causes:
            lines.setdefault(self._line(lone), []).append(lone)
        paired = len(pairing.pairs) + pairing.alike
        rerouted = any(lone.kind in ("other path", "removed", "inserted") for lone in causes)
        environment = environment_changes(*self._traces)
        changes = tuple(self._change(same[0], len(same)) for same in islice(lines.values(), max(limit, 1)))
        found = verdict(*self._traces, self._tolerance, alike=not lines and not self._tolerated)
        return Diff(
            environment,
            changes[:limit],
            len(lines),
            self._consequences(pairing.unreached),
            self._tolerated,
            paired,
            len(a),
            len(b),
            related=min(len(a), len(b)) < _FEWEST_UNRELATED or paired * 4 >= min(len(a), len(b)),
            verdict=found,
            regrouped=regroupings(self._traces, self._rows) if rerouted else (),
            given=given_otherwise(self._traces, found.program, environment, _first_difference(changes)),
        )

    def _line(self, lone: Lone) -> tuple[str, int, int]:
        """What changes of one kind at one line have in common; of operations called from elsewhere, the function."""
        by_function = lone.kind == "other path"
        parts = [
            0
            if row is None
            else int(rows.caller[row])
            if by_function
            else hash((int(rows.path[row]), int(rows.line[row])))
            for rows, row in zip(self._rows, (lone.first, lone.second), strict=True)
        ]
        return lone.kind, parts[0], parts[1]

    def _differing(self, pairs: Any) -> list[tuple[int, int]]:
        a, b = self._rows
        x, y = pairs[:, 0], pairs[:, 1]
        differ = (
            (a.outputs[x] != b.outputs[y]) | (a.inputs[x] != b.inputs[y]) | (a.arguments[x] != b.arguments[y])
        )
        found = pairs[differ]
        return [(x, y) for x, y in found[b.rank[found[:, 1]].argsort()].tolist()]

    def _causes(self, differing: list[tuple[int, int]], lone: list[Lone]) -> list[Lone]:
        """Which of the differing pairs began a difference; the others only passed one on."""
        causes: list[Lone] = []
        first_lone = min((one.position for one in lone if one.kind != "other path"), default=float("inf"))
        for number, (x, y) in enumerate(differing):
            kind = self._kind(x, y)
            explained = bool(causes) or first_lone < self._rows[1].rank[y]
            if kind == "input" and explained:
                self._following.append((x, y))
                continue
            if number < _MOST_COMPARED:
                self._judge_ahead(differing, number)
                self._fetch_from(differing, number)
                kind = self._look_closer(x, y, kind)
                if kind in ("result", "random") and explained and _is_given_unseen(self._operation(1, y)):
                    self._following.append((x, y))
                    continue
            if kind == "tolerated":
                self._tolerated += 1
            elif kind == "seeded otherwise" or (kind == "set otherwise" and explained):
                self._following.append((x, y))
            elif kind != "uninitialised until now":
                kind = "argument" if kind == "set otherwise" else kind
                causes.append(Lone(float(self._rows[1].rank[y]), kind, x, y))
        return causes

    def _look_closer(self, x: int, y: int, kind: str) -> str:
        """`kind`, or what it turns out to be when operands are compared."""
        first, second = self._operation(0, x), self._operation(1, y)
        if kind == "result" and _settings(first) != _settings(second):
            return "set otherwise"
        if kind == "argument" and second.traits & Trait.SEEDS:
            self._seeded_otherwise = True
        if kind == "argument":
            return "tolerated" if self._judge(first, second) == "tolerated" else kind
        if kind not in ("input", "result"):
            return kind
        if kind == "result" and second.traits & Trait.DRAWS:
            return "seeded otherwise" if self._seeded_otherwise else "random"
        if self._uninitialised.explains(first, second):
            return "uninitialised until now"
        judged = self._judge(first, second) or kind
        return (
            "uninitialised" if judged == "input" and self._uninitialised.is_cause(first, second) else judged
        )

    def _kind(self, x: int, y: int) -> str:
        a, b = self._rows
        if a.unplaced[x] == b.unplaced[y] and a.operands[x] != b.operands[y]:
            return "swapped"
        if a.inputs[x] != b.inputs[y]:
            return "input"
        return "result" if a.arguments[x] == b.arguments[y] else "argument"

    def _judge(self, first: Operation, second: Operation) -> str | None:
        both = (first.id, second.id)
        return self._judged[both] if both in self._judged else judge(first, second, self._tolerance)

    def _judge_ahead(self, differing: list[tuple[int, int]], number: int) -> None:
        """Have the next differing pairs judged by the first trace's scheduler."""
        first, second = self._traces
        if first.scheduler is None or number < self._judged_up_to:
            return
        at_once = _FETCHED_AT_ONCE * first.scheduler.workers
        ids = [rows.ids for rows in self._rows]
        ahead = [(int(ids[0][x]), int(ids[1][y])) for x, y in differing[number : number + at_once]]
        shares = [ahead[start : start + _FETCHED_AT_ONCE] for start in range(0, len(ahead), _FETCHED_AT_ONCE)]
        given = (address_of(second), self._tolerance)
        for judged in map_pieces(first, judge_all, [Piece(None, (*given, share)) for share in shares]):
            self._judged.update(judged)
        self._judged_up_to = number + at_once

    def _fetch_from(self, differing: list[tuple[int, int]], number: int) -> None:
        """Have the operations of differing pairs ready, those of many pairs with one query."""
        if number // _FETCHED_AT_ONCE == self._batch:
            return
        self._batch = number // _FETCHED_AT_ONCE
        start = self._batch * _FETCHED_AT_ONCE
        for side in (0, 1):
            rows = [both[side] for both in differing[start : start + _FETCHED_AT_ONCE]]
            ids = [int(self._rows[side].ids[row]) for row in rows]
            fetched = self._fetched[side]
            fetched.clear()
            fetched.update({one.id: one for one in self._traces[side].operations.fetch(ids)})

    def _operation(self, which: int, row: int) -> Operation:
        number = int(self._rows[which].ids[row])
        known = self._fetched[which].get(number)
        return known if known is not None else self._traces[which].operations.fetch([number])[0]

    def _consequences(self, unreached: int) -> Consequences:
        a, b = self._rows
        counts = {"values": 0, "layout": 0, "exception": 0, "ended": 0}
        last = None
        for x, y in self._following:
            if a.outputs[x] == b.outputs[y]:
                kind = "ended"
            elif a.raised[x] != b.raised[y]:
                kind = "exception"
            else:
                kind = "values" if a.shapes[x] == b.shapes[y] else "layout"
            counts[kind] += 1
            last = (x, y) if kind != "ended" else last
        end = None if last is None else self._change(Lone(0.0, "consequence", *last))
        return Consequences(**counts, unreached=unreached, last=end)

    def _change(self, lone: Lone, times: int = 1) -> Change:
        first = None if lone.first is None else self._operation(0, lone.first)
        second = None if lone.second is None else self._operation(1, lone.second)
        if first is None or second is None or lone.kind in ("moved", "other path"):
            return Change(lone.kind, first, second, times=times)
        raised = first.exception != second.exception and lone.kind in ("result", "argument", "swapped")
        operands = differing_operands(first, second, self._tolerance)
        return Change("exception" if raised else lone.kind, first, second, operands, times)
