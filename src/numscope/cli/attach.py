"""`numscope attach`: recording a process that runs already."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import tempfile
import time
from pathlib import Path

from numscope.attaching.injection import execute
from numscope.attaching.target import RefusedTargetError, Target, examine
from numscope.cli.policy_arguments import add_policy_arguments
from numscope.recording.naming import numbered
from numscope.recording.policy import Policy, options
from numscope.recording.shard import SUFFIX
from numscope.recording.sources import resolve
from numscope.views.escapes import print_text

_SCRIPT = """\
import sys
for folder in {folders!r}:
    sys.path.append(folder)
try:
    from numscope.recording import attached
    attached.{call}
except BaseException as error:
    with open({answer!r} + ".failed", "w") as file:
        file.write(f"{{type(error).__name__}}: {{error}}")
finally:
    for folder in {folders!r}:
        sys.path.reverse()
        sys.path.remove(folder)
        sys.path.reverse()
"""


class Attach:
    """Begin a recording in a Python process that runs already, and was started without numscope.

    gdb stops the process for about a second; the program goes on as before. Only a CPython of this environment's
    version, with the GIL, on this machine and outside of other containers can be attached to; anything else is refused
    with the reason before it is touched. `numscope ctl PID stop` ends the recording; the trace can be asked then.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments and the recording's options."""
        parser.add_argument("pid", metavar="PID", type=int, help="the process")
        parser.add_argument(
            "--end",
            action="store_true",
            help="end its recording, as `numscope ctl PID stop` does, even while its main thread waits",
        )
        parser.add_argument(
            "--wait",
            metavar="SECONDS",
            type=float,
            default=30.0,
            help="wait so long until the process runs Python code in its main thread (default: 30)",
        )
        add_policy_arguments(parser)

    def run(self, arguments: argparse.Namespace) -> int:
        """Attach, and return 0; 1 if the process has not begun yet. Raises UsageError with a reason if it can't be."""
        if arguments.end:
            return _end(arguments.pid, arguments.wait)
        target = examine(arguments.pid)
        policy = resolve(
            {option.name: getattr(arguments, option.name) for option in options()}, os.environ, Path.cwd()
        )
        trace = _trace(policy, target.pid)
        said = _perform(target, f"begin({str(trace)!r}, {policy.to_json()!r}, ", arguments.wait)
        return _tell(target.pid, said, f": {trace}")


def _end(pid: int, seconds: float) -> int:
    target = examine(pid, recorded=True)
    return _tell(pid, _perform(target, "end(", seconds), "")


def _tell(pid: int, said: str | None, where: str) -> int:
    if said is None:
        print_text(
            f"numscope: process {pid} has not run Python code in its main thread yet: it follows when it does{where}"
        )
        return 1
    print_text(f"numscope: process {pid} {said}{where}")
    return 0


def _trace(policy: Policy, pid: int) -> Path:
    if policy.output:
        return Path(policy.output)
    wanted = Path.cwd() / f"attached-{pid}{SUFFIX}"
    return next(path for path in numbered(wanted) if not path.exists())


def _perform(target: Target, call: str, seconds: float) -> str | None:
    """Have the target call a function of recording/attached.py; return what it answers, None if it has not yet.

    Raises RefusedTargetError.
    """
    folder = Path(tempfile.mkdtemp(prefix="numscope-attach-"))
    answer, script = folder / "answer", folder / "script.py"
    text = _SCRIPT.format(folders=_folders(), call=f"{call}{str(answer)!r})", answer=str(answer))
    script.write_text(text, encoding="utf-8")
    _give_away(target.pid, folder, script)
    try:
        execute(target, script)
        said = _wait(answer, seconds)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    if said is None:
        return None  # the script stays: it is read when the main thread runs
    shutil.rmtree(folder, ignore_errors=True)
    if "refused" in said:
        raise RefusedTargetError(target.pid, "refused", said["refused"])
    return said["done"]


def _folders() -> list[str]:
    """Return the folders in which the target finds numscope and xxhash."""
    import xxhash

    import numscope

    return [str(Path(str(module.__file__)).parent.parent) for module in (numscope, xxhash)]


def _give_away(pid: int, *paths: Path) -> None:
    """Root may attach to anybody's process, which must be able to read these."""
    owner = os.stat(f"/proc/{pid}")
    if os.geteuid() == 0 and owner.st_uid != 0:
        for path in paths:
            os.chown(path, owner.st_uid, owner.st_gid)


def _wait(answer: Path, seconds: float) -> dict[str, str] | None:
    deadline = time.monotonic() + seconds
    failed = Path(f"{answer}.failed")
    while time.monotonic() < deadline:
        if answer.exists():
            said: dict[str, str] = json.loads(answer.read_text(encoding="utf-8"))
            return said
        if failed.exists():
            return {"refused": failed.read_text(encoding="utf-8")}
        time.sleep(0.01)
    return None
