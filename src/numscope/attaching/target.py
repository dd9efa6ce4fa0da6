"""A running process that is to be recorded, looked at from outside: whether that can be, and the reason if not."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from numscope.errors import UsageError
from numscope.trace.running import mapped_files, recorded_process

_PYTHON = re.compile(r".*/(?:lib)?python(3\.\d+)(t?)(d?)(?:\.so[.\d]*)?$")
_STATES = {"Z": "it has ended", "X": "it has ended", "T": "it is stopped", "t": "a debugger has stopped it"}


@dataclass(frozen=True)
class Target:
    """A process that may be attached to. python: its executable or library that holds the interpreter."""

    pid: int
    python: str


class RefusedTargetError(UsageError):
    """A process that is not attached to. slug: the reason in a word or two."""

    def __init__(self, pid: int, slug: str, reason: str) -> None:
        super().__init__(f"process {pid} is not attached to: {reason} [{slug}]")
        self.slug = slug


def examine(pid: int, recorded: bool = False) -> Target:
    """Return process `pid` as a target, which may be `recorded` already; nothing of it is touched.

    Raises RefusedTargetError.
    """
    proc = Path(f"/proc/{pid}")
    if pid == os.getpid():
        raise RefusedTargetError(pid, "itself", "it is this command")
    if not proc.is_dir():
        raise RefusedTargetError(pid, "no-process", "there is none")
    status = _status(proc)
    for check in (_check_running, _check_owner, _check_namespaces, _check_tracer):
        check(pid, status)
    running = recorded_process(pid)
    if running is not None and not recorded:
        raise RefusedTargetError(
            pid,
            "recorded-already",
            f"it is recorded already, into {running.trace}; see numscope ctl {pid} status",
        )
    return Target(pid, _interpreter(pid))


def _status(proc: Path) -> Mapping[str, str]:
    try:
        lines = (proc / "status").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return {"State": "X"}
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def _check_running(pid: int, status: Mapping[str, str]) -> None:
    reason = _STATES.get(status["State"][:1])
    if reason:
        raise RefusedTargetError(pid, "not-running", reason)


def _check_owner(pid: int, status: Mapping[str, str]) -> None:
    owner = int(status["Uid"].split()[0])
    if os.geteuid() not in (0, owner):
        raise RefusedTargetError(
            pid, "no-permission", f"it belongs to user {owner}, and this command to {os.geteuid()}"
        )


def _check_namespaces(pid: int, status: Mapping[str, str]) -> None:
    for kind in ("mnt", "pid"):
        try:
            same = os.readlink(f"/proc/{pid}/ns/{kind}") == os.readlink(f"/proc/self/ns/{kind}")
        except PermissionError:
            raise RefusedTargetError(
                pid, "no-permission", "the system does not let this user look at it"
            ) from None
        except OSError:
            raise RefusedTargetError(pid, "not-running", "it has ended") from None
        if not same:
            raise RefusedTargetError(pid, "container", "it runs in a container: run numscope attach in there")


def _check_tracer(pid: int, status: Mapping[str, str]) -> None:
    tracer = status.get("TracerPid", "0")
    if tracer != "0":
        raise RefusedTargetError(pid, "traced", f"process {tracer} traces it, such as a debugger or strace")


def _interpreter(pid: int) -> str:
    """Return the file of the process's interpreter. Raises RefusedTargetError unless it is one of this version."""
    names = mapped_files(pid)
    found = [match for match in map(_PYTHON.match, names) if match]
    if not found:
        raise RefusedTargetError(
            pid, "not-python", f"it runs no Python that can be recognised: {_executable(pid)}"
        )
    # A library holds the interpreter where there is one, and not the small program that loads it.
    chosen = next((match for match in found if ".so" in match[0]), found[0])
    own = "{}.{}".format(*sys.version_info)
    if chosen[2]:
        raise RefusedTargetError(
            pid, "free-threaded", "its Python runs without the GIL, on which the recorder relies"
        )
    if chosen[1] != own:
        raise RefusedTargetError(
            pid,
            "other-version",
            f"it runs Python {chosen[1]}, and this numscope is installed for {own}: use one for {chosen[1]}",
        )
    return chosen[0]


def _executable(pid: int) -> str:
    try:
        return os.readlink(f"/proc/{pid}/exe")
    except OSError:
        return "unknown"
