"""The changes between two texts of a program, as small as they can be made one without the others."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property

# Lines that share less of their text are no new wording of each other.
_LEAST_ALIKE = 0.6


@dataclass(frozen=True)
class Unit:
    """Lines of the first text that became lines of the second.

    file: of the second program, or of the first if the second has none of that name. first, second: ranges of lines,
    counted from 1, without their ends; one of them may be empty.
    """

    file: str
    first: range
    second: range


@dataclass(frozen=True)
class Texts:
    """The lines of each file of both programs, by a name that both programs have for the file."""

    first: Mapping[str, Sequence[str]]
    second: Mapping[str, Sequence[str]]

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """What was changed, in the order of files and lines."""
        return tuple(unit for file in self._files for unit in self._of(file))

    @property
    def _files(self) -> list[str]:
        return [*dict.fromkeys([*self.second, *self.first])]

    def hybrid(self, chosen: Collection[Unit]) -> dict[str, str]:
        """Return the first program's text with the chosen changes made, by file."""
        return {file: "\n".join(self._lines(file, chosen)) + "\n" for file in self._files}

    def _of(self, file: str) -> Iterator[Unit]:
        a, b = self.first.get(file, ()), self.second.get(file, ())
        for kind, i, j, k, m in _opcodes(a, b):
            if kind != "equal":
                yield from _split(file, a[i:j], b[k:m], (i + 1, k + 1))

    def _lines(self, file: str, chosen: Collection[Unit]) -> Iterator[str]:
        a, b = self.first.get(file, ()), self.second.get(file, ())
        at = 1
        for unit in (one for one in self.units if one.file == file):
            yield from a[at - 1 : unit.first.start - 1]
            yield from (
                b[unit.second.start - 1 : unit.second.stop - 1]
                if unit in chosen
                else a[unit.first.start - 1 : unit.first.stop - 1]
            )
            at = unit.first.stop
        yield from a[at - 1 :]


def _opcodes(a: Sequence[str], b: Sequence[str]) -> Sequence[tuple[str, int, int, int, int]]:
    return SequenceMatcher(None, a, b, autojunk=False).get_opcodes()


def _split(file: str, a: Sequence[str], b: Sequence[str], start: tuple[int, int]) -> Iterator[Unit]:
    """Yield the changes of a stretch: lines that are new wordings of others, and what stands between these."""
    i = k = 0
    for x, y in [*_alike(a, b), (len(a), len(b))]:
        if x > i or y > k:
            yield Unit(file, range(start[0] + i, start[0] + x), range(start[1] + k, start[1] + y))
        if x < len(a):
            yield Unit(file, range(start[0] + x, start[0] + x + 1), range(start[1] + y, start[1] + y + 1))
        i, k = x + 1, y + 1


def _alike(a: Sequence[str], b: Sequence[str]) -> list[tuple[int, int]]:
    """Return the places of lines that are like each other, in the order of both."""
    if len(a) == len(b):
        return [(place, place) for place in range(len(a))]
    found, at = [], 0
    for x, one in enumerate(a):
        scores = [_likeness(one, other) for other in b[at:]]
        best = max(scores, default=0.0)
        if best >= _LEAST_ALIKE:
            at += scores.index(best) + 1
            found.append((x, at - 1))
    return found


def _likeness(one: str, other: str) -> float:
    if not one.strip() or not other.strip():
        return 0.0
    return SequenceMatcher(None, one.strip(), other.strip(), autojunk=False).ratio()
