"""`numscope attach`: a process that runs already is recorded for a while, and does not notice."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.recording.attach_programs import PROGRAMS

import numscope
from numscope.attaching import target
from sweeps import shortened

_CPU = Path("/proc/cpuinfo").read_text(encoding="utf-8") if sys.platform == "linux" else ""
_GDB = shutil.which("gdb")
needs_gdb = pytest.mark.skipif(_GDB is None, reason="gdb is not installed")
# All kinds, 50 times each: tools/attach_many_times.py.
_KINDS = ("numpy loop", "threads", "asyncio", "forked child")


def _numscope(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "numscope", *words], capture_output=True, text=True)


def _start(folder: Path, program: str) -> tuple[subprocess.Popen[str], str]:
    script = folder / "program.py"
    script.write_text(program, encoding="utf-8")
    words = [sys.executable, str(script), str(folder / "stop")]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    return process, process.stdout.readline().strip()


def _end(folder: Path, process: subprocess.Popen[str]) -> tuple[int, str, str]:
    (folder / "stop").touch()
    output, errors = process.communicate(timeout=60)
    (folder / "stop").unlink()
    return process.returncode, output, errors


def _names(trace: numscope.Trace) -> list[str]:
    names: list[str] = trace.sql("select distinct name from calls")["name"].to_pylist()
    return names


@needs_gdb
@pytest.mark.parametrize("kind", shortened(_KINDS, 2))
def test_a_program_is_recorded_while_it_runs_and_does_not_notice(kind: str, tmp_path: Path) -> None:
    process, _ = _start(tmp_path, PROGRAMS[kind])
    plain = _end(tmp_path, process)

    process, pid = _start(tmp_path, PROGRAMS[kind])
    time.sleep(0.3)
    for number in range(2):
        trace = tmp_path / f"{number}.numscope"
        done = _numscope("attach", pid, "-o", str(trace), "--values", "stats")
        assert done.returncode == 0, done.stderr
        time.sleep(0.2)
        assert _numscope("ctl", pid, "stop").returncode == 0
        if kind != "pool of processes":  # which works in processes of its own
            with numscope.open(trace, trust=True) as opened:
                assert "numpy.sqrt" in _names(opened)
    assert _end(tmp_path, process) == plain


# Holds a pattern in zmm16 while all other vector registers are as a process begins with: so does glibc's memmove.
_HOLD = r"""
#include <string.h>
int hold(long turns)
{
    static unsigned char before[64], after[64];
    memset(before, 77, sizeof before);
    __asm__ volatile("vzeroall\n vmovdqu64 (%[before]), %%zmm16\n"
                     "1: dec %[turns]\n jnz 1b\n"
                     "vmovdqu64 %%zmm16, (%[after])\n"
                     : [turns] "+r"(turns) : [before] "r"(before), [after] "r"(after)
                     : "memory", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9",
                       "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "xmm16");
    return memcmp(before, after, sizeof before) != 0;
}
"""
_HOLDER = """
import ctypes, os, sys
import numpy as np
hold = ctypes.CDLL(os.path.dirname(sys.argv[1]) + "/hold.so").hold
hold.argtypes = [ctypes.c_long]
print(os.getpid(), flush=True)
lost = 0
while not os.path.exists(sys.argv[1]):
    lost += hold(100_000_000)
print("lost", lost)
"""


@needs_gdb
@pytest.mark.skipif("avx512f" not in _CPU, reason="this processor has no AVX-512")
def test_no_vector_register_is_lost(tmp_path: Path) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    (tmp_path / "hold.c").write_text(_HOLD, encoding="utf-8")
    words = ["gcc", "-O1", "-mavx512f", "-shared", "-fPIC", "-o", str(tmp_path / "hold.so"), "hold.c"]
    subprocess.run(words, cwd=tmp_path, check=True)
    process, pid = _start(tmp_path, _HOLDER)
    for number in range(4):
        trace = tmp_path / f"{number}.numscope"
        done = _numscope("attach", pid, "-o", str(trace), "--values", "stats")
        assert done.returncode == 0, done.stderr
        assert _numscope("ctl", pid, "stop").returncode == 0
    assert _end(tmp_path, process) == (0, "lost 0\n", "")


@needs_gdb
def test_a_recording_waits_for_numpy(tmp_path: Path) -> None:
    process, pid = _start(tmp_path, PROGRAMS["NumPy later"])
    trace = tmp_path / "t.numscope"
    assert (
        "waits for its import of NumPy"
        in _numscope("attach", pid, "-o", str(tmp_path / "no.numscope")).stdout
    )
    assert "no longer waits" in _numscope("attach", pid, "--end").stdout
    assert "waits for its import of NumPy" in _numscope("attach", pid, "-o", str(trace)).stdout
    assert _end(tmp_path, process)[0] == 0
    with numscope.open(trace, trust=True) as opened:
        assert "numpy.linspace" in _names(opened)
    assert not (tmp_path / "no.numscope").exists()


@needs_gdb
def test_a_recorded_process_is_refused_and_its_recording_can_be_ended(tmp_path: Path) -> None:
    process, pid = _start(tmp_path, PROGRAMS["numpy loop"])
    assert _numscope("attach", pid, "-o", str(tmp_path / "t.numscope")).returncode == 0
    again = _numscope("attach", pid)
    assert again.returncode == 2
    assert "[recorded-already]" in again.stderr
    assert "has ended its recording" in _numscope("attach", pid, "--end").stdout
    assert "it is not recorded" in _numscope("attach", pid, "--end").stderr
    assert _end(tmp_path, process)[0] == 0


@needs_gdb
def test_a_trace_that_exists_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "t.numscope").mkdir()
    process, pid = _start(tmp_path, PROGRAMS["numpy loop"])
    done = _numscope("attach", pid, "-o", str(tmp_path / "t.numscope"))
    assert (done.returncode, "exists" in done.stderr) == (2, True)
    assert _end(tmp_path, process)[::2] == (0, "")


@contextmanager
def _running(words: Sequence[str | Path]) -> Iterator[int]:
    with subprocess.Popen(words) as process:
        try:
            time.sleep(0.1)
            yield process.pid
        finally:
            process.kill()


def _refusal(pid: int) -> str:
    with pytest.raises(target.RefusedTargetError) as caught:
        target.examine(pid)
    return caught.value.slug


def test_other_programs_are_refused_before_they_are_touched(tmp_path: Path) -> None:
    sleep = shutil.which("sleep")
    assert sleep is not None
    disguised = {"sleep": "not-python", "python3.8": "other-version", "python3.13t": "free-threaded"}
    for name, slug in disguised.items():
        shutil.copy(sleep, tmp_path / name)
        with _running([tmp_path / name, "60"]) as pid:
            assert _refusal(pid) == slug
    assert _refusal(os.getpid()) == "itself"
    assert _refusal(99999999) == "no-process"


def test_a_stopped_process_is_refused_and_stays_stopped() -> None:
    with _running([sys.executable, "-c", "import time; time.sleep(60)"]) as pid:
        os.kill(pid, 19)
        time.sleep(0.1)
        assert _refusal(pid) == "not-running"


def test_somebody_elses_process_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with _running([sys.executable, "-c", "import time; time.sleep(60)"]) as pid:
        monkeypatch.setattr(os, "geteuid", lambda: 12345)
        assert _refusal(pid) == "no-permission"


@needs_gdb
def test_a_traced_process_is_refused() -> None:
    with (
        _running([sys.executable, "-c", "import time; time.sleep(60)"]) as pid,
        _running([str(_GDB), "-nx", "-q", "-batch", "-p", str(pid), "-ex", "shell sleep 20"]),
    ):
        deadline = time.monotonic() + 10
        while "TracerPid:\t0" in Path(f"/proc/{pid}/status").read_text() and time.monotonic() < deadline:
            time.sleep(0.05)
        assert _refusal(pid) in ("traced", "not-running")


@needs_gdb
def test_a_system_that_forbids_tracing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from numscope.attaching import injection

    forbidden = tmp_path / "gdb"
    forbidden.write_text("#!/bin/sh\necho 'ptrace: Operation not permitted.' >&2\nexit 1\n")
    forbidden.chmod(0o755)
    monkeypatch.setattr(injection.shutil, "which", lambda name: str(forbidden))
    with pytest.raises(target.RefusedTargetError, match=r"ptrace_scope.*\[no-permission\]"):
        injection.execute(target.Target(1, "python"), tmp_path / "script.py")
    forbidden.write_text("#!/bin/sh\necho 'No symbol \"Py_AddPendingCall\" in current context.' >&2\n")
    with pytest.raises(target.RefusedTargetError, match=r"\[stripped\]"):
        injection.execute(target.Target(1, "python"), tmp_path / "script.py")
