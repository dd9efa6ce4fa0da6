"""The environment variables that a program's own text names: `os.environ.get("SMOOTHING", "3")`.

What another value of one changes, no line of the source shows. Variables that no line names are not kept.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator

from numscope.redaction import masked_command

_NAMED = re.compile(
    rb"(?:\benviron(?:\.(?:get|setdefault|pop))?|\bgetenv)\s*[\[(]\s*[\"'](\w+)[\"']|\benvvar\s*=\s*[\"'](\w+)[\"']"
)
_MOST_FILES = 500
_MOST_BYTES = 1 << 20
_LONGEST = 200
_OWN = f"{os.sep}numscope{os.sep}"


def named_variables(files: Iterable[str]) -> dict[str, str]:
    """Return the variables that are set and that these source files name, without the values of secrets."""
    found = {}
    for name in sorted({name for file in list(files)[:_MOST_FILES] for name in _names(file)}):
        if name in os.environ:
            (word,) = masked_command([f"{name}={os.environ[name]}"])
            found[name] = word.partition("=")[2][:_LONGEST]
    return found


def _names(file: str) -> Iterator[str]:
    if _OWN in file:
        return
    try:
        with open(file, "rb") as source:
            text = source.read(_MOST_BYTES)
    except OSError:  # its folder may be gone
        return
    for one in _NAMED.finditer(text):
        yield (one[1] or one[2]).decode("ascii", "replace")
