"""Which change of a program makes its results others: the program is run with some of the changes at a time."""

from __future__ import annotations

import ast
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from numscope.analysis.concepts.callers import FUNCTIONS
from numscope.analysis.diff.inner_calls import known_contents
from numscope.analysis.diff.printed_results import printed
from numscope.analysis.diff.program_change import ProgramChange, SourceChange
from numscope.analysis.diff.rows import program_name, program_words
from numscope.analysis.diff.trying.copies import Copy, copied
from numscope.analysis.diff.trying.edits import SmallChange, SmallChanges
from numscope.analysis.diff.trying.narrowing import Outcome, narrowed
from numscope.analysis.diff.trying.outcome import Ending, Endings
from numscope.analysis.diff.trying.units import Texts, Unit
from numscope.errors import UsageError
from numscope.trace import Site, Trace
from numscope.trace.operation import AFTER

_MOST_RUNS = 50
_MOST_MENDS = 600
_MOST_MENDING_S = 120.0
# What a change costs more that is not at the line that the traces name.
_ELSEWHERE = 0.1
_MOST_SECONDS = 300.0
_MOST_OPERATIONS = 2_000
_AT_LINES = f"""
    select id from operations where user_file = ? and user_line in (select unnest(?::bigint[]))
    order by id limit {_MOST_OPERATIONS}
"""


@dataclass(frozen=True)
class Tried:
    """What running a program with some of its changes has shown.

    cause: the line to look at first. left: how many of the `changes` can't be told apart, for the program does not run
    with some of them only, or was run often enough. runs: how often it was run. mend: a part of the line, and what the
    second program ends as the first with in its place.
    """

    cause: SourceChange
    left: int
    changes: int
    runs: int
    seconds: float
    used_up: bool = False
    mend: tuple[str, str] | None = None


@dataclass(frozen=True)
class Known:
    """What two traces tell: the change to look at first, and the line where values part."""

    cause: SourceChange | None
    parted: Site | None


@dataclass(frozen=True)
class _Program:
    """Where the program of a trace is. words: what it was given. files: of its folder, by their path in there."""

    folder: Path
    file: str
    words: tuple[str, ...]
    files: dict[str, str]

    @property
    def script(self) -> str:
        return str(PurePath(self.file).relative_to(self.folder))

    def path_of(self, file: str, other: _Program) -> str:
        """Return this program's own path of a file of the other program."""
        return self.file if file == other.script else str(self.folder / file)


def try_changes(traces: tuple[Trace, Trace], program: ProgramChange, known: Known) -> Tried:
    """Run the second program with some of its changes at a time, and return which of them changes what it prints.

    known: what the traces tell; its cause is kept if it is one of the changes that are left. Raises UsageError where
    trying can't tell: other arguments, a program that ends otherwise when it is run again, the same output.
    """
    for trace in traces:
        trace.require_trust("diff --try")
    first, second = (_program(trace) for trace in traces)
    if first.words != second.words:
        raise UsageError(
            "--try runs one program with one set of arguments: the runs were given "
            f"{_said(first.words)} and {_said(second.words)}."
        )
    texts = Texts(_texts(traces[0], first, second.script), _texts(traces[1], second, second.script))
    if not texts.units:
        raise UsageError("--try has nothing to try: the texts of both programs are the same.")
    own = {PurePath(file).parts[0].removesuffix(".py") for file in (*first.files, *second.files)}
    libraries = [name for name in _imported(texts.second.values()) if name.partition(".")[0] not in own]
    # A library may be another one when it is imported before the program begins: then each run imports it itself.
    for ready in (libraries, []):
        with copied(second.folder, PurePath(second.script), second.words, ready) as copy:
            trial = _Trial(texts, copy)
            if ready and trial.ends_otherwise(traces):
                continue
            trial.check(traces)
            right, wrong = narrowed(texts.units, trial.outcome)
            left = [unit for unit in texts.units if unit in wrong - right]
            at = _likeliest(left, traces, program, known, texts, (first, second))
            mend = None if _is_one_line(left) else _mended(texts, left, second, program, at, trial)
            break
    if mend is not None:
        at = _mended_line(mend, second, program, traces[1])
    return Tried(
        at,
        1 if mend else len(left),
        len(texts.units),
        trial.runs,
        trial.seconds,
        trial.used_up and mend is None,
        (mend.before, mend.after) if mend else None,
    )


def _is_one_line(left: Sequence[Unit]) -> bool:
    """Return whether one line stands for another: it needs no closer look."""
    return len(left) == 1 and len(left[0].first) == len(left[0].second) == 1


