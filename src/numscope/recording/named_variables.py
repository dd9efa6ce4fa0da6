"""The environment variables that a program's own text names: `os.environ.get("SMOOTHING", "3")`.

What another value of one changes, no line of the source shows. Variables that no line names are not kept.
"""

from __future__ import annotations

import os
import re
from binascii import crc32
from collections.abc import Iterable, Iterator
from io import FileIO  # the program may have replaced `open` by now

from numscope.redaction import masked_command

_NAMED = re.compile(
    rb"(?:\benviron(?:\.(?:get|setdefault|pop))?|\bgetenv)\s*[\[(]\s*[\"'](\w+)[\"']|\benvvar\s*=\s*[\"'](\w+)[\"']"
)
_MOST_FILES = 500
_MOST_BYTES = 1 << 20
# What names of secrets have in them, beside the words that mask an option of a command line.
_SECRET = re.compile(r"auth|cred|pass|pwd|cookie|session|webhook|dsn|salt|pin$", re.IGNORECASE)
# Numbers, words and paths; what is longer or has other characters, such as an address with a key in it, is not kept.
_PLAIN = re.compile(r"[\w.,+/ -]{0,48}", re.ASCII)
_OWN = f"{os.sep}numscope{os.sep}"


def named_variables(files: Iterable[str]) -> dict[str, str]:
    """Return the variables that are set and that these source files name, without the values of secrets."""
    found = {}
    for name in sorted({name for file in list(files)[:_MOST_FILES] for name in _names(file)}):
        if name in os.environ and not _SECRET.search(name):
            found[name] = _shown(name, os.environ[name])
    return found


def _shown(name: str, value: str) -> str:
    """Return a variable's value; of one that is not kept its length and a checksum, which tell two apart."""
    if not _PLAIN.fullmatch(value):
        return f"<{len(value)} characters, {crc32(value.encode('utf-8', 'replace')):08x}>"
    (word,) = masked_command([f"{name}={value}"])
    return word.partition("=")[2]


def _names(file: str) -> Iterator[str]:
    if _OWN in file:
        return
    try:
        with FileIO(file) as source:
            text = source.read(_MOST_BYTES)
    except OSError:  # its folder may be gone
        return
    for one in _NAMED.finditer(text):
        yield (one[1] or one[2]).decode("ascii", "replace")
