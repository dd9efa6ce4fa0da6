"""`numscope numba ...`: what Numba made of a program."""

from __future__ import annotations

import argparse
import importlib
import inspect

from numscope.cli.command import Command

# Subcommand -> module and class; a module is imported when the `numba` command is asked for.
SUBCOMMANDS: dict[str, str] = {
    "explain": "numscope.cli.numba_explain:ExplainCommand",
    "types": "numscope.cli.numba_types:TypesCommand",
    "dump": "numscope.cli.numba_dump:DumpCommand",
    "times": "numscope.cli.numba_times:TimesCommand",
    "check": "numscope.cli.numba_check:CheckCommand",
    "trace": "numscope.cli.numba_trace:TraceCommand",
    "lines": "numscope.cli.numba_lines:LinesCommand",
}


class NumbaCommand:
    """Ask why Numba does not compile a program, and what it compiled."""

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the subcommands and their arguments."""
        subparsers = parser.add_subparsers(dest="subcommand", metavar="WHAT", required=True)
        for name, place in SUBCOMMANDS.items():
            module, _, class_name = place.partition(":")
            command: Command = getattr(importlib.import_module(module), class_name)()
            text = inspect.getdoc(command) or ""
            subparser = subparsers.add_parser(name, help=text.partition("\n")[0], description=text)
            command.prepare_parser(subparser)
            subparser.set_defaults(numba_implementation=command)

    def run(self, arguments: argparse.Namespace) -> int:
        """Run the subcommand."""
        code: int = arguments.numba_implementation.run(arguments)
        return code
