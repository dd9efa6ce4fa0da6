"""Commands that call what a stranger's trace names: each runs in a process of its own, confined."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from numscope.errors import UsageError
from numscope.format.signature import recorded_here
from numscope.stores.store import is_url
from numscope.trace.confinement import confined_environment, is_confined, require_ended_by_itself
from numscope.trace.manifest import open_folder, read_manifest


def is_needed(trace: str) -> bool:
    """Return whether `trace` was recorded elsewhere, and this process is not confined yet.

    Raises TraceError, and UsageError for a trace in a store, which a confined process can't reach.
    """
    if is_confined():
        return False
    if is_url(trace):
        raise UsageError(f"this needs the whole trace on this machine: numscope fetch {trace} -o TRACE")
    folder = open_folder(Path(trace))
    return not recorded_here(folder, read_manifest(folder))


def run_confined(words: Sequence[str], writable: Iterable[Path]) -> int:
    """Run the command line `words` confined, and return its exit code.

    writable: folders, made if they are not there. Raises UsageError if one can't be made, NumscopeError if the command
    was ended.
    """
    with confined_environment(writable) as environ:
        code = subprocess.run([sys.executable, "-m", "numscope", *words], env=environ, check=False).returncode
    require_ended_by_itself(code)
    return code
