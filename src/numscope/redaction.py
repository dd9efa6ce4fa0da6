"""What is left out of a trace: secrets of the command line and of settings, and what the user's patterns match.

--redact takes Python regular expressions; each match becomes `<redacted>`. What is behind a match stays on its line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

REDACTED = "<redacted>"
# Names of settings whose values nobody should see.
_SECRET = r"token|passw(?:or)?d|passwd|passphrase|secret|credential|bearer|(?:api|access|private|auth|secret)[-_]?key"
_SECRET_NAME = re.compile(rf"(?i)(?:{_SECRET})|(?:^|[-_])(?:key|pwd|auth|pass)$")
_ASSIGNED = re.compile(rf"(?i)(\w*(?:{_SECRET})\w*[\"']?\s*[=:]\s*)([\"'])(.*?)\2")
_IN_ADDRESS = re.compile(r"(://[^/\s:@]*):[^/\s@]+@")
# A line of TOML, YAML or INI that gives a name a value: indentation, name, value.
_SETTING = re.compile(
    r"""(?P<before>(?P<indent>\s*)(?:-\s+)?["']?(?P<name>[\w.-]+)["']?\s*[=:]\s*)(?P<value>\S.*?)(?P<end>,?\s*)$"""
)
_LONG_TEXT = re.compile(r"""(?P<quotes>\"{3}|'{3})|[|>][-+\d]*$|[\[{]$""")


class Redactor:
    """Replaces what any of some regular expressions matches. Raises re.error for a pattern that is none."""

    def __init__(self, patterns: Sequence[str]) -> None:
        self._patterns = [re.compile(pattern) for pattern in patterns]

    def __bool__(self) -> bool:
        return bool(self._patterns)

    def text(self, text: str) -> str:
        """Return `text` with REDACTED in the place of each match."""
        for pattern in self._patterns:
            text = pattern.sub(_same_lines, text)
        return text

    def tree(self, data: Any) -> Any:
        """Return `data`, as JSON can hold it, with all its texts redacted but the names of its fields."""
        if not self._patterns:
            return data
        if isinstance(data, str):
            return self.text(data)
        if isinstance(data, dict):
            return {name: self.tree(value) for name, value in data.items()}
        if isinstance(data, (list, tuple)):
            return [self.tree(value) for value in data]
        return data


def _same_lines(match: re.Match[str]) -> str:
    return REDACTED + "\n" * match.group().count("\n") if match.group() else ""


def masked_command(words: Sequence[str]) -> list[str]:
    """Return a command line without the values of `--token X`, `password=X` and the like, and of `://user:X@`."""
    masked: list[str] = []
    follows = False  # the word before is an option whose value this one is
    for word in words:
        if follows and not word.startswith("-"):
            masked.append(REDACTED)
            follows = False
            continue
        name, equals, _ = word.partition("=")
        secret = _is_secret_name(name)
        follows = secret and not equals and word.startswith("-")
        masked.append(f"{name}={REDACTED}" if secret and equals else _masked_text(word))
    return masked


def is_secret(name: str) -> bool:
    """Return whether something of this name, such as a file `credentials.json`, is likely to be a secret."""
    return _is_secret_name(name.partition(".")[0] or name)


def masked_settings(text: str) -> str:
    """Return a file of settings (TOML, JSON, YAML, INI) without the values of names such as `password`."""
    masked: list[str] = []
    hidden: Callable[[str], bool] | None = None  # whether a line goes on with the value before
    for line in text.splitlines(keepends=True):
        if hidden is not None:
            if hidden(line):
                masked.append(_same_end(line))
                continue
            hidden = None
        found = _SETTING.match(line)
        if found and _is_secret_name(found["name"]):
            hidden = _goes_on(found["value"], len(found["indent"]))
            masked.append(f"{found['before']}{REDACTED}{found['end']}")
        else:
            masked.append(_masked_text(line))
    return "".join(masked)


def _goes_on(value: str, indent: int) -> Callable[[str], bool] | None:
    """Return what tells the lines of a value of several lines: more indented ones, or all up to its closing quotes."""
    long = _LONG_TEXT.match(value)
    if long is None:
        return None
    quotes, closed = long["quotes"], False
    if not quotes:
        return lambda line: not line.strip() or len(line) - len(line.lstrip()) > indent
    if quotes in value[len(quotes) :]:
        return None

    def goes_on(line: str) -> bool:
        nonlocal closed
        if closed:
            return False
        closed = quotes in line
        return True

    return goes_on


def _same_end(line: str) -> str:
    return REDACTED + line[len(line.rstrip("\r\n")) :]


def _is_secret_name(name: str) -> bool:
    return len(name) < 80 and " " not in name and bool(_SECRET_NAME.search(name))


def _masked_text(text: str) -> str:
    """Code and addresses inside a word."""
    text = _ASSIGNED.sub(rf"\1\2{REDACTED}\2", text)
    return _IN_ADDRESS.sub(rf"\1:{REDACTED}@", text)
