"""Whether a program does the same when it is run again: which operations and random draws differ, and why."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from numscope.analysis.concepts.array_difference import Tolerance
from numscope.analysis.diff.comparison import Change, Consequences, diff
from numscope.operations.traits import Trait, has_sql
from numscope.trace import Operation, Trace

# Changes that are told apart by reason; a program without any order in it has more, and more say nothing new.
_MOST_CHANGES = 1000
# A report says when it was made, as the summaries of statsmodels do.
_TIME_OF_DAY = re.compile(rb"\b\d{1,2}:\d\d:\d\d(\.\d+)?\b")


@dataclass(frozen=True)
class RunEnd:
    """How one run went, beside its trace: what it printed and its exit code."""

    output: bytes
    code: int


@dataclass(frozen=True)
class Finding:
    """An operation that went differently, and the reason as far as it is known.

    reason: `random` (a generator that was not seeded), `uninitialised` (np.empty read), `set order` (goes away with one
    hash seed), `threads` (work of several threads in another order), `outside` (a value that no recorded operation
    made: the time, a file, an address, a random number of Python's), `kernel` (same inputs, another result).
    """

    reason: str
    change: Change


@dataclass(frozen=True)
class Determinism:
    """What differs between runs of one program that should be alike.

    runs: how many there were. operations: of the first. findings: from the first pair of runs that differ. found: how
    many there are in all. harmless: none of them reaches a result. output_line: the first line of output that
    differs, from 1; codes: the exit codes. unseeded: where generators were made without a seed.
    """

    runs: int
    operations: int
    findings: tuple[Finding, ...]
    found: int
    harmless: bool
    consequences: Consequences
    output_line: int | None
    codes: tuple[int, ...]
    unseeded: tuple[str, ...]

    @property
    def deterministic(self) -> bool:
        """Whether nothing differs that a result depends on."""
        return (not self.found or self.harmless) and self.output_line is None and len(set(self.codes)) == 1


def compare_runs(
    traces: Sequence[Trace],
    ends: Sequence[RunEnd],
    same_hash_seed: Trace | None = None,
    limit: int = 10,
    tolerance: Tolerance | None = None,
) -> Determinism:
    """Compare the first run with each of the others. same_hash_seed: one more run, with the hash seed of the first.

    Everything has to be equal to the last bit, unless a `tolerance` is given.
    """
    first = traces[0]
    exact = tolerance or Tolerance(relative=0.0)
    found, second = diff(first, traces[1], exact, _MOST_CHANGES), traces[1]
    for other in traces[2:]:
        if not found.equal:
            break
        found, second = diff(first, other, exact, _MOST_CHANGES), other
    steady = None if same_hash_seed is None else diff(first, same_hash_seed, exact, _MOST_CHANGES)
    still = None if steady is None else {_place(change) for change in steady.changes}
    threads = _threads(first) > 1 or _threads(second) > 1
    findings = tuple(Finding(_reason(change, still, threads), change) for change in found.changes[:limit])
    return Determinism(
        len(traces),
        found.first_count,
        findings,
        found.found,
        found.equal,
        found.consequences,
        _first_difference([end.output for end in ends]),
        tuple(end.code for end in ends),
        _unseeded(first),
    )


def _reason(change: Change, still: set[tuple[str, str]] | None, threads: bool) -> str:
    if change.kind in ("random", "uninitialised"):
        return change.kind
    if still is not None and _place(change) not in still:
        return "set order"
    relations = {operand.difference.relation for operand in change.operands if operand.difference}
    if threads and (
        change.kind in ("moved", "removed", "inserted") or relations & {"permuted", "rows permuted"}
    ):
        return "threads"
    if change.kind in ("result", "exception"):
        return "kernel"
    return "threads" if threads and change.kind == "input" else "outside"


def _place(change: Change) -> tuple[str, str]:
    operation = change.second or change.first
    assert operation is not None
    return operation.name, str(operation.user_site or operation.site)


def _threads(trace: Trace) -> int:
    return int(trace.ask("select count(*) n from threads")["n"][0].as_py())


def _first_difference(outputs: Sequence[bytes]) -> int | None:
    """Return the number of the first line in which two of the outputs differ by more than the time of day."""
    first, *others = (_TIME_OF_DAY.sub(b"", output) for output in outputs)
    for other in others:
        if other != first:
            lines = first.splitlines(), other.splitlines()
            for number, (one, another) in enumerate(zip(*lines, strict=False), 1):
                if one != another:
                    return number
            return min(map(len, lines)) + 1
    return None


def _unseeded(trace: Trace) -> tuple[str, ...]:
    """Where generators were made without a seed."""
    found = trace.ask(
        f"select id from operations where user_visible and inputs = 0 and {has_sql('traits', Trait.SEEDS)} "
        "order by id limit 100"
    )
    made: list[Operation] = trace.operations.fetch(found["id"].to_pylist())
    return tuple(dict.fromkeys(f"{one.name}() at {one.user_site or one.site}" for one in made))
