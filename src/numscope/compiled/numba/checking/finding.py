"""One call that is looked at, and what was found about it."""

from __future__ import annotations

import linecache
import os
from dataclasses import dataclass
from typing import Any

import numpy as np

_MOST_SHOWN = 60


@dataclass(frozen=True)
class Finding:
    """Something wrong with a call: a short kind, the function, where, one sentence, and what it was called with.

    note: worth a look, but nothing was seen to go wrong.
    """

    kind: str
    function: str
    file: str
    line: int
    sentence: str
    inputs: str = ""
    note: bool = False

    def same_as(self, other: Finding) -> bool:
        """Whether both say one thing of one line, whatever the inputs were."""
        mine, theirs = (self.kind, self.file, self.line), (other.kind, other.file, other.line)
        return mine == theirs and (self.sentence == other.sentence or self.kind != "differs")

    def as_json(self) -> dict[str, Any]:
        """The finding as plain values."""
        return dict(vars(self))

    def __str__(self) -> str:
        relative = os.path.relpath(self.file)
        where = self.file if relative.startswith("..") else relative
        rows = [f"{where}:{self.line} in {self.function}: {'note: ' if self.note else ''}{self.sentence}"]
        source = linecache.getline(self.file, self.line).rstrip()
        rows += [f"  {self.line:>4} | {source}"] if source else []
        rows += [f"  called as {self.function}({self.inputs})"] if self.inputs else []
        return "\n".join(rows)


@dataclass(frozen=True)
class Call:
    """One call as it was made: the function, copies of its arguments from before, the result, them after."""

    dispatcher: Any
    arguments: tuple[Any, ...]
    result: Any
    after: tuple[Any, ...]
    error: Exception | None = None

    def finding(
        self, kind: str, sentence: str, line: int | None = None, file: str | None = None, note: bool = False
    ) -> Finding:
        """A finding about this call, on its own first line where none is known."""
        code = self.dispatcher.py_func.__code__
        name = self.dispatcher.py_func.__name__
        place = file or code.co_filename
        return Finding(kind, name, place, line or code.co_firstlineno, sentence, self._inputs(), note)

    @property
    def options(self) -> dict[str, Any]:
        """The options of the decorator."""
        return dict(self.dispatcher.targetoptions)

    def _inputs(self) -> str:
        names = self.dispatcher.py_func.__code__.co_varnames
        return ", ".join(
            f"{name}={_shown(value)}" for name, value in zip(names, self.arguments, strict=False)
        )


def _shown(value: Any) -> str:
    if isinstance(value, np.ndarray) and value.size > 6:
        return f"{value.dtype}{list(value.shape)}"
    text = repr(value).replace("\n", " ")
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."
