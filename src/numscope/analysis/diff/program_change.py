"""What was changed in the text of a program between two runs, statement by statement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from pathlib import PurePath

from numscope.analysis.diff.edited_parts import Edit, Names, edits, names_of_parts
from numscope.analysis.diff.rows import program_name
from numscope.analysis.diff.statements import Statement, statements_of
from numscope.trace import Trace

# A statement that shares less of its text with another is no new wording of it.
_LEAST_ALIKE = 0.5
# At another place it has to share more.
_MOVED_ALIKE = 0.8
# Of a program of which more statements are new, what was changed says nothing about a cause.
_MOST_CHANGED = 0.34
_FEWEST_REWRITTEN = 5
_DUMMY = ""


@dataclass(frozen=True)
class SourceChange:
    """A statement that was changed, removed (second: None) or added (first: None).

    text: the lines that differ, of the first and of the second program. file, line: where the second has it, or the
    first if the second has none. edits: where it differs; a name's part differs where the name is given.
    """

    first: Statement | None
    second: Statement | None
    file: str
    line: int
    text: tuple[str, str]
    edits: tuple[Edit, ...] = ()

    @property
    def computes(self) -> bool:
        """Whether it is no change of an import."""
        return not any(one is not None and one.imports for one in (self.first, self.second))

    def holds(self, file: str, line: int, removed: bool = False) -> bool:
        """Return whether a line of the second program was changed so; removed: a line of the first."""
        there = self.first if removed else self.second
        if there is None or there.file != file:
            return False
        return there.holds(file, line) or line in {one.first if removed else one.second for one in self.edits}


@dataclass(frozen=True)
class ProgramChange:
    """How the second program's text differs from the first's. known: both traces keep text. renamed: old to new name.

    statements: how many the longer one has, without imports.
    """

    known: bool
    changes: tuple[SourceChange, ...]
    renamed: dict[str, str]
    statements: int
    _pairs: tuple[tuple[Statement | None, Statement | None], ...] = field(default=(), repr=False)

    def texts(self) -> tuple[list[Statement], list[Statement]]:
        """Return all statements of the first and of the second program, as they stand in the files."""
        first, second = (
            (
                sorted((one for one in column if one is not None), key=lambda one: (one.file, one.line))
                for column in zip(*self._pairs, strict=True)
            )
            if self._pairs
            else ([], [])
        )
        return first, second

    def counterpart(self, statement: Statement, removed: bool = False) -> Statement | None:
        """Return the statement of the first program that became one of the second; removed: the reverse."""
        for one, other in self._pairs:
            if (one if removed else other) is statement:
                return other if removed else one
        return None

    @property
    def computing(self) -> tuple[SourceChange, ...]:
        """The changes of statements that are no imports."""
        return tuple(one for one in self.changes if one.computes)

    def added_at(self, file: str, line: int) -> SourceChange | None:
        """Return the statement at a line that only the second program has, if it is no change of its own.

        It gives a name to a part of another statement, which may have been changed too much to find the part there.
        """
        if any(change.holds(file, line) for change in self.changes):
            return None
        alone = (other for one, other in self._pairs if one is None and other is not None)
        found = next((other for other in alone if other.holds(file, line)), None)
        if found is None:
            return None
        return SourceChange(None, found, file, line, (_DUMMY, " ".join(found.lines)))

    @property
    def rewritten(self) -> bool:
        """Whether so much was changed that the text alone does not say where to look.

        Imports make no value: their lines change with every function that is moved.
        """
        return len(self.computing) > max(_FEWEST_REWRITTEN, _MOST_CHANGED * self.statements)


def program_change(first: Trace, second: Trace) -> ProgramChange:
    """Compare the texts of two recorded programs."""
    files = _compared_files(first, second)
    a, b = (
        [part for file in here for part in statements_of(file, trace.sources.lines(file))]
        for here, trace in zip(files, (first, second), strict=True)
    )
    pairs = list(_paired(a, b))
    renamed = _renamed(pairs, a, b)
    names = Names(renamed, names_of_parts(a, b), names_of_parts(b, a))
    found = [(both, _change(both, names, (first, second))) for both in pairs if not _same(*both, renamed)]
    everything = [(both, change) for both, change in found if change is not None]
    changes = tuple(change for both, change in everything if not _is_name_of_part(both, pairs, names))
    statements = max(sum(not one.imports for one in part) for part in (a, b))
    program = ProgramChange(bool(a and b), changes, renamed, statements, tuple(pairs))
    return (
        replace(program, changes=tuple(change for _, change in everything)) if program.rewritten else program
    )


def _compared_files(first: Trace, second: Trace) -> tuple[list[str], list[str]]:
    """Return the files of both traces; without those of one run alone if no file was changed.

    A trace keeps the files whose lines called an operation: other arguments may lead to other modules of one program.
    """
    a, b = _files(first), _files(second)
    texts = [
        {file: trace.sources.lines(file) for file in files} for files, trace in ((a, first), (b, second))
    ]
    alone = [[file for file, text in texts[i].items() if text not in texts[1 - i].values()] for i in (0, 1)]
    roles = [
        {"" if file == files[0] else PurePath(file).name for file in here}
        for files, here in zip((a, b), alone, strict=True)
    ]
    if roles[0] & roles[1]:
        return a, b
    return [file for file in a if file not in alone[0]], [file for file in b if file not in alone[1]]


def _files(trace: Trace) -> list[str]:
    """Return the files that the trace keeps: the program first, the others by name."""
    program = program_name(trace)
    return sorted(
        trace.sources.files(), key=lambda file: (PurePath(file).name != program, PurePath(file).name)
    )


def _paired(a: list[Statement], b: list[Statement]) -> Iterator[tuple[Statement | None, Statement | None]]:
    """Pair statements: equal ones, between these those of equal form, then those of like text; the rest stand alone."""
    alone: tuple[list[Statement], list[Statement]] = ([], [])
    for one, other in _between(a, b, [part.key for part in a], [part.key for part in b]):
        if isinstance(one, Statement):
            yield one, other  # type: ignore[misc]
            continue
        assert not isinstance(other, Statement)
        for x, y in _between(one, other, [_form(part) for part in one], [_form(part) for part in other]):
            if isinstance(x, Statement):
                yield x, y  # type: ignore[misc]
            else:
                assert not isinstance(y, Statement)
                yield from _alike(x, y, alone)
    yield from _moved(*alone)


def _form(statement: Statement) -> Hashable:
    return statement.code, statement.nesting, len(statement.names)


def _between(
    a: Sequence[Statement], b: Sequence[Statement], keys_a: list[Hashable], keys_b: list[Hashable]
) -> Iterator[tuple[Statement, Statement] | tuple[Sequence[Statement], Sequence[Statement]]]:
    """Yield pairs of statements with equal keys, and the stretches between them."""
    for kind, i, j, k, m in SequenceMatcher(None, keys_a, keys_b, autojunk=False).get_opcodes():
        if kind == "equal":
            yield from zip(a[i:j], b[k:m], strict=True)
        else:
            yield a[i:j], b[k:m]


def _alike(
    a: Sequence[Statement], b: Sequence[Statement], alone: tuple[list[Statement], list[Statement]]
) -> Iterator[tuple[Statement, Statement]]:
    """Pair the statements of two stretches that are like each other, in their order; others are added to `alone`."""
    if len(a) == len(b) == 1 and a[0].nesting == b[0].nesting:
        yield a[0], b[0]
        return
    rest = list(b)
    for one in a:
        scores = [_likeness(one, other) for other in rest]
        best = max(scores, default=0.0)
        if best < _LEAST_ALIKE:
            alone[0].append(one)
            continue
        at = scores.index(best)
        alone[1].extend(rest[:at])
        yield one, rest[at]
        del rest[: at + 1]
    alone[1].extend(rest)


def _likeness(one: Statement, other: Statement) -> float:
    if one.code.partition("(")[0] != other.code.partition("(")[0]:
        return 0.0
    alike = SequenceMatcher(None, " ".join(one.lines), " ".join(other.lines), autojunk=False).ratio()
    return (1 + alike) / 2 if one.binds & other.binds else alike


def _moved(a: list[Statement], b: list[Statement]) -> Iterator[tuple[Statement | None, Statement | None]]:
    """Pair what says the same at another place, then what says nearly the same there."""
    waiting: dict[Hashable, list[Statement]] = {}
    for other in reversed(b):
        waiting.setdefault((other.code, other.names), []).append(other)
    taken: set[int] = set()
    rest = []
    for one in a:
        same = waiting.get((one.code, one.names))
        found = same.pop() if same else None
        taken.add(id(found))
        if found is None:
            rest.append(one)
        else:
            yield one, found
    left = [other for other in b if id(other) not in taken]
    for one in rest:
        best = max(left, key=lambda other: _likeness(one, other), default=None)
        near = best is not None and _likeness(one, best) >= _MOVED_ALIKE
        yield one, best if near else None
        left = [other for other in left if not near or other is not best]
    yield from ((None, other) for other in left)


def _renamed(
    pairs: Iterable[tuple[Statement | None, Statement | None]], a: list[Statement], b: list[Statement]
) -> dict[str, str]:
    """Return the names that were given another name everywhere: bound in one program only, by old name."""
    bound = [{name for part in parts for name in part.binds} for parts in (a, b)]
    votes: Counter[tuple[str, str]] = Counter()
    for one, other in pairs:
        if one is not None and other is not None and one.code == other.code:
            votes.update(zip(one.names, other.names, strict=False))
    renamed: dict[str, str] = {}
    for (old, new), _ in votes.most_common():
        fits = old in bound[0] - bound[1] and new in bound[1] - bound[0]
        if old != new and fits and old not in renamed and new not in renamed.values():
            renamed[old] = new
    return renamed


def _same(one: Statement | None, other: Statement | None, renamed: dict[str, str]) -> bool:
    if one is None or other is None:
        return False
    names = tuple(renamed.get(name, name) for name in one.names)
    return (one.code, one.nesting, names) == (other.code, other.nesting, other.names)


def _is_name_of_part(
    both: tuple[Statement | None, Statement | None],
    pairs: list[tuple[Statement | None, Statement | None]],
    names: Names,
) -> bool:
    """Return whether a statement only gives a name to a part of one that both programs have."""
    one, other = both
    if (one is None) == (other is None):
        return False
    given = (one or other).binds & (names.first if one else names.second).keys()  # type: ignore[union-attr]
    paired = [x if one else y for x, y in pairs if x is not None and y is not None]
    return bool(given) and any(given & set(statement.names) for statement in paired if statement is not None)


def _change(
    both: tuple[Statement | None, Statement | None], names: Names, traces: tuple[Trace, Trace]
) -> SourceChange | None:
    """Return how a statement was changed, at the first line that says something else; None if none does."""
    one, other = both
    there = other or one
    assert there is not None
    if one is None or other is None:
        texts = (" ".join(one.lines) if one else _DUMMY, " ".join(other.lines) if other else _DUMMY)
        return SourceChange(one, other, there.file, there.line, texts)
    found = edits(one, other, names)
    if not found and one.nesting == other.nesting:
        return None
    at = found[0] if found else Edit(one.line, other.line)
    first, second = traces
    return SourceChange(
        one,
        other,
        other.file,
        at.second,
        (first.sources.line(one.file, at.first).strip(), second.sources.line(other.file, at.second).strip()),
        tuple(found),
    )
