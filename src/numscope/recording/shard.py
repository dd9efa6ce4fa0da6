"""The folders of a trace that is being recorded.

NAME.numscope/
    manifest.json                    what was started, with which policy and versions
    processes/.lock                  held while an ordinal is given out
    processes/ORDINAL-PID/           one process's shard: the core's streams and
        process.json                 who it is and, once it has ended properly, its counters
"""

from __future__ import annotations

import json
import os
import platform
import sys
import time
from _thread import get_ident
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import time_ns  # by name: programs under test replace time.time_ns
from typing import Any

from numscope.errors import UsageError
from numscope.format.signature import KEY_BYTES, SIGNATURE, key_path, make_key, sign
from numscope.probes import registry
from numscope.recording import files
from numscope.recording.core import load_core
from numscope.recording.launchers import this_job, this_place
from numscope.recording.libraries import package_folder
from numscope.recording.policy import Policy
from numscope.recording.surroundings import libraries, modules, settings_of_libraries, surroundings
from numscope.recording.thread_counts import thread_counts
from numscope.redaction import Redactor, masked_command
from numscope.version import __version__

TRACE_FORMAT = "numscope-trace"
SUFFIX = ".numscope"
# Of folders: a trace holds what the program held, and is its owner's alone. Files get 0600 from the core.
PRIVATE = 0o700


