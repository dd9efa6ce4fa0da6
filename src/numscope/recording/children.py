"""Python processes that a recorded program starts and that can't be recorded, since they ignore the environment."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from typing import Any

_PYTHON = re.compile(r"python[\d.]*|pypy[\d.]*")
# Options of the interpreter that take the next word for their value.
_WITH_VALUE = ("-W", "-X", "--check-hash-based-pycs")


def unrecorded(launches: Iterable[tuple[Any, Any]]) -> list[str]:
    """Return, shortened to interpreter, options and script, the commands of `launches` that ignore numscope's settings.

    launches: path and argument list of each program.
    """
    found = []
    for path, arguments in launches:
        words = [os.fsdecode(path if path is not None else arguments[0]), *_rest(arguments)]
        options = _options(words)
        if options is not None and _ignores_settings(options):
            found.append(" ".join([os.path.basename(words[0]), *words[1 : len(options) + 2]]))
    return found


def _rest(arguments: Any) -> list[str]:
    if isinstance(arguments, (str, bytes)) or not isinstance(arguments, Sequence):
        return []
    return [os.fsdecode(word) for word in arguments[1:] if isinstance(word, (str, bytes, os.PathLike))]


def _options(words: Sequence[str]) -> list[str] | None:
    """Return the interpreter's own options in the command `words`; None if it starts no Python."""
    if not _PYTHON.fullmatch(os.path.basename(words[0])):
        return None
    options: list[str] = []
    for word in words[1:]:
        if not (options and options[-1] in _WITH_VALUE) and (
            not word.startswith("-") or word in ("-", "-c", "-m")
        ):
            break
        options.append(word)
    return options


def _ignores_settings(options: Sequence[str]) -> bool:
    letters = "".join(word[1:] for word in options if not word.startswith(("--", "-W", "-X")))
    # The file that an installation puts beside the package is read even then, except without site-packages.
    from numscope.startup.switch import Switch, position  # for programs that start such processes alone

    return "S" in letters or (("E" in letters or "I" in letters) and position() is Switch.OFF)
