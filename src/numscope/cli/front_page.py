"""What `numscope` and `numscope --help` print; no command's module is loaded for it."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable, Iterator

from numscope.cli.catalogue import COMMANDS, GROUPS, TO_KNOW

_ABOUT = "See every numerical operation that a Python program performs."
_MOST_COLUMNS = 100


def first_words() -> str:
    """Return the commands to know, for a command line without any word."""
    rows = [(name, COMMANDS[name].summary) for name in TO_KNOW]
    return _text(
        [
            *(_ABOUT, "", "The five commands to know:", ""),
            *_rows(rows),
            *("", "numscope --help lists all commands; numscope COMMAND --help explains one."),
        ]
    )


def whole_help() -> str:
    """Return all commands by group, each group with its examples."""
    lines = ["usage: numscope [--version] COMMAND ...", "", _ABOUT]
    for group in GROUPS:
        lines += ["", f"{group.title}:"]
        lines += _rows([(name, entry.summary) for name, entry in group.commands.items()])
        lines += ["", *_examples(group.examples)]
    return _text([*lines, "", "numscope COMMAND --help explains one; numscope TRACE is short for check-up."])


def _rows(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    width = max(map(len, COMMANDS)) + 4
    for name, summary in rows:
        first, *more = textwrap.wrap(summary, max(20, _columns() - width)) or [""]
        yield f"  {name:<{width - 2}}{first}"
        yield from (" " * width + line for line in more)


def _examples(examples: Iterable[tuple[str, str]]) -> Iterator[str]:
    for command, answer in examples:
        line = f"    $ {command:<45}"
        yield f"{line}# {answer}" if len(line) + len(answer) + 2 <= _columns() else line.rstrip()


def _columns() -> int:
    return min(shutil.get_terminal_size().columns, _MOST_COLUMNS)


def _text(lines: Iterable[str]) -> str:
    return "\n".join(lines) + "\n"
