"""The program that a command runs: a script, `-m module` or `-c code`, and everything after it.

`numscope run` leaves all that stands after the script to the script. Commands that ask a question take their options
on either side of it, as in `numscope explain script.py -o page.html`; what follows `--` is the script's alone.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from numscope.errors import UsageError

_PROGRAM_FLAGS = (("-m", "MODULE ...", "run a module"), ("-c", "CODE ...", "run code"))
# The program's own options win over ours from here on.
_END_OF_OPTIONS = "--"


def add_program_arguments(parser: argparse.ArgumentParser, options_after: bool = False) -> None:
    """Declare the program: its words are in `arguments.program`, `-m` and `-c` the first of them.

    With `options_after` the options declared so far may stand behind the program too.
    """
    ours = _options_of(parser) if options_after else None
    for flag, metavar, text in _PROGRAM_FLAGS:
        parser.add_argument(
            flag,
            dest="program",
            action=_Program,
            nargs=argparse.REMAINDER,
            metavar=metavar,
            help=text,
            ours=ours,
        )
    parser.add_argument(
        "program",
        action=_Program,
        nargs=argparse.REMAINDER,
        metavar="SCRIPT ...",
        help="run a script",
        ours=ours,
    )


def add_script(parser: argparse.ArgumentParser, metavar: str = "SCRIPT") -> None:
    """Declare a script in `arguments.script` and its own words in `arguments.arguments`; options on either side."""
    ours = _options_of(parser)
    parser.add_argument(
        "script",
        action=_Script,
        nargs=argparse.REMAINDER,  # a `--` right behind a script of its own would be lost
        metavar=f"{metavar} ...",
        help="the Python program to run, and its own arguments",
        ours=ours,
    )


def _options_of(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """A parser of the options that `parser` has so far."""
    return argparse.ArgumentParser(
        prog=parser.prog,
        usage=parser.usage,
        description=parser.description,
        parents=[parser],
        add_help=False,
        allow_abbrev=False,
    )


class _Words(argparse.Action):
    """Takes the words behind a program, less the options of ours among them."""

    def __init__(self, *names: Any, ours: argparse.ArgumentParser | None, **details: Any) -> None:
        super().__init__(*names, **details)
        self.ours = ours

    def theirs(self, words: list[str], namespace: argparse.Namespace) -> list[str]:
        """Move our options out of `words` into `namespace`, and return what is left."""
        if self.ours is None:
            return words
        end = words.index(_END_OF_OPTIONS) if _END_OF_OPTIONS in words else len(words)
        _, theirs = self.ours.parse_known_args(words[:end], namespace)
        return [*theirs, *words[end + 1 :]]

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        setattr(namespace, self.dest, self.theirs(list(values or []), namespace))


class _Program(_Words):
    """Takes the program's words; `-m` and `-c` are the first of them."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        words = list(values or [])
        if not words:
            if option_string:
                parser.error(f"{option_string} needs a value")
            return
        if words[0] == _END_OF_OPTIONS:
            namespace.program = words[1:]
            return
        flag = [option_string] if option_string else []
        namespace.program = [*flag, words[0], *self.theirs(words[1:], namespace)]


class _Script(_Words):
    """Takes a script and its words."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        words = list(values or [])
        if words[:1] == [_END_OF_OPTIONS]:
            words = words[1:]
        if not words:
            parser.error(f"the following arguments are required: {str(self.metavar).removesuffix(' ...')}")
        if words[0].startswith("-") and len(words[0]) > 1:
            parser.error(f"unrecognized arguments: {words[0]}")
        namespace.script = words[0]
        namespace.arguments = self.theirs(words[1:], namespace)


def check_program(words: list[str]) -> None:
    """Raise UsageError where there is no program, or no script that could be run."""
    if not words:
        raise UsageError("nothing to run: give a script, -m MODULE or -c CODE")
    script = Path(words[0])
    if words[0] in ("-m", "-c", "-"):
        return
    if not script.exists():
        raise UsageError(f"there is no script '{script}'")
    if not os.access(script, os.R_OK):
        raise UsageError(f"the script '{script}' can't be read")
    if script.is_dir() and not (script / "__main__.py").exists():
        raise UsageError(f"'{script}' is a folder without __main__.py, not a script")
