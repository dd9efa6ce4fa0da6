"""Options of the Python interpreter that `numscope run` takes and hands on to the program's."""

from __future__ import annotations

import argparse

_WITH_VALUE = {"W": "ACTION", "X": "OPTION"}


def add_interpreter_options(parser: argparse.ArgumentParser) -> None:
    """Declare -O, -u, -W and -X, with the interpreter's meaning."""
    group = parser.add_argument_group("the program's interpreter", "as python itself takes them")
    group.add_argument(
        "-O",
        dest="python_O",
        action="count",
        default=0,
        help="optimise: leave assertions out; -OO docstrings too",
    )
    group.add_argument(
        "-u", dest="python_u", action="store_true", help="don't buffer standard output and error"
    )
    for letter, metavar in _WITH_VALUE.items():
        group.add_argument(
            f"-{letter}",
            dest=f"python_{letter}",
            action="append",
            default=[],
            metavar=metavar,
            help={"W": "control warnings, as -W error", "X": "set an option, as -X dev"}[letter],
        )


def interpreter_options(arguments: argparse.Namespace) -> list[str]:
    """Return the words that were given."""
    words = ["-O"] * arguments.python_O + ["-u"] * arguments.python_u
    for letter in _WITH_VALUE:
        for value in getattr(arguments, f"python_{letter}"):
            words += [f"-{letter}", value]
    return words
