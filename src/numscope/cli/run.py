"""`numscope run`: record a whole program."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from numscope.cli.installed import installed_version
from numscope.cli.interpreter_options import add_interpreter_options, interpreter_options
from numscope.cli.policy_arguments import add_policy_arguments
from numscope.cli.program_words import add_program_arguments, check_program
from numscope.cli.run_end import seal_and_report, sealing_child
from numscope.cli.run_extras import Outcome, load_extras
from numscope.errors import UsageError
from numscope.recording import environment, plugins
from numscope.recording.launch import end_like, run_program
from numscope.recording.naming import default_trace
from numscope.recording.patterns import check_known
from numscope.recording.policy import Policy, options
from numscope.recording.reporting import tell
from numscope.recording.session import Session
from numscope.recording.shard import create_or_join_trace
from numscope.recording.sources import resolve
from numscope.recording.variables import warn_of_misspelt
from numscope.stores.store import is_url

if TYPE_CHECKING:
    from numscope.cli.run_upload import UploadedRun

OLDEST_NUMPY = (1, 26)


class Run:
    """Run a program and record every NumPy operation it performs.

    The program is a script, `-m module` or `-c code`; everything after it belongs to the program. It runs
    as it would without numscope: same arguments, streams, exit code, signals and tracebacks.
    """

    def __init__(self) -> None:
        self.extras = load_extras()

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the recording's options, the extras' flags and the program."""
        parser.usage = "numscope run [options] (SCRIPT | -m MODULE | -c CODE) [ARGUMENTS ...]"
        add_policy_arguments(parser)
        add_interpreter_options(parser)
        parser.add_argument(
            "--prove",
            action="store_true",
            help="run the program without, with and again without recording, and show that its output, exit code "
            "and random state stay the same, and how much longer it takes; exit code 1 if they don't",
        )
        parser.add_argument(
            "--live",
            action="store_true",
            help="look at the program while it runs; what it writes is shown at its end",
        )
        for extra in self.extras:
            extra.prepare_parser(parser)
        add_program_arguments(parser)

    def run(self, arguments: argparse.Namespace) -> int:
        """Record the program, seal its trace and end as the program did."""
        words: list[str] = arguments.program or []
        check_program(words)
        _check_numpy()
        folder = Path.cwd()
        uploaded = _uploaded(arguments)
        warn_of_misspelt(os.environ)
        policy = resolve(
            {option.name: getattr(arguments, option.name) for option in options()}, os.environ, folder
        )
        _check_patterns(policy)
        if uploaded:
            policy = uploaded.bounded(policy)
        trace = Path(policy.output) if policy.output else default_trace(folder, words)
        if arguments.live:
            return _run_live(trace)
        added = [extra.environment(arguments, trace) for extra in self.extras]
        launcher = [word for extra in self.extras for word in extra.launcher(arguments, trace)]
        words = [*interpreter_options(arguments), *words]
        create_or_join_trace(trace, policy, [sys.executable, *words])
        environ = dict(os.environ)
        environ.update(environment.settings(Session(trace, policy, os.getpid()), environ))
        for variables in added:
            environ.update(variables)
        if arguments.prove:
            environ.pop(plugins.VARIABLE, None)  # what they say is not the program's output
            return _prove(words, environ, trace, policy)
        if uploaded:
            uploaded.begin()
        child = sealing_child(trace)
        code = run_program(words, environ, launcher=launcher)
        gathered = False
        try:
            gathered = uploaded is not None and uploaded.end()
            seal_and_report(trace, uploaded.url if uploaded and gathered else None, child)
        except KeyboardInterrupt:
            tell(f"interrupted: {trace} is whole, and the next command that reads it finishes what was begun")
        for extra in self.extras:
            said = extra.finish(arguments, Outcome(trace, code))
            code = code if said is None else said
        if uploaded and gathered:
            uploaded.upload()
        return end_like(code)


def _uploaded(arguments: argparse.Namespace) -> UploadedRun | None:
    """Return what brings the trace into a store, if that is where -o says; the trace is then written elsewhere first.

    Raises UsageError if the store can't be used, or together with what looks at the trace's folder meanwhile.
    """
    if not arguments.output or not is_url(arguments.output):
        return None
    if arguments.live or arguments.prove:
        raise UsageError(
            "--live and --prove look at the trace's folder: give a folder with -o, and `numscope upload` it."
        )
    from numscope.cli.run_upload import UploadedRun

    uploaded = UploadedRun(arguments.output)
    arguments.output = str(uploaded.folder)
    return uploaded


def _run_live(trace: Path) -> int:
    from numscope.cli.live import run_and_look

    words = sys.argv[sys.argv.index("run") + 1 :]
    words.remove("--live")  # the same command once more, without the view
    return run_and_look(words, trace)


def _prove(words: Sequence[str], recorded: Mapping[str, str], trace: Path, policy: Policy) -> int:
    if policy.log:
        raise UsageError(
            "the live log goes where the program writes: --prove can't tell them apart; leave out --log"
        )
    from numscope.cli.prove import prove, tell_proof

    plain = {name: text for name, text in recorded.items() if name != environment.SESSION_VARIABLE}
    proof = prove(words, plain, recorded, [trace, *([Path(policy.npy)] if policy.npy else [])])
    seal_and_report(trace)
    tell_proof(proof)
    return 0 if proof.holds() else 1


def _check_numpy() -> None:
    version = installed_version("numpy")
    if version is None:
        raise UsageError(f"{sys.executable} has no NumPy: there would be nothing to record")
    if tuple(int(part) for part in version.split(".")[:2]) < OLDEST_NUMPY:
        raise UsageError(
            f"NumPy {version} is too old: numscope needs {OLDEST_NUMPY[0]}.{OLDEST_NUMPY[1]} or newer"
        )


def _check_patterns(policy: Policy) -> None:
    if not policy.ops and not policy.skip:
        return
    import numpy

    from numscope.probes import registry
    from numscope.probes.numpy.catalogue import catalogue
    from numscope.probes.numpy.namespaces import import_all

    import_all(numpy)
    names = [entry.name for entry in catalogue(numpy)]
    check_known(policy.ops, names, "--ops", registry.unlisted())
    check_known(policy.skip, names, "--skip", registry.unlisted())
