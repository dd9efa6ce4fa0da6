"""Having a running interpreter execute a file: by `sys.remote_exec` where it is there, else by gdb.

gdb stops the process for about a second and performs two calls in it: mmap, for a page to write a statement to, and
`Py_AddPendingCall(PyRun_SimpleString, page)`. Neither allocates by malloc nor takes the GIL, which the stopped thread
may be taking: the interpreter runs the statement itself, between two bytecodes of its main thread.

After a call gdb puts back the registers as they were, but gdb 13 on an AMD EPYC put back zeros in zmm16, in each of six
calls where the other vector registers were as a process begins with. glibc copies memory with that register: the copy
lost 64 bytes, and one attach in about 60 to a program that encodes JSON ended it by SIGSEGV. With a target description
that has no AVX, gdb neither reads nor writes those registers, and the two functions don't use them.
"""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from numscope.attaching.target import RefusedTargetError, Target

# Loading the symbols of a large process takes long; to end gdb while it performs a call would leave the process in it.
_GDB_SECONDS = 120
_NEEDED = ("Py_AddPendingCall", "PyRun_SimpleString", "mmap")
_DONE = re.compile(r"^NUMSCOPE_ADDED (-?\d+)$", re.MULTILINE)
_QUIET = (
    *("-nx", "-q", "-batch"),
    *("-iex", "set debuginfod enabled off", "-iex", "set auto-load off", "-iex", "set auto-solib-add off"),
)
# What gdb calls the general registers and those of SSE.
_WITHOUT_AVX = (
    '<?xml version="1.0"?><!DOCTYPE target SYSTEM "gdb-target.dtd">'
    "<target><architecture>i386:x86-64</architecture><osabi>GNU/Linux</osabi></target>"
)
_PAGE = 4096
_READ_WRITE, _PRIVATE_ANONYMOUS = 3, 0x22


def execute(target: Target, script: Path) -> None:
    """Have the interpreter of `target` execute `script` soon. Raises RefusedTargetError if it can't be asked to."""
    remote_exec = getattr(sys, "remote_exec", None)
    if remote_exec is not None:  # from Python 3.14 on; not run so far
        remote_exec(target.pid, str(script))
        return
    _execute_by_gdb(target, script)


def _execute_by_gdb(target: Target, script: Path) -> None:
    gdb = shutil.which("gdb")
    if gdb is None:
        raise RefusedTargetError(target.pid, "no-gdb", "gdb is needed for that, and is not installed")
    commands = [word for line in _commands(_statement(script)) for word in ("-ex", line)]
    with tempfile.NamedTemporaryFile("w", suffix=".xml") as description:
        description.write(_WITHOUT_AVX)
        description.flush()
        done = _run(target, [gdb, *_QUIET, *_registers(description.name), "-p", str(target.pid), *commands])
    match = _DONE.search(done.stdout)
    if match is None or match[1] != "0":
        raise _refusal(target.pid, done.stderr)


def _registers(description: str) -> list[str]:
    """Return the words that have gdb leave all registers alone that `description` does not have."""
    if platform.machine() != "x86_64":
        return []
    return ["-iex", f"set tdesc filename {description}"]


def _run(target: Target, words: list[str]) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            words,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_GDB_SECONDS,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        raise RefusedTargetError(target.pid, "gdb-hangs", f"gdb took longer than {_GDB_SECONDS} s") from None


def _statement(script: Path) -> bytes:
    """Return one expression, so that no name is bound in the program's main module; it raises nothing."""
    code = f"compile(open({str(script)!r}).read(), 'numscope', 'exec')"
    return f"exec({code}, {{'__name__': 'numscope_attach'}})".encode()


def _commands(statement: bytes) -> list[str]:
    if len(statement) >= _PAGE:
        raise ValueError(f"a statement of {len(statement)} bytes does not fit a page")
    text = "".join(f"\\{byte:03o}" for byte in statement)
    mmap = "((long (*)(long, long, int, int, int, long)) mmap)"
    add = "((int (*)(void *, void *)) Py_AddPendingCall)"
    return [
        "set pagination off",
        "sharedlibrary libpython",
        "sharedlibrary libc",
        *(f"info address {name}" for name in _NEEDED),
        f"set $page = (long) {mmap}(0, {_PAGE}, {_READ_WRITE}, {_PRIVATE_ANONYMOUS}, -1, 0)",
        f'set {{char[{len(statement) + 1}]}} $page = "{text}"',
        f'printf "NUMSCOPE_ADDED %d\\n", {add}((void *) &PyRun_SimpleString, (void *) $page)',
        "detach",
    ]


def _refusal(pid: int, said: str) -> RefusedTargetError:
    if "not permitted" in said or "ptrace:" in said:
        return RefusedTargetError(
            pid,
            "no-permission",
            "the system forbids tracing it (see /proc/sys/kernel/yama/ptrace_scope; in a container, "
            "--cap-add SYS_PTRACE)",
        )
    if "No symbol" in said:
        return RefusedTargetError(pid, "stripped", "its interpreter has no symbols for gdb")
    last = said.strip().splitlines()[-1:] or ["it said nothing"]
    return RefusedTargetError(pid, "gdb-failed", f"gdb could not do it: {last[0]}")