def create_trace(path: Path, policy: Policy, command: Sequence[str]) -> None:
    """Make the trace folder at `path` with its manifest; only one process can.

    Raises UsageError if there is something at `path` already and the policy does not say `force`, or if it
    can't be written. With `force` an earlier trace is replaced; anything that is no trace never is.
    """
    if policy.force:
        remove_trace(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir(mode=PRIVATE)
        (path / "processes").mkdir(mode=PRIVATE)
        _write_manifest(path, policy, command)
    except FileExistsError:
        raise UsageError(
            f"{path} exists; force (--force, before the program) replaces it, or give another name"
        ) from None
    except OSError as error:
        _remove_folder(path, ignore_errors=True)
        raise UsageError(f"can't write a trace to {path}: {error.strerror or error}") from None


def create_or_join_trace(path: Path, policy: Policy, command: Sequence[str]) -> None:
    """Make the trace, unless another rank of this job has: all may be given one name.

    Raises UsageError as `create_trace`.
    """
    job = this_job()
    if job is None or not _is_of_job(path, job):
        try:
            create_trace(path, policy, command)
        except UsageError:
            if job is None or not _is_of_job(path, job):
                raise


def _is_of_job(path: Path, job: str) -> bool:
    """Return whether the trace at `path` is one that this job writes; waits for one that is just being made."""
    deadline = time.monotonic() + 5
    while path.is_dir() and time.monotonic() < deadline:
        try:
            manifest = json.loads((path / "manifest.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            time.sleep(0.02)
            continue
        return isinstance(manifest, dict) and manifest.get("job") == job and manifest.get("state") != "sealed"
    return False


def join_trace(path: Path, policy: Policy, command: Sequence[str]) -> None:
    """Make the trace at `path` unless another process of this recording already has."""
    if (path / "manifest.json").exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    for folder in (path, path / "processes"):
        folder.mkdir(mode=PRIVATE, exist_ok=True)
    _write_manifest(path, policy, command)


def claim_shard(trace: Path) -> Path:
    """Make and return this process's shard folder, with the next free ordinal of the trace."""
    processes = trace / "processes"
    name: str = load_core().claim_folder(processes, str(os.getpid()))
    return processes / name


def describe_process(shard: Path, start: str, redactor: Redactor) -> dict[str, Any]:
    """Write who this process is into its shard, and return it; `start`: it was started, forked or attached."""
    ground = registry.GROUND.load()
    facts = {
        "ordinal": int(shard.name.partition("-")[0]),
        "pid": os.getpid(),
        "parent_pid": os.getppid(),
        "start": start,
        **this_place().known(),
        "started_ns": time_ns(),
        "arguments": masked_command(getattr(sys, "argv", [])),
        "executable": sys.executable,
        "versions": {
            "python": platform.python_version(),
            ground.library: getattr(ground.module(), "__version__", None),
        },
        f"{ground.library}_folder": package_folder(ground.library),
        "main_thread": _main_thread(),
        "surroundings": surroundings(ground),
        "settings": settings_of_libraries(),
        "ended_ns": None,
        "counters": None,
    }
    _write_json(shard / "process.json", facts, redactor)
    return facts


def describe_again(shard: Path, facts: Mapping[str, Any], redactor: Redactor) -> None:
    """Write what was found out about this process after it began. Raises OSError."""
    _write_json(shard / "process.json", facts, redactor)


def _main_thread() -> int | None:
    threading = sys.modules.get("threading")
    return get_ident() if threading is None else threading.main_thread().ident


def close_process(
    shard: Path,
    facts: Mapping[str, Any],
    counters: Mapping[str, object],
    of_libraries: Mapping[str, Any],
    redactor: Redactor,
) -> None:
    """Add to what `describe_process` returned that the process ended properly, and with which counters.

    of_libraries: facts about libraries that were imported while it ran.
    """
    ended = {"ended_ns": time_ns(), "counters": dict(counters)}
    # The program may have set other numbers of threads, and other switches, than it began with.
    now = {
        "threads": thread_counts(registry.thread_functions(sys.modules)),
        "libraries": libraries(),
        "modules": modules(),
        "settings": settings_of_libraries(),
        "began_with": facts["settings"],
        "surroundings": {**facts["surroundings"], **of_libraries},
    }
    _write_json(shard / "process.json", {**facts, **ended, **now}, redactor)


def _manifest(policy: Policy, command: Sequence[str]) -> dict[str, Any]:
    return {
        "format": TRACE_FORMAT,
        "version": load_core().FORMAT_VERSION,
        "creator": f"numscope {__version__}",
        "created_ns": time_ns(),
        "command": masked_command(command),
        "folder": os.getcwd(),
        "host": platform.node(),
        "job": this_job(),
        "versions": {"python": platform.python_version(), "system": _system()},
        "policy": policy.to_json(),
    }


def _system() -> str:
    """Return what `platform.platform` does, which starts `uname -p`: a child that the program did not start."""
    system = os.uname()
    libc = "CS_GNU_LIBC_VERSION"
    version = os.confstr(libc) if libc in os.confstr_names else None
    with_libc = f"-with-{version.replace(' ', '')}" if version else ""
    return f"{system.sysname}-{system.release}-{system.machine}{with_libc}"


def _write_manifest(path: Path, policy: Policy, command: Sequence[str]) -> None:
    manifest = _redacted(_manifest(policy, command), Redactor(policy.redact))
    key = _key()
    if key:
        manifest[SIGNATURE] = sign(manifest, path.stat().st_ino, key)
    _write_text(path / "manifest.json", manifest)


def _key() -> bytes:
    """Return the user's key, made at the first recording; none where there can't be one."""
    try:
        if not key_path().exists():
            make_key()
        return files.read_part(key_path(), 0, KEY_BYTES)
    except OSError:
        return b""  # the trace is then read as a stranger's


def _redacted(data: Mapping[str, Any], redactor: Redactor) -> dict[str, Any]:
    # The patterns themselves stay: who seals the trace needs them for the sources.
    return {name: value if name == "policy" else redactor.tree(value) for name, value in data.items()}


def _write_json(path: Path, data: Mapping[str, Any], redactor: Redactor) -> None:
    _write_text(path, _redacted(data, redactor))


def _write_text(path: Path, data: Mapping[str, Any]) -> None:
    files.replace_text(path, path.with_name(f".{path.name}.{os.getpid()}"), json.dumps(data, indent=1) + "\n")


def _remove_folder(path: Path, ignore_errors: bool = False) -> None:
    import shutil  # brings bz2 and lzma

    shutil.rmtree(path, ignore_errors)


def remove_trace(path: Path) -> None:
    """Remove the trace at `path`, or the empty folder there; anything that is no trace stays."""
    if path.is_dir() and (path / "manifest.json").is_file():
        _remove_folder(path)
    elif path.is_dir() and not any(path.iterdir()):
        path.rmdir()
