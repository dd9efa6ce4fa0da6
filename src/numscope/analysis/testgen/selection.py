"""Which recorded operations become tests, and in which files."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import PurePath
from typing import Any

import numpy as np

from numscope.analysis.replay.replay_worker.element_bytes import without_padding
from numscope.analysis.replay.single_call import Again, NotReplayableError, call_again
from numscope.analysis.testgen.source import source_of
from numscope.errors import NumscopeError, UsageError
from numscope.probes.calling.written import NoSourceError, Source
from numscope.trace import Operation, Site, Trace
from numscope.trace.parts import Piece, map_pieces

_PAGE = 500
# How many times each of a scheduler's workers is given some of the operations.
_SHARES = 3
# None and objects have no place among arrays.
_NOT_KEPT = ("object", "literal", "none")


@dataclass(frozen=True)
class Wishes:
    """What to make tests of.

    by: `operation` or `function`, one file each. functions, operations: patterns; all if there are none. cases: at most
    so many calls of one line. max_bytes: leave out calls with more data. programs: files whose functions may be called.
    """

    by: str = "function"
    functions: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()
    cases: int = 3
    max_bytes: int = 10_000_000
    programs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Case:
    """One recorded call.

    given: arrays that went in. results: what came out, by place. changed: the arrays it changed, as they were left.
    """

    operation: Operation
    given: tuple[Any, ...]
    results: dict[int, Any]
    changed: tuple[Any, ...]


@dataclass
class TestGroup:
    """Calls from one line that are written alike: one test function with a parameter."""

    source: Source
    site: Site | None
    name: str
    exception: str | None
    cases: list[Case] = field(default_factory=list)


@dataclass(frozen=True)
class TestFile:
    """The tests of one file. subject: the operation or function."""

    stem: str
    subject: str
    groups: tuple[TestGroup, ...]


@dataclass(frozen=True)
class Selection:
    """files: what to write. left_out: how many operations could not be made into a test, by reason."""

    files: tuple[TestFile, ...]
    left_out: dict[str, int]

    @property
    def tests(self) -> int:
        """How many tests there are."""
        return sum(len(group.cases) for file in self.files for group in file.groups)


def select(trace: Trace, wishes: Wishes) -> Selection:
    """Choose the operations of `trace` that can be called again and give here what they gave then.

    Raises UsageError if the trace holds no values, or if nothing fits the wishes.
    """
    trace.require_confinement("testgen")
    if not trace.ask("select 1 from operands where inline is not null or kept limit 1").num_rows and len(
        trace
    ):
        raise UsageError(f"{trace.path} holds no values: record with --values full to make tests of it.")
    candidates = _candidates(trace)
    chooser = _Chooser(wishes, _verdicts(trace, wishes, candidates))
    if not chooser.choose(trace, candidates):
        raise UsageError(f"{trace.path} holds no operation of the program's own that fits.")
    return chooser.selection()


def function_names(operation: Operation) -> tuple[str, ...]:
    """How the function that called `operation` can be called: `module:function`, `function`."""
    site = operation.user_site or operation.site
    if site is None:
        return ()
    # A comprehension is part of the function that it stands in.
    function = (
        re.sub(r"(\.<locals>)?\.?<(listcomp|genexpr|dictcomp|setcomp)>", "", site.function or "")
        or "<module>"
    )
    function = function.replace(".<locals>", "")
    return (f"{PurePath(site.file).stem}:{function}", function)


def _fits(name: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def _candidates(trace: Trace) -> list[int]:
    found: list[int] = trace.ask("select id from operations where user_visible order by id")["id"].to_pylist()
    return found


# Why the calls of operations can't be tests; None: they can.
_Verdicts = dict[int, str | None]


def _verdicts(trace: Trace, wishes: Wishes, candidates: list[int]) -> _Verdicts:
    """Return what the trace's scheduler finds out by calling again, for each operation that is looked at below.

    What is one too many among some of the operations is one too many among all.
    """
    if trace.scheduler is None:
        return {}
    size = max(1, -(-len(candidates) // (trace.scheduler.workers * _SHARES)))
    shares = [candidates[start : start + size] for start in range(0, len(candidates), size)]
    pieces = [Piece(None, (wishes, share)) for share in shares]
    return {
        number: why for found in map_pieces(trace, _called_again, pieces) for number, why in found.items()
    }


def _called_again(trace: Trace, wishes: Wishes, candidates: list[int]) -> _Verdicts:
    verdicts: _Verdicts = {}
    _Chooser(wishes, verdicts).choose(trace, candidates)
    return verdicts


class _Chooser:
    """Chooses among operations. verdicts: of calls that were made again already; others are added."""

    def __init__(self, wishes: Wishes, verdicts: _Verdicts) -> None:
        self._wishes = wishes
        self._verdicts = verdicts
        self._files: dict[str, dict[tuple[object, ...], TestGroup]] = {}
        self._seen: set[tuple[object, ...]] = set()
        self._left_out: Counter[str] = Counter()

    def choose(self, trace: Trace, candidates: list[int]) -> int:
        """Make cases of these operations, and return how many of them fit the wishes."""
        matching = 0
        for start in range(0, len(candidates), _PAGE):
            for operation in trace.operations.fetch(candidates[start : start + _PAGE]):
                if self._is_wanted(operation):
                    matching += 1
                    self._take(operation)
        return matching

    def _is_wanted(self, operation: Operation) -> bool:
        wishes = self._wishes
        if wishes.operations and not _fits(operation.name, wishes.operations):
            return False
        names = function_names(operation)
        return not wishes.functions or any(_fits(name, wishes.functions) for name in names)

    def _take(self, operation: Operation) -> None:
        """Make a case of `operation`, or note why there is none."""
        try:
            source = source_of(operation, self._wishes.programs)
        except NoSourceError as reason:
            self._left_out[str(reason)] += 1
            return
        site = operation.user_site or operation.site
        subject = (
            operation.name if self._wishes.by == "operation" else (function_names(operation) or ("?",))[0]
        )
        raised = operation.exception.partition(":")[0] if operation.exception else None
        key = (source.text, site, raised)
        group = self._files.get(subject, {}).get(key)
        data = (*key, *(one.hash for one in operation.operands if one.is_array()))
        if data in self._seen or (group is not None and len(group.cases) >= self._wishes.cases):
            return
        self._seen.add(data)
        case = self._case(operation, source)
        if isinstance(case, str):
            self._left_out[case] += 1
            return
        if group is None:
            group = TestGroup(source, site, operation.name, operation.exception)
            self._files.setdefault(subject, {})[key] = group
        group.cases.append(case)

    def _case(self, operation: Operation, source: Source) -> Case | str:
        """The data of one call; or why it can't serve."""
        size = sum(one.data_bytes or 0 for one in (*source.given, *operation.outputs, *source.left))
        if size > self._wishes.max_bytes:
            return "more data than --max-bytes"
        try:
            given = tuple(operand.value() for operand in source.given)
            places = source.places or tuple(one.position or 0 for one in operation.outputs)
            results = {
                place: one.value()
                for place, one in zip(places, operation.outputs, strict=True)
                if one.kind not in _NOT_KEPT
            }
            changed = tuple(operand.value() for operand in source.left)
        except NumscopeError:
            return "a value was not kept"
        if not results and not changed and operation.exception is None:
            return "its result is not kept"
        case = Case(operation, given, results, changed)
        if operation.id not in self._verdicts:
            self._verdicts[operation.id] = self._verdict(case, source)
        return self._verdicts[operation.id] or case

    def _verdict(self, case: Case, source: Source) -> str | None:
        """Return why a call that is made again is no test; None: it gives what it gave."""
        try:
            again = call_again(case.operation, programs=self._wishes.programs, bare=True)
        except NotReplayableError as reason:
            return str(reason).partition(": ")[2].rstrip(".")
        return None if _same(case, source, again) else "called again, it gives something else here"

    def selection(self) -> Selection:
        """What was chosen."""
        files = []
        taken: set[str] = set()
        for subject, groups in self._files.items():
            stem = re.sub(
                r"\W+", "_", subject.replace("<module>", "top_level").replace("<lambda>", "lambda")
            ).strip("_")[:100]
            while stem in taken:
                stem += "_"
            taken.add(stem)
            files.append(TestFile(stem, subject, tuple(groups.values())))
        return Selection(tuple(files), dict(self._left_out.most_common()))


def _same(case: Case, source: Source, again: Again) -> bool:
    """Whether the operation, called again, gave bit for bit what it gave then."""
    if case.operation.exception is not None or again.exception is not None:
        recorded = (case.operation.exception or "").partition(":")[0].rpartition(".")[2]
        return recorded == (again.exception or "").partition(":")[0]
    kept = [one.kind not in _NOT_KEPT for one in case.operation.outputs]
    pairs = [
        *zip(
            case.results.values(),
            (one for one, is_kept in zip(again.outputs, kept, strict=False) if is_kept),
            strict=False,
        )
    ]
    now = {id(one): value for one, value in zip(case.operation.mutated, again.mutated, strict=True)}
    pairs += [(then, now[id(one)]) for then, one in zip(case.changed, source.left, strict=True)]
    return all(_equal(np.asarray(then), np.asarray(now)) for then, now in pairs)


def _equal(then: Any, now: Any) -> bool:
    if then.dtype != now.dtype or then.shape != now.shape:
        return False
    return without_padding(then.tobytes(), then.dtype) == without_padding(now.tobytes(), now.dtype)