def _mended(
    texts: Texts,
    left: Sequence[Unit],
    second: _Program,
    program: ProgramChange,
    at: SourceChange,
    trial: _Trial,
) -> SmallChange | None:
    """Return the first small change of the lines that are left with which the second program ends as the first."""
    lines = {(unit.file, line) for unit in left for line in unit.second}
    paths = {second.files.get(name, ""): name for name in texts.second}
    inside = _in_new_functions({(second.files.get(file, ""), line) for file, line in lines}, texts, second)
    lines |= {(paths[path], line) for path, line in inside}
    changes = SmallChanges((texts.first, texts.second), lines, program.renamed).all()
    named = (paths.get(at.file), at.line)
    nearest = sorted(
        changes, key=lambda one: one.cost + (0.0 if (one.file, one.line) == named else _ELSEWHERE)
    )
    whole = texts.hybrid(texts.units)
    began = trial.seconds
    for change in nearest[:_MOST_MENDS]:
        if trial.mends({**whole, change.file: change.text}):
            return change
        if trial.seconds - began > _MOST_MENDING_S:
            break
    return None


def _mended_line(mend: SmallChange, second: _Program, program: ProgramChange, trace: Trace) -> SourceChange:
    """Return the change of the statement whose line was mended, or that line."""
    file = second.files[mend.file]
    known = next((one for one in program.changes if one.holds(file, mend.line)), None)
    if known is not None and known.line == mend.line:
        return known
    return SourceChange(None, None, file, mend.line, ("", trace.sources.line(file, mend.line).strip()))


class _Trial:
    """Runs of one program, each with other changes."""

    def __init__(self, texts: Texts, copy: Copy) -> None:
        self._texts, self._copy = texts, copy
        self._began = time.monotonic()
        self._known: dict[frozenset[Unit], Outcome] = {}
        self._ends = tuple(copy.ending(texts.hybrid(chosen)) for chosen in ((), texts.units))
        self._endings = Endings(*self._ends)
        self.runs = 2
        self.used_up = False

    @property
    def seconds(self) -> float:
        """How long all runs have taken."""
        return time.monotonic() - self._began

    def ends_otherwise(self, traces: tuple[Trace, Trace]) -> tuple[str, Ending] | None:
        """Return the first program that does not end again as it was recorded: which it is, and how it ends."""
        for end, trace, which in zip(self._ends, traces, ("first", "second"), strict=True):
            recorded = printed(trace)
            again = end.printed[-len(recorded) :] if recorded else ""
            if Endings(Ending(recorded), Ending(again)).differ:
                return which, end
        return None

    def check(self, traces: tuple[Trace, Trace]) -> None:
        """Raise UsageError if the programs do not end again as they were recorded, or end alike."""
        if (found := self.ends_otherwise(traces)) is not None:
            which, end = found
            said = f" ({end.exception})" if end.exception else ""
            raise UsageError(
                f"--try can't tell: run again, the {which} program does not print what it printed when it was "
                f"recorded{said}. It may read what is no longer there, or draw random numbers without a seed."
            )
        if not self._endings.differ:
            raise UsageError("--try can't tell: both programs print the same numbers.")

    def outcome(self, chosen: frozenset[Unit]) -> Outcome:
        """Return how the program ends with these changes; raises StopIteration if that was asked often enough."""
        if chosen not in self._known:
            texts = self._texts.hybrid(chosen)
            self._known[chosen] = self._run(texts) if _is_python(texts.values()) else Outcome.NEITHER
        return self._known[chosen]

    def mends(self, texts: dict[str, str]) -> bool:
        """Return whether the program with these texts ends as the first."""
        if not _is_python(texts.values()):
            return False
        self.runs += 1
        return self._endings.mended(self._copy.ending(texts))

    def _run(self, texts: dict[str, str]) -> Outcome:
        if self.runs >= _MOST_RUNS or self.seconds > _MOST_SECONDS:
            self.used_up = True
            raise StopIteration
        self.runs += 1
        return self._endings.outcome(self._copy.ending(texts))


def _program(trace: Trace) -> _Program:
    """Return where a trace's program is. Raises UsageError if the trace does not keep its text."""
    name = program_name(trace)
    file = next((file for file in trace.sources.files() if PurePath(file).name == name), None)
    if file is None:
        raise UsageError(
            f"--try runs the program again: {trace.path} keeps no text of a script that was run by its path."
        )
    argv = program_words(trace)
    folder = _folder(file, argv[0])
    # A trace that somebody made by hand must not lead out of the copy.
    paths = [one for one in trace.sources.files() if ".." not in PurePath(one).parts]
    inside = [one for one in paths if PurePath(one).is_relative_to(folder)]
    files = {str(PurePath(one).relative_to(folder)): one for one in inside}
    return _Program(folder, file, tuple(argv[1:]), files)


def _folder(file: str, typed: str) -> Path:
    """Return the folder in which the program was started, if its path was typed relative to it; otherwise its own."""
    parts = PurePath(typed).parts
    relative = not PurePath(typed).is_absolute() and ".." not in parts
    return Path(*PurePath(file).parts[: -len(parts)]) if relative else Path(file).parent


