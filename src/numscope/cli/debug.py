"""`numscope debug`: stop inside compiled functions and look at their variables."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from numscope.cli.program_words import add_script

if TYPE_CHECKING:
    from numscope.compiled.numba.debugger.session import Program


class DebugCommand:
    """Run a program under gdb and stop in functions Numba compiled, with every variable as Python shows it.

    Breakpoints are lines of Python files or native functions such as dgesdd_. Without --batch there is a
    prompt; with it the program runs to its end and every stop is printed. Ends with the program's exit
    code; with 1 when a signal ended it or a breakpoint was never hit.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""
        parser.add_argument(
            "--break", dest="breakpoints", action="append", default=[], metavar="PLACE",
            help="file.py:12, 12 (a line of the script) or a native function, and a condition of the variables there "
            "if there is one: '12 if i == 40'; may be given again",
        )  # fmt: skip
        parser.add_argument("--print", dest="names", default="", metavar="a,b", help="only these variables")
        parser.add_argument("--batch", action="store_true", help="run to the end, printing every stop")
        parser.add_argument("--json", action="store_true", help="one JSON document a line (implies --batch)")
        parser.add_argument("--limit", type=int, help="end after this many stops")
        parser.add_argument("--timeout", type=float, metavar="SECONDS", help="longest wait for the next stop")
        parser.add_argument(
            "--watch", dest="watches", action="append", default=[], metavar="ELEMENT",
            help="stop whenever an element of an array changes after a line was first reached: 'out[3] at 12'",
        )  # fmt: skip
        parser.add_argument(
            "--stop-on", action="append", default=[], choices=("nan", "index"),
            help="stop where a NaN is stored in a variable or an array, or where an index is out of range",
        )  # fmt: skip
        parser.add_argument("--serial", action="store_true", help="run prange loops in one thread, in order")
        add_script(parser)

    def run(self, arguments: argparse.Namespace) -> int:
        """Debug in batch or at a prompt."""
        from numscope.compiled.numba.script import compile_script

        compile_script(arguments.script)
        if arguments.batch or arguments.json:
            return _batch(arguments)
        return _prompt(arguments)


def _program(arguments: argparse.Namespace, stdout: int = 1, shares_terminal: bool = True) -> Program:
    from numscope.compiled.numba.debugger.session import Program
    from numscope.compiled.numba.debugger.value_stops import check_machine

    if arguments.stop_on:
        check_machine()
    return Program(
        arguments.script,
        arguments.arguments,
        arguments.serial,
        stdout=stdout,
        shares_terminal=shares_terminal,
        stop_on=arguments.stop_on,
    )


def _batch(arguments: argparse.Namespace) -> int:
    from numscope.compiled.numba.debugger.batch import run_batch
    from numscope.compiled.numba.debugger.breakpoints import parse
    from numscope.compiled.numba.debugger.session import Session
    from numscope.compiled.numba.debugger.stops import Stop
    from numscope.compiled.numba.debugger.watches import parse_watch

    def tell(stop: Stop) -> None:
        text = json.dumps(stop.as_json()) if arguments.json else stop.as_text()
        print(text, flush=True)

    breakpoints = [parse(text, arguments.script) for text in arguments.breakpoints]
    for breakpoint_ in breakpoints:
        if breakpoint_.moved:
            print(f"numscope: {breakpoint_.moved}", file=sys.stderr)
    watches = [parse_watch(text, arguments.script) for text in arguments.watches]
    names = [name.strip() for name in arguments.names.split(",") if name.strip()]
    program = _program(arguments, stdout=2 if arguments.json else 1)
    with Session(program, arguments.timeout) as session:
        ending = run_batch(session, breakpoints, tell, watches, names, arguments.limit)
    if arguments.json:
        print(json.dumps(ending.as_json()))
    else:
        for remark in ending.remarks:
            print(f"numscope: {remark}", file=sys.stderr)
    missed = ending.remarks if arguments.limit is None else []
    return 1 if ending.exit_code is None or missed else ending.exit_code


def _prompt(arguments: argparse.Namespace) -> int:
    from numscope.compiled.numba.debugger.session import Session
    from numscope.compiled.numba.debugger.shell import Shell

    def ask() -> str:
        return input("(numscope) ")

    program = _program(arguments, shares_terminal=False)
    with Session(program, arguments.timeout) as session:
        shell = Shell(session, arguments.script, ask, print)
        shell.run(arguments.breakpoints, arguments.watches)
    return shell.exit_code or 0
