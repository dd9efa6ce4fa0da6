"""`numscope replay`: recorded operations called again on their recorded inputs, and what came out otherwise."""

from __future__ import annotations

import os
import queue
import sys
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from numscope.analysis.concepts.array_difference import Tolerance, compare_arrays
from numscope.analysis.replay.answers import Changed, OutputDifference, Reason, Replay, Replayed
from numscope.analysis.replay.recorded_settings import recorded_settings
from numscope.analysis.replay.recorded_threads import recorded_threads
from numscope.analysis.replay.replay_worker.execution import CANNOT, STATUSES
from numscope.analysis.replay.replay_worker.results import DIFFERS, IDENTICAL, UNCHECKED
from numscope.analysis.replay.replay_worker.wire import Message
from numscope.analysis.replay.state import ChunkResult, State
from numscope.analysis.replay.tasks import Tasks
from numscope.analysis.replay.workers import Worker, WorkerEndedError, this_python
from numscope.errors import UsageError
from numscope.probes.calling.memory import Form, as_array
from numscope.probes.calling.recipes import dtype_of
from numscope.probes.calling.refusal import CannotReplayError
from numscope.trace import Trace
from numscope.trace.parts import Piece, map_pieces

CLOSE = "close"
THREADS = "threads"
_DETAILED = 200
# How many times each of a scheduler's workers is given some of the pieces.
_SHARES = 3
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Target:
    """Where and how operations run again.

    python: another interpreter that has NumPy. backend: torch, jax or cupy. dtype: a floating-point type that takes the
    place of all others. replace: other arrays in the places of inputs of the only operation, by number or keyword.
    inner: those that ran inside others as well. programs: files whose compiled functions may be called.
    """

    python: str | None = None
    backend: str | None = None
    dtype: str | None = None
    replace: dict[str, Any] = field(default_factory=dict)
    inner: bool = False
    programs: tuple[str, ...] = ()

    @property
    def view(self) -> str | None:
        """The view of the operations; None: the outermost ones."""
        return "recorded_operations" if self.inner else None

    def is_what_if(self) -> bool:
        """Whether results are expected to differ in their last bits: another library, other inputs."""
        return bool(self.backend or self.dtype or self.replace)


def replay(
    trace: Trace,
    ids: tuple[int, ...] | None = None,
    target: Target | None = None,
    tolerance: Tolerance | None = None,
    limit: int = 10,
    jobs: int | None = None,
    state: Path | None = None,
    progress: Progress | None = None,
) -> Replay:
    """Call operations again, all outermost ones unless `ids` says which, in `jobs` processes (default: one a core).

    Where the trace has a scheduler, its workers do so. state: a file of the finished pieces; if it is there,
    only what is missing is done. Raises UsageError if the target can't run anything.
    """
    trace.require_confinement("replay")
    target = target or Target()
    tasks = Tasks(trace, target.view)
    if ids is not None and not all(trace.operations.fetch([number]) for number in ids):
        raise UsageError(f"there is no operation {', '.join(map(str, ids))} in {trace.path}.")
    ranges = tasks.ranges(ids)
    question = _question(trace, ids, target, tolerance)
    notes = State(state, question)
    missing = [piece for piece in ranges if (piece[0], piece[1]) not in notes.done]
    total = sum(piece[2] for piece in ranges)
    finished = total - sum(piece[2] for piece in missing)
    trial = _Trial(target, tolerance or Tolerance())
    try:
        if missing or not notes.now:
            with closing(_results(trace, tasks, trial, missing, jobs)) as results:
                for versions, result, count in results:
                    notes.now = versions
                    if result is not None:
                        notes.add(result)
                        finished += count
                    if progress is not None:
                        progress(finished, max(total, 1))
    finally:
        notes.close()
    return _answer(trace, notes, tasks, target, limit)


_Pieces = list[tuple[int, int, int]]
# The versions of what replays, and what came of how many operations; None: nothing was left to do.
_Results = Generator[tuple[dict[str, str], ChunkResult | None, int]]


@dataclass(frozen=True)
class _Trial:
    """How operations run again, and how close their results have to come."""

    target: Target
    tolerance: Tolerance


def _results(trace: Trace, tasks: Tasks, trial: _Trial, missing: _Pieces, jobs: int | None) -> _Results:
    """Yield results as they come."""
    if trace.scheduler is not None and len(missing) > 1:
        return _by_scheduler(trace, trial, missing, trace.scheduler.workers)
    return _here(trace, tasks, trial, missing, max(1, min(jobs or os.cpu_count() or 1, len(missing))))


