"""What `numscope run` does for programs that use Numba: explanations, crash reports, settings, CUDA checks."""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from signal import SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV

from numscope.cli.installed import installed_version
from numscope.cli.run_extras import Outcome
from numscope.errors import NumscopeError, UsageError
from numscope.recording.reporting import tell

OLDEST = (0, 60)
SANITIZER_TOOLS = ("memcheck", "racecheck", "synccheck", "initcheck")
_FATAL = tuple(-number for number in (SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV))


class NumbaExtra:
    """Flags for programs that use Numba. Without any, Numba's errors are explained, and deaths in compiled code."""

    def __init__(self) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the flags."""
        group = parser.add_argument_group("programs that use Numba")
        group.add_argument(
            "--no-jit", action="store_true", help="let Numba compile nothing: functions run as plain Python"
        )
        group.add_argument(
            "--crash-report",
            action="store_true",
            help="if the program dies of a signal, run it again under gdb and print line, locals and wrong index",
        )
        group.add_argument(
            "--compiled-lines",
            action="store_true",
            help="measure processor time by line inside compiled functions, for top, annotate and report; functions "
            "are compiled anew",
        )
        group.add_argument(
            "--compiled-allocations",
            action="store_true",
            help="count what each line inside compiled functions allocates, for top, annotate and report; functions "
            "are compiled anew",
        )
        group.add_argument(
            "--cudasim",
            action="store_true",
            help="run CUDA kernels on the CPU and report wrong indexes, races and missed barriers; exit code 1 "
            "if there are any",
        )
        group.add_argument(
            "--cuda-debug", action="store_true", help="compile CUDA kernels as cuda.jit(debug=True) does"
        )
        group.add_argument(
            "--sanitize", action="store_true", help="run CUDA kernels under NVIDIA's compute-sanitizer"
        )
        group.add_argument(
            "--sanitize-tool",
            choices=SANITIZER_TOOLS,
            default="memcheck",
            help="which of its tools (default memcheck)",
        )

    def environment(self, arguments: argparse.Namespace, trace: Path) -> Mapping[str, str]:
        """The variables that Numba reads, and our part of the program's process."""
        _check(arguments)
        if _numba_version() is None:
            return {}
        from numscope.compiled.numba.runtime.settings import PLUGIN, Settings
        from numscope.recording.plugins import with_plugin

        self._folder = tempfile.TemporaryDirectory(prefix="numscope-numba-")
        settings = Settings(
            self._folder.name, arguments.cudasim, arguments.compiled_lines, arguments.compiled_allocations
        )
        variables = {**with_plugin(PLUGIN, os.environ), **settings.as_environment()}
        if arguments.compiled_lines or arguments.compiled_allocations:
            # What Numba's cache holds was compiled without line tables.
            variables["NUMBA_CACHE_DIR"] = os.path.join(self._folder.name, "cache")
        if arguments.no_jit:
            variables["NUMBA_DISABLE_JIT"] = "1"
        if arguments.cudasim:
            variables["NUMBA_ENABLE_CUDASIM"] = "1"
        if arguments.cuda_debug or arguments.sanitize:
            from numscope.compiled.numba.cuda.sanitizer import DEBUG_SETTINGS

            variables.update(DEBUG_SETTINGS)
        return variables

    def launcher(self, arguments: argparse.Namespace, trace: Path) -> Sequence[str]:
        """compute-sanitizer's words, where that is asked for."""
        if not arguments.sanitize or self._folder is None:
            return ()
        from numscope.compiled.numba.cuda.sanitizer import sanitizer_command

        return sanitizer_command(arguments.sanitize_tool, self._log())

    def finish(self, arguments: argparse.Namespace, outcome: Outcome) -> int | None:
        """Tell what the checks of kernels found, and how the program died."""
        if self._folder is None:
            return None
        with self._folder:
            if outcome.code in _FATAL:
                self._tell_death(arguments, outcome)
            elif outcome.code:
                self._tell_exception(outcome)
            found = self._kernel_findings(arguments)
        for line in found:
            tell(line)
        return 1 if found and outcome.code == 0 else None

    def _log(self) -> Path:
        assert self._folder is not None
        return Path(self._folder.name) / "sanitizer.log"

    def _kernel_findings(self, arguments: argparse.Namespace) -> list[str]:
        assert self._folder is not None
        if arguments.cudasim:
            from numscope.compiled.numba.runtime.simulator import findings_in

            return [str(finding) for finding in findings_in(self._folder.name)]
        if arguments.sanitize:
            from numscope.compiled.numba.cuda.sanitizer import read_findings

            log = self._log()
            text = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
            return [str(finding) for finding in read_findings(text)]
        return []

    def _tell_exception(self, outcome: Outcome) -> None:
        assert self._folder is not None
        from numscope.compiled.numba.crash.raised_call import inner_traceback

        text = inner_traceback(outcome.trace, self._folder.name)
        if text:
            tell(text)

    def _tell_death(self, arguments: argparse.Namespace, outcome: Outcome) -> None:
        assert self._folder is not None
        words: list[str] = arguments.program
        if arguments.crash_report:
            from numscope.compiled.numba.crash.gdb_run import crash_report

            try:
                tell(f"running {words[0]} again under gdb")
                text = str(crash_report(words[0], words[1:]))
            except NumscopeError as error:
                text = str(error)
        else:
            from numscope.compiled.numba.crash.last_moments import last_moments

            text = last_moments(outcome.trace, self._folder.name, -outcome.code, words)
        if text:
            tell(text)


def _check(arguments: argparse.Namespace) -> None:
    flags = {
        "--no-jit": arguments.no_jit,
        "--crash-report": arguments.crash_report,
        "--compiled-lines": arguments.compiled_lines,
        "--compiled-allocations": arguments.compiled_allocations,
        "--cudasim": arguments.cudasim,
        "--cuda-debug": arguments.cuda_debug,
        "--sanitize": arguments.sanitize,
    }
    asked = [flag for flag, given in flags.items() if given]
    if not asked:
        return
    version = _numba_version()
    if version is None:
        raise NumscopeError(f"{asked[0]} needs Numba, and there is none here: pip install 'numscope[numba]'")
    if version < OLDEST:
        raise NumscopeError(
            f"{asked[0]} needs Numba {'.'.join(map(str, OLDEST))} or newer, and here is "
            f"{'.'.join(map(str, version))}: pip install -U numba"
        )
    if arguments.no_jit and arguments.crash_report:
        raise UsageError("--no-jit leaves no compiled code that --crash-report could look into")
    if arguments.cudasim and (arguments.sanitize or arguments.cuda_debug):
        raise UsageError("--cudasim runs kernels without a GPU, --sanitize and --cuda-debug on one: choose")
    if arguments.crash_report and arguments.program and arguments.program[0] in ("-m", "-c", "-"):
        raise UsageError("--crash-report runs the program again under gdb, which works for scripts only")


def _numba_version() -> tuple[int, ...] | None:
    text = installed_version("numba")
    return None if text is None else tuple(int(part) for part in text.split(".")[:2])
