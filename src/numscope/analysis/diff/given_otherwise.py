"""What a program was given otherwise in its second run: words of its command line, variables, data, a library.

The text of the program is the same there, so no line of it is to blame.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from numscope.analysis.diff.judging import OperandDifference
from numscope.analysis.diff.program_change import ProgramChange
from numscope.analysis.diff.run_environment import EnvironmentChange
from numscope.operations.traits import Trait
from numscope.trace import Operation, Trace
from numscope.trace.operation import AFTER

_VARIABLE = "variable "
_LIBRARY = "library "
_LONGEST_SUFFIX = 9  # `.parquet` and its like


@dataclass(frozen=True)
class GivenOtherwise:
    """What was given otherwise, the likeliest first.

    kind: `arguments` (words of the command line), `variables` (of the environment), `data` (what a file holds) or
    `library` (another version). changed: how each is written for the first and for the second run, empty where one has
    none. file: whose data was read, where `reader` is the operation that read it, and `data` how it differs.
    """

    kind: str
    changed: tuple[tuple[str, str], ...]
    file: str = ""
    reader: Operation | None = None
    data: tuple[OperandDifference, ...] = ()


@dataclass(frozen=True)
class FirstDifference:
    """The first pair of operations that differ, and their operands that do."""

    first: Operation
    second: Operation
    operands: tuple[OperandDifference, ...]

    @property
    def literals(self) -> set[str]:
        """What the second was called with and the first was not, as it would be typed."""
        sides = [
            {str(one.literal) for one in operation.operands if one.literal is not None}
            for operation in (self.first, self.second)
        ]
        return sides[1] - sides[0]


def given_otherwise(
    traces: tuple[Trace, Trace],
    program: ProgramChange,
    environment: Iterable[EnvironmentChange],
    at: FirstDifference | None,
) -> GivenOtherwise | None:
    """Return what the program was given otherwise; None if its text was changed, or if nothing of that kind is known.

    environment: the facts about the runs that differ. at: where the runs differ first.
    """
    if not program.known or program.changes:
        return None
    facts = list(environment)
    read = _data(at)
    arguments = _likeliest_first(_changed_words(*map(_words, traces)), at)
    variables = _likeliest_first(_variables(facts), at)
    for kind, changed in (("arguments", arguments), ("variables", variables)):
        if changed and (read is None or kind == "arguments" or _tells(changed[0], at)):
            return GivenOtherwise(kind, changed, *(read or ("",)))
    if read is not None:
        return GivenOtherwise("data", (), *read)
    versions = _versions(facts, at)
    return GivenOtherwise("library", versions) if versions else None


def _words(trace: Trace) -> list[str]:
    return [str(word) for word in (trace.table("processes")["argv"].to_pylist()[0] or [])[1:]]


def _changed_words(first: Sequence[str], second: Sequence[str]) -> list[tuple[str, str]]:
    """Return what differs, options with their values; an order of options is no change."""
    one, other = list(_groups(first)), list(_groups(second))
    left = [list((Counter(a) - Counter(b)).elements()) for a, b in ((one, other), (other, one))]
    found = []
    for words in left[0]:
        same = next((group for group in left[1] if _option(group) == _option(words)), None)
        if same is not None:
            left[1].remove(same)
        found.append((" ".join(words), " ".join(same or ())))
    return [*found, *(("", " ".join(words)) for words in left[1])]


def _groups(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield each option with the word behind it, which may be its value, and the other words alone."""
    rest = list(words)
    while rest:
        word = rest.pop(0)
        has_value = _option((word,)) and "=" not in word and rest and not _option((rest[0],))
        yield (word, rest.pop(0)) if has_value else (word,)


def _option(group: tuple[str, ...]) -> str:
    """Return the name of an option, without its dashes; empty of another word, as of a negative number."""
    word = group[0].partition("=")[0]
    return word.lstrip("-") if word != group[0] or (word.startswith("-") and not word[1:2].isdigit()) else ""


def _variables(facts: Iterable[EnvironmentChange]) -> list[tuple[str, str]]:
    found = ((one, one.name.removeprefix(_VARIABLE)) for one in facts if one.name.startswith(_VARIABLE))
    return [(_set(name, one.first), _set(name, one.second)) for one, name in found]


def _set(name: str, value: str) -> str:
    return "" if value == "-" else f"{name}={value}"


def _likeliest_first(
    changed: list[tuple[str, str]], at: FirstDifference | None
) -> tuple[tuple[str, str], ...]:
    """Return the changes in their order, those first whose value the first operation that differs was called with."""
    return tuple(sorted(changed, key=lambda both: not _tells(both, at)))


def _tells(both: tuple[str, str], at: FirstDifference | None) -> bool:
    if at is None:
        return False
    typed = both[1].replace("=", " ").split()
    return any(_same_value(word, literal) for word in typed for literal in at.literals)


def _same_value(word: str, literal: str) -> bool:
    try:
        return float(word) == float(literal)
    except ValueError:
        return bool(word) and (word == literal or PurePath(word).name == PurePath(literal).name)


def _data(at: FirstDifference | None) -> tuple[str, Operation, tuple[OperandDifference, ...]] | None:
    """Return the file whose data the first operation that differs has read, if it computes of nothing else."""
    if (
        at is None
        or at.second.traits & (Trait.DRAWS | Trait.SEEDS)
        or any(one.hash for one in at.second.inputs)
    ):
        return None
    files = [one.literal for one in at.second.operands if _is_file(one.literal)]
    results = tuple(one for one in at.operands if one.role in AFTER)
    return (str(files[0]), at.second, results) if files and results else None


def _is_file(literal: object) -> bool:
    if not isinstance(literal, str) or "\n" in literal:
        return False
    return 1 < len(PurePath(literal).suffix) <= _LONGEST_SUFFIX


def _versions(facts: Sequence[EnvironmentChange], at: FirstDifference | None) -> tuple[tuple[str, str], ...]:
    """Return the versions that differ of the library whose operation differs first, given the same as before."""
    if at is None or any(one.role not in AFTER for one in at.operands):
        return ()
    own = at.second.name.partition(".")[0]
    return tuple(
        (f"{own} {one.first}", f"{own} {one.second}")
        for one in facts
        if one.name in (own, f"{_LIBRARY}{own}")
    )