def _by_scheduler(trace: Trace, trial: _Trial, missing: _Pieces, workers: int) -> _Results:
    """Yield the results of a scheduler's workers, each of which is given some pieces at a time."""
    size = -(-len(missing) // (workers * _SHARES))
    shares = [missing[start : start + size] for start in range(0, len(missing), size)]
    for found in map_pieces(trace, _share, [Piece(None, (trial, share)) for share in shares], in_order=False):
        yield from found


def _share(
    trace: Trace, trial: _Trial, pieces: _Pieces
) -> list[tuple[dict[str, str], ChunkResult | None, int]]:
    """Replay some pieces one after the other, in the process of a worker."""
    return list(_here(trace, Tasks(trace, trial.target.view), trial, pieces, 1))


def _here(trace: Trace, tasks: Tasks, trial: _Trial, missing: _Pieces, jobs: int) -> _Results:
    """Yield the results of `jobs` interpreters that this process starts."""
    work = _Work(trace, tasks, trial.target, trial.tolerance)
    try:
        work.start()
        yield work.versions, None, 0
        with ThreadPoolExecutor(jobs) as threads:
            try:
                for result, count in _each(threads, work, missing, jobs):
                    yield work.versions, result, count
            finally:
                threads.shutdown(cancel_futures=True)
    finally:
        work.close()


def _each(executor: Executor, work: _Work, pieces: _Pieces, jobs: int) -> Iterable[tuple[ChunkResult, int]]:
    """Results as they come, with only so many pieces under way as there are workers."""
    waiting = iter(pieces)
    running: dict[Future[ChunkResult], int] = {}
    while True:
        for piece in waiting:
            running[executor.submit(work.do, piece[0], piece[1])] = piece[2]
            if len(running) >= jobs:
                break
        if not running:
            return
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result(), running.pop(future)


class _Work:
    """What the threads share: the tasks, and the workers that are free."""

    def __init__(self, trace: Trace, tasks: Tasks, target: Target, tolerance: Tolerance) -> None:
        self._trace, self._tasks, self._target, self._tolerance = trace, tasks, target, tolerance
        threads = None if target.is_what_if() else recorded_threads(trace)
        settings = None if target.is_what_if() else recorded_settings(trace)
        self._setup = tasks.setup(target.dtype, target.backend, target.programs, threads, settings)
        if self._setup["spelled"] and target.python is None:
            self._setup["paths"] = [folder for folder in sys.path if folder]
        self._python = target.python or this_python()
        self._free: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        self.versions: dict[str, str] = {}

    def start(self) -> None:
        """Start the first worker, to see that it can be."""
        worker = Worker(self._python, self._setup)
        self.versions = worker.versions
        self._free.put(worker)

    def close(self) -> None:
        """End all workers."""
        while not self._free.empty():
            self._free.get().close()

    def do(self, first: int, last: int) -> ChunkResult:
        """Replay the operations from `first` to `last`."""
        replacements = self._replacements(first) if self._target.replace else None
        message = self._tasks.message(first, last, replacements)
        return self._perform(message, first, last)

    def _perform(self, message: Message, first: int, last: int) -> ChunkResult:
        try:
            worker = self._free.get_nowait()
        except queue.Empty:
            worker = Worker(self._python, self._setup)
        try:
            answer = worker.perform(message, self._tasks.patience(first, last))
        except WorkerEndedError as reason:
            worker.close()
            ids = message[1]["ids"].tolist()
            if len(ids) > 1:
                middle = ids[len(ids) // 2]
                halves = [(first, middle - 1), (middle, last)]
                parts = [self._perform(self._tasks.message(*half), *half) for half in halves]
                return parts[0].joined(parts[1])
            if not ids:
                return ChunkResult(first, last)
            return ChunkResult(first, last, {CANNOT: 1}, {}, [], {str(reason): [1, ids[0]]})
        self._free.put(worker)
        return self._result(message, answer, first, last)

    def _result(self, message: Message, answer: Message, first: int, last: int) -> ChunkResult:
        header, arrays = answer
        statuses = arrays["statuses"]
        others = np.flatnonzero(statuses != STATUSES.index(IDENTICAL)).tolist()
        details: dict[int, list[Any]] = {}
        for detail in header["details"]:
            details.setdefault(detail["place"], []).append(detail)
        counts = dict.fromkeys((IDENTICAL, THREADS, CLOSE, DIFFERS, UNCHECKED, CANNOT), 0)
        counts[IDENTICAL] = len(statuses) - len(others)
        result = ChunkResult(first, last, counts)
        if not others:
            return result
        chunk = self._tasks.chunk(message)
        for place in others:
            status = STATUSES[statuses[place]]
            name, number = self._tasks.names[chunk.calls[place]], chunk.ids[place]
            if status in (CANNOT, UNCHECKED):
                counts[status] += 1
                result.add_reason(details[place][0]["text"], number)
                continue
            outputs = [self._difference(chunk, place, detail, arrays) for detail in details[place]]
            near = all(output.difference is not None and output.difference.equal for output in outputs)
            if near and any(detail["threads"] for detail in details[place]):
                counts[THREADS] += 1
                continue
            status = CLOSE if near else DIFFERS
            counts[status] += 1
            result.add_change(name, status == DIFFERS, _ulp(outputs))
            if len(result.findings) < _DETAILED:
                result.findings.append(Replayed(number, name, status, tuple(outputs)))
        return result

    def _difference(
        self, chunk: Any, place: int, detail: dict[str, Any], arrays: dict[str, Any]
    ) -> OutputDifference:
        if detail["slot"] < 0:
            return OutputDifference("exception", None, detail["text"])
        slot = self._tasks.slot(chunk.slot_ids(place)[detail["slot"]])
        recorded = chunk.values(place)[detail["slot"]]
        now = arrays.get(detail.get("array", ""))
        if now is None or not isinstance(recorded, tuple):
            return OutputDifference(slot.called(), None, detail["text"])
        try:
            form = Form(dtype_of(slot.description), tuple(slot.shape), tuple(slot.strides), True)
            before = as_array(recorded, form)
        except (CannotReplayError, ValueError, TypeError) as error:
            return OutputDifference(slot.called(), None, f"what was recorded can't be read: {error}")
        tolerance = self._tolerance
        if self._target.dtype and tolerance.relative is None:
            types = (before.dtype, np.dtype(self._target.dtype))
            tolerance = replace(tolerance, relative=max(tolerance.relative_for(dtype) for dtype in types))
        with np.errstate(all="ignore"):
            difference = compare_arrays(before, now, tolerance)
        if self._target.is_what_if() and not difference.equal and difference.share == 0:
            difference = replace(difference, equal=True)  # of another element type, as was asked for
        return OutputDifference(slot.called(), difference, detail["text"])

    def _replacements(self, number: int) -> dict[int, Any]:
        operation = self._trace.operations.fetch([number])[0]
        found: dict[int, Any] = {}
        for key, array in self._target.replace.items():
            places = [
                place
                for place, operand in enumerate(operation.operands)
                if operand.role in ("input", "argument", "out")
                and (operand.name == key or str(operand.position) == key)
            ]
            if not places:
                known = dict.fromkeys(
                    operand.name or str(operand.position)
                    for operand in operation.operands
                    if operand.role in ("input", "argument", "out")
                )
                raise UsageError(
                    f"operation {number} has no input {key!r}; it has {', '.join(known) or 'none'}."
                )
            found[places[0]] = array
        return found


def _ulp(outputs: list[OutputDifference]) -> float | None:
    known = [
        output.difference.ulp for output in outputs if output.difference and output.difference.ulp is not None
    ]
    return max(known, default=None)


def _question(
    trace: Trace, ids: tuple[int, ...] | None, target: Target, tolerance: Tolerance | None
) -> dict[str, Any]:
    """What a state file is an answer to."""
    started = trace.ask("select min(started_ns) t from processes")["t"][0].as_py()
    replaced = {key: str(array.tobytes())[:100] for key, array in target.replace.items()}
    return {
        "trace": str(Path(trace.path).absolute()),
        "operations": len(trace),
        "started_ns": started,
        "ids": None if ids is None else list(ids),
        "target": [target.python, target.backend, target.dtype, target.inner, replaced, *target.programs],
        "tolerance": repr(tolerance),
    }


def _answer(trace: Trace, notes: State, tasks: Tasks, target: Target, limit: int) -> Replay:
    whole = ChunkResult(0, 0)
    for part in notes.results:
        whole = whole.joined(part)
    counts = whole.counts
    findings = sorted(whole.findings, key=lambda found: (found.status != DIFFERS, found.id))
    changed = [Changed(name, *numbers) for name, numbers in whole.changed.items()]
    changed.sort(key=lambda change: (-change.differs, -change.close, change.name))
    reasons = [Reason(text, *numbers) for text, numbers in whole.reasons.items()]
    reasons.sort(key=lambda reason: (-reason.operations, reason.first))
    rows = trace.ask("select numpy, python from processes order by id limit 1").to_pylist()
    return Replay(
        operations=sum(counts.values()),
        identical=counts.get(IDENTICAL, 0),
        threads=counts.get(THREADS, 0),
        close=counts.get(CLOSE, 0),
        differs=counts.get(DIFFERS, 0),
        unchecked=counts.get(UNCHECKED, 0),
        cannot=counts.get(CANNOT, 0),
        changed=tuple(changed[:limit]),
        findings=tuple(findings[:limit]),
        reasons=tuple(reasons[:limit]),
        recorded=rows[0] if rows else {},
        now=notes.now,
        what_if=target.is_what_if(),
    )
