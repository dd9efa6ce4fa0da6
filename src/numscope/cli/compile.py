"""`numscope compile`: what torch.compile makes of a program, in files that a debugger stops in."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numscope.cli.browser import add_open_argument, open_page
from numscope.cli.program_words import add_script
from numscope.compiled.torch_compile.explain import counted, explain
from numscope.compiled.torch_compile.records import Record
from numscope.compiled.torch_compile.script import load_script, run_script
from numscope.compiled.torch_compile.session import load_torch, prepare_debug
from numscope.compiled.torch_compile.startup import VARIABLE

if TYPE_CHECKING:
    from numscope.compiled.torch_compile.check import Check


class CompileCommand:
    """Run a script and dump everything that torch.compile makes of it; the dumped files are what runs.

    DIR/index.html ties the dump together. The exit code is the script's. With --check it is 1 where compiled and
    eager results differ.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        parser.usage = "numscope compile [options] SCRIPT [options] [[--] ARGUMENTS ...]"
        parser.add_argument(
            "-o",
            "--output",
            default="torch_compile_dump",
            metavar="DIR",
            help="where the dump goes [%(default)s]",
        )
        parser.add_argument(
            "--explain",
            action="store_true",
            help="print why graphs broke, what was compiled again, what to change",
        )
        parser.add_argument(
            "--caches",
            action="store_true",
            help="leave torch's caches on and say what they did; a hit skips steps, whose files are then missing",
        )
        parser.add_argument(
            "--check",
            action="store_true",
            help="run every compiled call eagerly too; where results differ, find the operation at fault",
        )
        parser.add_argument(
            "--json",
            action="store_true",
            help="print one JSON document; the script's output goes to standard error",
        )
        add_open_argument(parser)
        add_script(parser)

    def run(self, arguments: argparse.Namespace) -> int:
        """Run the script and tell what was made of it."""
        script = load_script(Path(arguments.script))
        output = Path(arguments.output).absolute()
        os.environ[VARIABLE] = str(output)  # for the processes that the script starts
        check: Check | None = _load_check() if arguments.check else None
        with _script_output(arguments.json):
            dump = prepare_debug(output, caches=arguments.caches)
            with dump as session, check.calls() if check else contextlib.nullcontext():
                code = run_script(script, arguments.arguments)
            if check:
                check.investigate(session.file)
                code = code or check.exit_code
        if arguments.json:
            document = _document(session.record, session.directory, code)
            print(json.dumps({**document, **(check.document() if check else {})}, indent=1, default=str))
        else:
            story = explain(session.record) if arguments.explain else []
            print("\n".join(story + (check.lines() if check else [])), end="\n" if story or check else "")
        _tell(session.record, session.directory)
        open_page(session.directory / "index.html", arguments.open)
        return code


def _load_check() -> Check:
    # Imports torch, which the rest of this module leaves to prepare_debug: it says what is wrong where it can't.
    load_torch()
    from numscope.compiled.torch_compile.check import Check

    return Check()


def _script_output(to_stderr: bool) -> contextlib.AbstractContextManager[Any]:
    return contextlib.redirect_stdout(sys.stderr) if to_stderr else contextlib.nullcontext()


def _document(record: Record, directory: Path, code: int) -> dict[str, Any]:
    return {
        "directory": str(directory),
        "exit_code": code,
        **record.as_dict(),
        "explanation": explain(record),
    }


def _tell(record: Record, directory: Path) -> None:
    print(f"numscope: {counted(record)}; see {directory / 'index.html'}", file=sys.stderr)
