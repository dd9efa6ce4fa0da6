"""Which line of a file of settings is to blame, where a program is given other ones: `high = 1.6` of a TOML file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import PurePath

from numscope.analysis.diff.program_change import ProgramChange, SourceChange
from numscope.trace import Operation, Trace

_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?(?!\w)")
_WORD = re.compile(r"[A-Za-z_]\w*")


def changed_setting(
    program: ProgramChange, parted: Operation, first: Trace, second: Trace
) -> SourceChange | None:
    """Return the changed line of a file of settings that has what `parted` was called with.

    If no line of the program was changed, and no such value is seen there, the first changed line.
    """
    changes = list(_changes(first, second))
    given = _values(" ".join(str(one.literal) for one in parted.operands if one.literal is not None))
    told = (one for one in changes if given & (_values(one.text[1]) - _values(one.text[0])))
    return next(told, None) or (changes[0] if changes and not program.changes else None)


def _changes(first: Trace, second: Trace) -> Iterator[SourceChange]:
    """Yield the lines of settings that the second program reads and the first does not."""
    before = {PurePath(file).name: lines for file, lines in first.sources.settings().items()}
    for file, lines in second.sources.settings().items():
        old = before.get(PurePath(file).name, lines)
        for kind, i, j, k, m in SequenceMatcher(None, old, lines, autojunk=False).get_opcodes():
            if kind != "equal":
                texts = [*old[i:j], *[""] * (m - k)]
                for place in range(k, m):
                    both = texts[place - k].strip(), lines[place].strip()
                    yield SourceChange(None, None, file, place + 1, both)


def _values(text: str) -> set[float | str]:
    """Return the numbers and words of a text."""
    return {*map(float, _NUMBER.findall(text)), *_WORD.findall(text)}
