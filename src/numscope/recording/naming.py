"""What a trace is called when nobody says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from numscope.recording.shard import SUFFIX

# Interpreter options that take the next word as their value.
_WITH_VALUE = ("-W", "-X", "--check-hash-based-pycs")


def program_words(interpreter_words: Sequence[str]) -> list[str]:
    """Return the words of a Python command line (`sys.orig_argv`) from the script, `-m` or `-c` on."""
    words = list(interpreter_words[1:])
    while words and words[0].startswith("-") and words[0] not in ("-", "-m", "-c"):
        del words[: 2 if words[0] in _WITH_VALUE else 1]
    return words


def program_stem(words: Sequence[str]) -> str:
    """Return a short name for the program that `words` (script, `-m module` or `-c code`, arguments) start."""
    if not words or words[0] == "-":
        return "interactive"
    if words[0] == "-c":
        return "command"
    if words[0] == "-m":
        return words[1] if len(words) > 1 else "module"
    # Of a package or folder, `__main__.py` says nothing; the folder's name does.
    path = Path(words[0])
    return (path.parent.resolve().name if path.stem == "__main__" else path.stem) or "program"


def default_trace(folder: Path, words: Sequence[str]) -> Path:
    """Return the trace for the program `words` when it is started in `folder` and no output is given."""
    return folder / (program_stem(words) + SUFFIX)


def numbered(path: Path) -> Iterator[Path]:
    """Yield `path`, then `NAME-2`, `NAME-3`, ... beside it."""
    yield path
    number = 2
    while True:
        yield path.with_name(f"{path.stem}-{number}{path.suffix}")
        number += 1
