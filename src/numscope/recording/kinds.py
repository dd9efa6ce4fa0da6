"""The kinds of option values: how each is read from text and from TOML.

Each start of a program makes them: dataclasses of the same fields take 7 ms more to make.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Protocol

from numscope.recording.sizes import format_size, parse_duration, parse_size

_YES = {"1", "true", "yes", "on"}
_NO = {"0", "false", "no", "off", ""}


def parse_switch(text: str) -> bool:
    """Return whether `text` says yes (1, true, yes, on) or no (0, false, no, off, nothing).

    Raises ValueError for anything else.
    """
    word = text.strip().lower()
    if word not in _YES | _NO:
        raise ValueError(f"'{text}' is neither yes (1, true, yes, on) nor no (0, false, no, off)")
    return word in _YES


class Kind(Protocol):
    """How a value of one kind is read, and what the help calls it."""

    @property
    def metavar(self) -> str:
        """What stands for the value in help texts."""

    def parse(self, value: Any) -> Any:
        """Return the value that `value` (text, or what TOML gave) means. Raises ValueError."""


class Text:
    """Any text. `optional` is what a flag without a value means."""

    def __init__(self, metavar: str, optional: str = "") -> None:
        self.metavar = metavar
        self.optional = optional

    def parse(self, value: Any) -> str:
        """Return the text itself."""
        if not isinstance(value, str):
            raise ValueError(f"{value!r} is not text")
        return value


class Flag:
    """Yes or no."""

    def __init__(self, metavar: str = "0|1") -> None:
        self.metavar = metavar

    def parse(self, value: Any) -> bool:
        """Return the truth that `value` says."""
        return value if isinstance(value, bool) else parse_switch(str(value))


class Switch(Flag):
    """Yes, no, or unsaid, which is a third thing."""


class Choice:
    """One word out of a few."""

    def __init__(self, *words: str) -> None:
        self.words = words

    @property
    def metavar(self) -> str:
        """The words with bars between."""
        return "|".join(self.words)

    def parse(self, value: Any) -> str:
        """Return the word."""
        if value not in self.words:
            raise ValueError(f"'{value}' is none of {', '.join(self.words)}")
        return str(value)


class Size:
    """A number of bytes: 0, or at least `least`."""

    def __init__(self, least: int = 0, metavar: str = "SIZE") -> None:
        self.least = least
        self.metavar = metavar

    def parse(self, value: Any) -> int:
        """Return the bytes: a number, or text such as `2G`."""
        size = parse_size(str(value))
        if 0 < size < self.least:
            raise ValueError(
                f"'{value}' is less than {format_size(self.least)}, the least that there is room in"
            )
        return size


class Duration:
    """A length of time, in nanoseconds."""

    def __init__(self, metavar: str = "TIME") -> None:
        self.metavar = metavar

    def parse(self, value: Any) -> int:
        """Return the nanoseconds: 0, or of text such as `10m`."""
        return 0 if str(value).strip() == "0" else parse_duration(str(value))


class Count:
    """A whole number that is at least `least`."""

    def __init__(self, least: int, metavar: str = "N") -> None:
        self.least = least
        self.metavar = metavar

    def parse(self, value: Any) -> int:
        """Return the number."""
        text = str(value).strip()
        if not text.isdecimal() or int(text) < self.least:
            raise ValueError(f"'{value}' is not a whole number of at least {self.least}")
        return int(text)


class Ranges:
    """Whole numbers from 0 on and ranges of them as Python's slices have it: `7`, `100:110`, `::50`."""

    def __init__(self, metavar: str = "N,N:M,...") -> None:
        self.metavar = metavar

    def parse(self, value: Any) -> tuple[str, ...]:
        """Return the ranges of a text, or of a list, as texts; `bounds` reads one."""
        parts = str(value).split(",") if isinstance(value, (str, int)) else value
        if not isinstance(parts, (list, tuple)):
            raise ValueError(f"{value!r} is no list of numbers and ranges")
        texts = tuple(str(part).strip() for part in parts if str(part).strip())
        for text in texts:
            bounds(text)
        return texts


_UNBOUNDED = 2**63


def bounds(text: str) -> tuple[int, int, int]:
    """Return (first, end, every) of a number or a range. Raises ValueError."""
    words = text.split(":")
    if len(words) > 3 or not all(word.isdecimal() or (not word and len(words) > 1) for word in words):
        raise ValueError(f"'{text}' is neither a whole number nor a range such as 100:110 or ::50")
    numbers = [int(word) if word else None for word in words]
    if len(numbers) == 1:
        return int(words[0]), int(words[0]) + 1, 1
    first, end, every = numbers[0] or 0, numbers[1], numbers[2] if len(numbers) > 2 else 1
    if every == 0 or (end is not None and end <= first):
        raise ValueError(f"'{text}' holds no number")
    return first, _UNBOUNDED if end is None else end, every or 1


def in_ranges(number: int, texts: Sequence[str]) -> bool:
    """Return whether `number` is in one of the ranges."""
    return any(number in range(*bounds(text)) for text in texts)


class Patterns:
    """Shell-style patterns of dotted names; in text, commas stand between them."""

    def __init__(self, metavar: str = "PATTERN") -> None:
        self.metavar = metavar

    def parse(self, value: Any) -> tuple[str, ...]:
        """Return the patterns of a text or of a list of texts."""
        parts = value.split(",") if isinstance(value, str) else value
        if not isinstance(parts, (list, tuple)) or not all(isinstance(part, str) for part in parts):
            raise ValueError(f"{value!r} is neither a pattern nor a list of patterns")
        return tuple(part.strip() for part in parts if part.strip())


class Expressions:
    """Python regular expressions; a text is one of them, whatever it holds."""

    def __init__(self, metavar: str = "REGEX") -> None:
        self.metavar = metavar

    def parse(self, value: Any) -> tuple[str, ...]:
        """Return the expressions of a text or of a list of texts."""
        parts = [value] if isinstance(value, str) else value
        if not isinstance(parts, (list, tuple)) or not all(isinstance(part, str) for part in parts):
            raise ValueError(f"{value!r} is neither a regular expression nor a list of them")
        for part in parts:
            try:
                re.compile(part)
            except re.error as error:
                raise ValueError(f"'{part}' is no regular expression: {error}") from None
        return tuple(part for part in parts if part)


class Rules:
    """Rules over operations, each read once here to report a wrong one; in text, semicolons stand between them.

    `words` are texts that are let through unread.
    """

    def __init__(self, words: tuple[str, ...] = (), metavar: str = "RULE") -> None:
        self.words = words
        self.metavar = metavar

    def parse(self, value: Any) -> tuple[str, ...]:
        """Return the rules of a text or of a list of texts."""
        from numscope.rules.language import (
            read_rule,
        )  # a recording without rules does not load their language

        parts = value.split(";") if isinstance(value, str) else value
        if not isinstance(parts, (list, tuple)) or not all(isinstance(part, str) for part in parts):
            raise ValueError(f"{value!r} is neither a rule nor a list of rules")
        rules = tuple(part.strip() for part in parts if part.strip())
        for rule in rules:
            if rule not in self.words:
                read_rule(rule)
        return rules
