"""The cell magic `%%numscope`: record what a cell computes, and show it."""

from __future__ import annotations

import argparse
import atexit
import shlex
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numscope.block import Recording, record
from numscope.cli.policy_arguments import add_policy_arguments
from numscope.errors import NumscopeError, UsageError
from numscope.notebook.cells import CellNames
from numscope.notebook.formats import Shown, add_formats, recording_shown, take_formats, why_shown
from numscope.notebook.lesson import lesson_html
from numscope.recording.policy import options
from numscope.views.escapes import print_text
from numscope.views.page.head import LANGUAGES
from numscope.views.paths import named_files

NAME = "numscope"
_DEFAULT_VARIABLE = "numscope_trace"


class CellRecorder:
    """Records cells. Their traces are in a folder of their own that goes with the kernel, unless a name is given."""

    def __init__(self, shell: Any) -> None:
        self.shell = shell
        self.cells = CellNames(shell)
        self._folder = Path(tempfile.mkdtemp(prefix="numscope-notebook-"))
        self._count = 0

    def run(self, line: str, cell: str) -> None:
        """Record the cell, list its operations and draw them step by step; the trace is left in a variable.

        Options are those of `numscope run`, `--as NAME` for the variable, `--lang zh` for the drawings in Chinese, and
        `--list` for the list alone. The cell's own output, result and errors appear as ever.
        """
        try:
            arguments = _parser().parse_args(shlex.split(line))
            recording = self._recording(arguments)
        except (NumscopeError, ValueError) as error:
            print_text(f"numscope: {error}")
            return
        try:
            with self.cells.of_cell(self.cells.current()), recording:
                self.shell.run_cell(cell)
        except NumscopeError as error:
            print_text(f"numscope: {error}")
            return
        self.shell.push({arguments.variable: recording})
        self._show(recording, None if arguments.list else arguments.lang)

    def ask(self, line: str) -> None:
        """`%numscope why`: record the last cell again, and show which operation raised and what is wrong.

        The cell's effects happen once more; its output and its traceback are not shown again.
        """
        if line.strip() != "why":
            print_text("numscope: %numscope why records the last cell again and shows what is wrong in it.")
            return
        last = self.cells.before(NAME)
        if last is None:
            print_text("numscope: no cell was run before this one.")
            return
        number, cell = last
        self._count += 1
        try:
            trace = self._folder / f"cell-{self._count}.numscope"
            with self.cells.of_cell(number), record(trace) as recording:
                self._run_unseen(_without_magic(cell))
            with named_files(self.cells.known()):
                self._publish(why_shown(recording.open()))
        except NumscopeError as error:
            print_text(f"numscope: {error}")
            return
        self.shell.push({_DEFAULT_VARIABLE: recording})

    def _run_unseen(self, cell: str) -> None:
        """Run a cell without its output and its traceback."""
        from IPython.utils.capture import capture_output

        before = self.shell.custom_exceptions, self.shell.CustomTB
        self.shell.set_custom_exc((Exception,), lambda *exception, tb_offset=None: None)
        try:
            with capture_output():
                self.shell.run_cell(cell)
        finally:
            self.shell.custom_exceptions, self.shell.CustomTB = before

    def close(self) -> None:
        """Remove the traces that were given no name."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _recording(self, arguments: argparse.Namespace) -> Recording:
        given = {option.name: getattr(arguments, option.name) for option in options()}
        if not arguments.variable.isidentifier():
            raise UsageError(f"--as: {arguments.variable!r} is no name of a variable")
        self._count += 1
        path = given.pop("output") or self._folder / f"cell-{self._count}.numscope"
        return record(path, **{name: value for name, value in given.items() if value is not None})

    def _show(self, recording: Recording, language: str | None) -> None:
        with named_files(self.cells.known()):
            publish = self._publish(recording_shown(recording))
        drawn = lesson_html(recording.open(), language, self.cells.known()) if language else None
        if drawn is not None:
            publish({"text/html": drawn, "text/plain": "(the cell step by step: to be seen in a notebook)"})

    def _publish(self, shown: Shown) -> Callable[[dict[str, Any]], None]:
        """Show a view below the cell; return what shows more."""
        from IPython.display import publish_display_data

        publish: Callable[[dict[str, Any]], None] = publish_display_data
        publish(shown.bundle())
        return publish


def _without_magic(cell: str) -> str:
    """Return what a recorded cell runs: within a recording, another one would take its operations."""
    return cell.partition("\n")[2] if cell.startswith(f"%%{NAME}") else cell


class _Parser(argparse.ArgumentParser):
    """Says what is wrong instead of ending the kernel."""

    def error(self, message: str) -> Any:
        raise UsageError(f"{message}; options are those of numscope run")

    def exit(self, status: int = 0, message: str | None = None) -> Any:
        raise UsageError(message or "that was all")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="%%numscope", add_help=False, allow_abbrev=False)
    add_policy_arguments(parser)
    parser.add_argument(
        "--as", dest="variable", default=_DEFAULT_VARIABLE, metavar="NAME", help="variable for the trace"
    )
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the drawings")
    parser.add_argument("--list", action="store_true", help="list the operations only, draw nothing")
    return parser


def load(shell: Any) -> None:
    """Give the IPython shell `shell` the magic and the formats."""
    recorder = CellRecorder(shell)
    shell.register_magic_function(recorder.run, magic_kind="cell", magic_name=NAME)
    shell.register_magic_function(recorder.ask, magic_kind="line", magic_name=NAME)
    atexit.register(recorder.close)
    add_formats(shell, recorder.cells)


def unload(shell: Any) -> None:
    """Take them away again."""
    for kind in ("cell", "line"):
        shell.magics_manager.magics[kind].pop(NAME, None)
    take_formats(shell)