def _texts(trace: Trace, program: _Program, script: str) -> dict[str, list[str]]:
    """Return the lines of the program's files; its script goes by the name that the second program gives to it."""
    return {
        script if file == program.script else file: trace.sources.lines(path)
        for file, path in program.files.items()
    }


def _imported(texts: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the names of the modules that texts import."""
    for node in (node for text in texts for node in ast.walk(ast.parse("\n".join(text)))):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def _said(words: Sequence[str]) -> str:
    return " ".join(words) if words else "none"


def _is_python(texts: Iterable[str]) -> bool:
    for text in texts:
        try:
            ast.parse(text)
        except (SyntaxError, ValueError):
            return False
    return True


def _likeliest(
    left: Sequence[Unit],
    traces: tuple[Trace, Trace],
    program: ProgramChange,
    known: Known,
    texts: Texts,
    programs: tuple[_Program, _Program],
) -> SourceChange:
    """Return the line to look at first, among the lines that are left."""
    first, second = programs
    files = {unit.file: (first.path_of(unit.file, second), str(second.folder / unit.file)) for unit in left}
    added = {(files[unit.file][1], line) for unit in left for line in unit.second}
    added |= _in_new_functions(added, texts, second)
    removed = {(files[unit.file][0], line) for unit in left for line in unit.first}
    # Of the lines of one place, the traces do not tell which it is; of several places they know more than their order.
    cause = known.cause
    if len(left) > 1 and cause is not None and (cause.file, cause.line) in (added or removed):
        return cause
    changes = [
        change
        for change in program.changes
        if not any(part is not None and part.imports for part in (change.first, change.second))
        and (change.file, change.line) in (removed if change.second is None else added)
    ]
    at = _first_new(added, traces) or _nearest(added, known.parted)
    if at is None and changes:
        return changes[0]
    return next(
        (change for change in changes if at is not None and change.holds(*at)),
        _at_line(left, traces, at, files),
    )


def _in_new_functions(lines: set[tuple[str, int]], texts: Texts, second: _Program) -> set[tuple[str, int]]:
    """Return the changed lines of the functions and classes of the second program that these lines call.

    A function that only the second program has does no harm until it is called.
    """
    found: set[tuple[str, int]] = set()
    for name, text in texts.second.items():
        file = second.files.get(name, "")
        changed = {line for unit in texts.units if unit.file == name for line in unit.second}
        tree = ast.parse("\n".join(text))
        called = {
            node.id if isinstance(node, ast.Name) else node.attr
            for node in ast.walk(tree)
            if isinstance(node, (ast.Name, ast.Attribute)) and (file, node.lineno) in lines
        }
        for node in ast.walk(tree):
            if isinstance(node, (*FUNCTIONS, ast.ClassDef)) and node.name in called:
                body = range(node.lineno + 1, (node.end_lineno or node.lineno) + 1)
                found |= {(file, line) for line in body if line in changed}
    return found


def _nearest(lines: set[tuple[str, int]], parted: Site | None) -> tuple[str, int] | None:
    """Return the last of the lines before the one where values part: what made only known values, put together anew."""
    before = [one for one in lines if parted is not None and one[0] == parted.file and one[1] <= parted.line]
    return max(before, default=None)


def _first_new(lines: set[tuple[str, int]], traces: tuple[Trace, Trace]) -> tuple[str, int] | None:
    """Return the line of the first operation at one of these that made what the first run does not have."""
    first, second = traces
    for file in sorted({file for file, _ in lines}):
        numbers = sorted(line for one, line in lines if one == file)
        found = second.operations.fetch(second.ask(_AT_LINES, [file, numbers])["id"].to_pylist())
        made = [
            {one.hash for one in operation.operands if one.role in AFTER and one.hash} for operation in found
        ]
        known = known_contents(first, set().union(*made))
        for operation, contents in zip(found, made, strict=True):
            site = operation.user_site or operation.site
            if contents - known and site is not None:
                return site.file, site.line
    return None


def _at_line(
    left: Sequence[Unit],
    traces: tuple[Trace, Trace],
    at: tuple[str, int] | None,
    files: dict[str, tuple[str, str]],
) -> SourceChange:
    """Return a change of no statement: the line where values part, or the first that is left."""
    unit = next((one for one in left if at and files[one.file][1] == at[0] and at[1] in one.second), left[0])
    before, after = files[unit.file]
    line = at[1] if at and at[1] in unit.second else min(unit.second or unit.first)
    text = (
        traces[0].sources.line(before, unit.first.start) if unit.first else "",
        traces[1].sources.line(after, line) if unit.second else "",
    )
    return SourceChange(None, None, after if unit.second else before, line, text)
