"""`numscope doctor`: everything that has to be right, looked at."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path

from numscope.cli.extras import READING
from numscope.errors import UsageError
from numscope.probes import registry
from numscope.version import __version__


@dataclass(frozen=True)
class Finding:
    """One thing looked at: whether it is as it should be, and what was seen."""

    about: str
    good: bool
    seen: str


class Doctor:
    """Look at everything a recording depends on, and record a small program as a test. Never fails itself.

    The exit code is 1 if something is not as it should be.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the libraries and --json."""
        parser.add_argument(
            "libraries", nargs="*", metavar="LIBRARY", help="look at these libraries only (default: all)"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def run(self, arguments: argparse.Namespace) -> int:
        """Collect, then print. Raises UsageError for a library that numscope has no probe for."""
        findings = [_look(about, look) for about, look in _looks(_probes(arguments.libraries))]
        if arguments.json:
            print(json.dumps([asdict(finding) for finding in findings], indent=1))
        else:
            for finding in findings:
                print(f"{'ok ' if finding.good else 'BAD'} {finding.about:<16} {finding.seen}")
        return 0 if all(finding.good for finding in findings) else 1


def _look(about: str, look: Callable[[], str]) -> Finding:
    try:
        return Finding(about, True, look())
    # Whatever a look runs into is what the user asked to know.
    except Exception as error:  # noqa: BLE001
        return Finding(about, False, str(error) or type(error).__name__)


def _probes(libraries: list[str]) -> list[registry.Known]:
    probes = [probe for probe in registry.known() if not probe.grounds]
    known = [probe.library for probe in probes]
    for library in libraries:
        if library not in known:
            raise UsageError(f"there is no probe for {library!r}; there are probes for {', '.join(known)}.")
    return [probe for probe in probes if not libraries or probe.library in libraries]


def _looks(probes: list[registry.Known]) -> Iterator[tuple[str, Callable[[], str]]]:
    yield "numscope", lambda: f"{__version__} in {Path(__file__).parents[1]}"
    yield "python", lambda: f"{platform.python_implementation()} {sys.version.split()[0]}, {sys.executable}"
    yield "system", platform.platform
    yield "native core", _look_at_core
    yield "descriptors", _look_at_descriptors
    for package in (registry.GROUND.library, "xxhash"):
        yield package, lambda package=package: _look_at_package(package)  # type: ignore[misc]
    for package in READING:
        yield package, lambda package=package: _look_at_reading(package)  # type: ignore[misc]
    for probe in probes:
        yield probe.library, lambda probe=probe: _look_at_library(probe)  # type: ignore[misc]
    yield "switch", _look_at_switch
    yield "environment", _look_at_environment
    yield "this folder", _look_at_folder
    yield "test recording", _record_something


def _look_at_core() -> str:
    from numscope.recording.core import hash_library, load_core

    core = load_core()
    return f"{core.__file__}, format {core.FORMAT_VERSION}, XXH3 from {hash_library()}"


def _look_at_descriptors() -> str:
    from numscope.recording.core import load_core

    if load_core().files_apart():
        return "the recorder's are in a table of their own"
    return "the recorder's are in the program's table, checked before each write (see docs/limits.md)"


def _look_at_package(name: str) -> str:
    # In a child: a package that crashes the interpreter must not take the doctor with it.
    code = f"import {name}; print({name}.__file__)"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False
    )
    if run.returncode:
        raise RuntimeError((run.stderr.strip().splitlines() or [f"exit code {run.returncode}"])[-1])
    return f"{metadata.version(name)} in {os.path.dirname(run.stdout.strip())}"


def _look_at_reading(name: str) -> str:
    if importlib.util.find_spec(name) is None:
        return "not installed: this installation only records; pip install 'numscope[ask]' to read traces"
    return _look_at_package(name)


def _look_at_library(probe: registry.Known) -> str:
    if importlib.util.find_spec(probe.library) is None:
        return "not installed: nothing of it to record"
    # In a child: it may take seconds to import, and nobody else here needs it.
    code = (
        "import sys\n"
        "from numscope.errors import NumscopeError\n"
        "from numscope.probes import registry\n"
        "probe = {known.library: known for known in registry.known()}[sys.argv[1]]\n"
        "try: status = probe.load().status()\n"
        "except NumscopeError as error: sys.exit(str(error))\n"
        "print(status.text)\n"
        "sys.exit(0 if status.good else 9)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, probe.library],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    said = (run.stdout.strip() or run.stderr.strip() or f"exit code {run.returncode}").splitlines()[-1]
    if run.returncode:
        raise RuntimeError(said)
    return said


def _look_at_switch() -> str:
    switch = importlib.import_module("numscope.startup.switch")
    return f"{switch.position().value} ({switch.switch_file()})"


def _look_at_environment() -> str:
    from numscope.recording.sources import origins, resolve

    resolve({}, os.environ, Path.cwd())
    said = sorted(
        {*origins({}, os.environ, Path.cwd()).values(), *(n for n in os.environ if n == "NUMSCOPE")}
    )
    return ", ".join(said) or "no settings: the defaults hold"


def _look_at_folder() -> str:
    with tempfile.TemporaryDirectory(dir=".", prefix=".numscope-doctor-"):
        free = shutil.disk_usage(".").free
    return f"writable, {free / 1e9:.1f} GB free"


def _record_something() -> str:
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder, "doctor.numscope")
        code = "import numpy; numpy.add(numpy.arange(3), 1)"
        command = [sys.executable, "-m", "numscope", "run", "--output", str(trace), "-c", code]
        root = str(Path(__file__).parents[2])
        environ = {**os.environ, "PYTHONPATH": os.pathsep.join([root, os.environ.get("PYTHONPATH", "")])}
        run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, env=environ)
        from numscope.recording.summary import totals

        seen = totals(trace).operations
        if run.returncode or not seen:
            raise RuntimeError(
                f"{seen} operations recorded, exit code {run.returncode}: {run.stderr.strip()}"
            )
        return f"{seen} operations recorded"
