"""Why lines that read numbers from text with NumPy give NaN."""

from __future__ import annotations

from numscope.operations.lore.user_line import Call, Sentence, UserLine, of, said_of_calls, verb


def sentence(line: UserLine) -> str | None:
    """Return why the line's result holds NaN; None if it reads no text."""
    return said_of_calls(_SENTENCES, line)


def _cells(call: Call, line: UserLine) -> str | None:
    if line.result is None:
        return None
    cells = of(line.result.nans, line.result.size, "cell")
    return f"`{call.name}`: {cells} {verb(line.result.nans, 'is', 'are')} empty or no number"


def _numbers(call: Call, line: UserLine) -> str | None:
    """Say how many numbers of the text are NaN; where a cell is empty, these calls raise."""
    if line.result is None:
        return None
    numbers = of(line.result.nans, line.result.size, "number")
    return f"`{call.name}`: {numbers} of the text {verb(line.result.nans, 'is', 'are')} nan"


_SENTENCES: dict[str, Sentence] = {"genfromtxt": _cells, "loadtxt": _numbers, "fromstring": _numbers}
