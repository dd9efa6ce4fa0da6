"""The folders of a trace that is being recorded.

NAME.numscope/
    manifest.json                    what was started, with which policy and versions
    processes/.lock                  held while an ordinal is given out
    processes/ORDINAL-PID/           one process's shard: the core's streams and
        process.json                 who it is and, once it has ended properly, its counters
"""

from __future__ import annotations

import fcntl
import json
import os
import platform
import shutil
import sys
from _thread import get_ident
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import time_ns  # by name: programs under test replace time.time_ns
from typing import Any

from numscope import __version__
from numscope.errors import UsageError
from numscope.recording.policy import Policy
from numscope.recording.surroundings import libraries, surroundings

TRACE_FORMAT = "numscope-trace"
TRACE_VERSION = 2
SUFFIX = ".numscope"
# What launchers of several ranks (torchrun, mpirun, srun) call a process's number.
_RANK_VARIABLES = ("RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID")


def create_trace(path: Path, policy: Policy, command: Sequence[str]) -> None:
    """Make the trace folder at `path` with its manifest; only one process can.

    Raises UsageError if there is something at `path` already and the policy does not say `force`, or if it
    can't be written. With `force` an earlier trace is replaced; anything that is no trace never is.
    """
    if policy.force:
        remove_trace(path)
    try:
        path.mkdir(parents=True)
        (path / "processes").mkdir()
        _write_json(path / "manifest.json", _manifest(policy, command))
    except FileExistsError:
        raise UsageError(f"{path} exists; force (--force) replaces it, or give another name") from None
    except OSError as error:
        shutil.rmtree(path, ignore_errors=True)
        raise UsageError(f"can't write a trace to {path}: {error.strerror or error}") from None


def join_trace(path: Path, policy: Policy, command: Sequence[str]) -> None:
    """Make the trace at `path` unless another process of this recording already has."""
    if (path / "manifest.json").exists():
        return
    (path / "processes").mkdir(parents=True, exist_ok=True)
    _write_json(path / "manifest.json", _manifest(policy, command))


def claim_shard(trace: Path) -> Path:
    """Make and return this process's shard folder, with the next free ordinal of the trace."""
    processes = trace / "processes"
    lock = os.open(processes / ".lock", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o666)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        taken = [int(name.partition("-")[0]) for name in os.listdir(processes) if name[0].isdigit()]
        shard = processes / f"{max(taken, default=-1) + 1}-{os.getpid()}"
        shard.mkdir()
    finally:
        os.close(lock)
    return shard


def describe_process(shard: Path, start: str) -> None:
    """Write who this process is into its shard; `start` is how it came to be: started, forked or attached."""
    numpy = sys.modules.get("numpy")
    facts = {
        "ordinal": int(shard.name.partition("-")[0]),
        "pid": os.getpid(),
        "parent_pid": os.getppid(),
        "start": start,
        "rank": next(
            (int(os.environ[v]) for v in _RANK_VARIABLES if os.environ.get(v, "").isdecimal()), None
        ),
        "started_ns": time_ns(),
        "arguments": list(getattr(sys, "argv", [])),
        "executable": sys.executable,
        "versions": {
            "python": platform.python_version(),
            "numpy": getattr(numpy, "__version__", None),
        },
        "main_thread": _main_thread(),
        "surroundings": surroundings(numpy),
        "ended_ns": None,
        "counters": None,
    }
    _write_json(shard / "process.json", facts)


def _main_thread() -> int | None:
    threading = sys.modules.get("threading")
    return get_ident() if threading is None else threading.main_thread().ident


def close_process(shard: Path, counters: Mapping[str, int]) -> None:
    """Add to the shard's process.json that the process ended properly, and with which counters."""
    path = shard / "process.json"
    facts = json.loads(path.read_text(encoding="utf-8"))
    facts.update(ended_ns=time_ns(), counters=dict(counters), libraries=libraries())
    _write_json(path, facts)


def _manifest(policy: Policy, command: Sequence[str]) -> dict[str, Any]:
    return {
        "format": TRACE_FORMAT,
        "version": TRACE_VERSION,
        "creator": f"numscope {__version__}",
        "created_ns": time_ns(),
        "command": list(command),
        "folder": os.getcwd(),
        "host": platform.node(),
        "versions": {"python": platform.python_version(), "system": platform.platform()},
        "policy": policy.to_json(),
    }


def _write_json(path: Path, data: Mapping[str, Any]) -> None:
    """Write so that a reader, or a crash, never meets half a file."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    draft.replace(path)


def remove_trace(path: Path) -> None:
    """Remove the trace at `path`, or the empty folder there; anything that is no trace stays."""
    if path.is_dir() and (path / "manifest.json").is_file():
        shutil.rmtree(path)
    elif path.is_dir() and not any(path.iterdir()):
        path.rmdir()
