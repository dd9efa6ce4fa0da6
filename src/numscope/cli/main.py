"""The `numscope` program: finds the command, runs it, turns errors into one line and an exit code."""

from __future__ import annotations

import argparse
import importlib
import inspect
import os
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext

from numscope.cli.catalogue import COMMANDS
from numscope.cli.command import Command, writable_folders
from numscope.cli.extras import whole_installation
from numscope.cli.loading import leave_the_rest, loading
from numscope.cli.parser import Parser, nearest
from numscope.errors import NumscopeError, TraceError, UsageError
from numscope.format.files import RefusedFileError
from numscope.startup.begin import stay_unrecorded
from numscope.version import __version__


def load_command(name: str) -> Command:
    """Import the command called `name` and make one; `numscope run` must not pay for what reads traces."""
    module_name, _, class_name = COMMANDS[name].where.partition(":")
    command: Command = getattr(importlib.import_module(module_name), class_name)()
    return command


def build_parser(names: Sequence[str]) -> argparse.ArgumentParser:
    """Make the parser, with the arguments of the commands in `names` declared."""
    parser = Parser(prog="numscope")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=Parser)
    for name in names:
        command = load_command(name)
        text = inspect.getdoc(command) or ""
        subparser = subparsers.add_parser(name, help=COMMANDS[name].summary, description=text)
        command.prepare_parser(subparser)
        subparser.set_defaults(implementation=command)
        parser.knows(subparser)
    return parser


_SUFFIX = ".numscope"


def _with_command(words: list[str]) -> list[str]:
    """Return the command line; a trace as its only word asks what is wrong with it."""
    if len(words) == 1 and words[0] not in COMMANDS and _is_trace(words[0]):
        return ["check-up", *words]
    return words


def _is_trace(word: str) -> bool:
    return word.rstrip("/").endswith(_SUFFIX) or os.path.isfile(os.path.join(word, "manifest.json"))


def _print(text: str) -> None:
    from numscope.views.escapes import print_text  # only where there is something to tell: it takes a while

    print_text(text, sys.stderr)


def _run(arguments: argparse.Namespace, words: list[str]) -> int:
    """Run the command; in a process of its own if it calls what a stranger's trace names."""
    implementation: Command = arguments.implementation
    if getattr(arguments, "trust", False):
        from numscope.cli.confined import is_needed, run_confined
        from numscope.trace.confinement import confine_if_asked

        confine_if_asked()
        if is_needed(arguments.trace):
            return run_confined(words, writable_folders(arguments))
    with ExitStack() as around:
        for name in ("selecting", "scheduling"):
            if (context := getattr(arguments, name, None)) is not None:
                around.enter_context(context(arguments))
        return implementation.run(arguments)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line `argv` (default `sys.argv[1:]`, as the process's only work) and return the exit code."""
    if argv is not None:
        return _main(list(argv), nullcontext())
    try:
        return _main(sys.argv[1:], loading())
    finally:
        leave_the_rest()


def _main(argv: list[str], around_imports: AbstractContextManager[None]) -> int:
    stay_unrecorded()
    words = _with_command(argv)
    if not words or words[0] in ("-h", "--help", "help"):
        # What wraps lines is imported for no other command.
        from numscope.cli.front_page import first_words, whole_help

        sys.stdout.write(whole_help() if words else first_words())
        return 0
    asked = [words[0]] if words[0] in COMMANDS else []
    if not asked and not words[0].startswith("-"):
        _print(
            f"numscope: there is no command {words[0]!r}. {nearest(words[0], COMMANDS)}numscope --help lists them."
        )
        return UsageError.exit_code
    try:
        with whole_installation():
            with around_imports:
                parser = build_parser(asked)
            arguments = parser.parse_args(words)
            code = _run(arguments, words)
    except NumscopeError as error:
        _print(f"numscope: {error}")
        return error.exit_code
    except RefusedFileError as error:
        _print(f"numscope: {error.filename} is refused: {error.strerror}.")
        return TraceError.exit_code
    except BrokenPipeError:
        # The reader of our output (`| head`) has left: not an error, and nothing more can be said to it.
        sys.stdout = None
        return 0
    return code
