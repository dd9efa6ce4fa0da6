"""The program that a command runs: a script, `-m module` or `-c code`, and everything after it."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

from numscope.errors import UsageError

_PROGRAM_FLAGS = (("-m", "MODULE ...", "run a module"), ("-c", "CODE ...", "run code"))


def add_program_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the program: its words are in `arguments.program`, `-m` and `-c` the first of them."""
    for flag, metavar, text in _PROGRAM_FLAGS:
        parser.add_argument(
            flag, dest="program", action=_Program, nargs=argparse.REMAINDER, metavar=metavar, help=text
        )
    parser.add_argument(
        "program", action=_Program, nargs=argparse.REMAINDER, metavar="SCRIPT ...", help="run a script"
    )


class _Program(argparse.Action):
    """Takes the program's words; `-m` and `-c` are the first of them."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        if not values:
            if option_string:
                parser.error(f"{option_string} needs a value")
            return
        namespace.program = [*([option_string] if option_string else []), *values]


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
