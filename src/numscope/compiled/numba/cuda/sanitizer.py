"""NVIDIA's compute-sanitizer around a program, and its findings on Python lines."""

from __future__ import annotations

import ctypes
import re
import shutil
import sysconfig
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from numscope.compiled.numba.cuda.findings import KernelFinding
from numscope.errors import NumscopeError

TOOLS = ("memcheck", "racecheck", "synccheck", "initcheck")
# Debug information is what leads from an instruction to a Python line. Numba wants no optimisation beside it.
DEBUG_SETTINGS = {"NUMBA_CUDA_DEBUGINFO": "1", "NUMBA_OPT": "0"}

_MARK = re.compile(r"^=+ ?(.*)$")
# Until 2023 an address, file, line and kernel; since then the kernel with an offset, file and line; in code that was
# inlined no offset.
_PLACES = (
    re.compile(
        r"\bat 0x[0-9a-f]+ in (?P<file>/[^:]+|\w:[^:]+|[^:\s]+\.\w+):(?P<line>\d+):(?P<kernel>\S.*?)(?= \[|$)"
    ),
    re.compile(r"\bat (?P<kernel>\S.*?)\+?:?0x[0-9a-f]+ in (?P<file>.+?):(?P<line>\d+)"),
    re.compile(r"^at (?P<kernel>\S+) in (?P<file>\S+?):(?P<line>\d+)"),
)
# Compiled without lines.
_KERNEL = re.compile(r"\bat (?:0x[0-9a-f]+ in (?P<old>\S.*)|(?P<new>\S.*?)\+0x[0-9a-f]+)")
_ACCESS = re.compile(r"and (?P<access>\w+ access) at")
_THREAD = re.compile(r"by thread \((?P<thread>[\d, ]+)\) in block \((?P<block>[\d, ]+)\)")
_KINDS = (
    ("Invalid", "invalid access"),
    ("Misaligned", "misaligned access"),
    ("Error: Race", "race"),
    ("ERROR: Race", "race"),
    ("WARN: Race", "race"),
    ("Warning: Race", "race"),
    ("Race reported", "race"),
    ("Error: Potential", "race"),
    ("Barrier error", "barrier"),
    ("Uninitialized", "uninitialized memory"),
    ("Leaked", "leak"),
)


def sanitizer_command(tool: str, log: Path) -> list[str]:
    """The words before the interpreter that run it under compute-sanitizer.

    Raises `NumscopeError` where there is no GPU or no compute-sanitizer.
    """
    if not has_gpu():
        raise NumscopeError(
            "--sanitize needs an NVIDIA GPU and its driver, and there is none here; "
            "`numscope run --cudasim` checks kernels without one"
        )
    program = find_sanitizer()
    if program is None:
        raise NumscopeError(
            "--sanitize needs NVIDIA's compute-sanitizer: it comes with the CUDA toolkit, "
            "or with pip install nvidia-cuda-sanitizer-api"
        )
    return [program, "--tool", tool, "--log-file", str(log), "--target-processes", "all"]


def has_gpu() -> bool:
    """Whether NVIDIA's driver is here and finds at least one device."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return False
    count = ctypes.c_int()
    return driver.cuInit(0) == 0 and driver.cuDeviceGetCount(ctypes.byref(count)) == 0 and count.value > 0


def find_sanitizer() -> str | None:
    """compute-sanitizer on PATH, or where pip puts it."""
    found = shutil.which("compute-sanitizer")
    if found:
        return found
    for root in {sysconfig.get_path("platlib"), sysconfig.get_path("purelib")}:
        for path in sorted(Path(root).glob("nvidia/**/compute-sanitizer")):
            if path.is_file():
                return str(path)
    return None


@dataclass(frozen=True)
class _Report:
    """The lines of one finding."""

    lines: Sequence[str]

    def finding(self) -> KernelFinding | None:
        spoken = [line for line in self.lines if not line.startswith(("Host Frame", "Device Frame"))]
        places = [match for line in spoken if (match := _place(line))]
        thread = next((match for line in spoken if (match := _THREAD.search(line))), None)
        kernel = next((match for line in spoken if (match := _KERNEL.search(line))), None)
        if not places and kernel is None:
            return None
        file, line = (places[0]["file"], int(places[0]["line"])) if places else (_plain(kernel), 0)
        detail = [line for line in spoken[1:] if line.startswith(("Address", "Access", "and is"))]
        others = [
            f"and {match['access']} on line {place['line']}"
            for line in spoken[1:]
            if (match := _ACCESS.match(line)) and (place := _place(line))
        ]
        what = self.lines[0].partition(" at ")[0].strip()
        return KernelFinding(
            kind=_kind(self.lines[0]),
            file=file,
            line=line,
            block=_numbers(thread["block"]) if thread else (),
            thread=_numbers(thread["thread"]) if thread else (),
            sentence="; ".join([what, *others, *detail]),
        )


def read_findings(text: str) -> list[KernelFinding]:
    """The findings in compute-sanitizer's output, each once: those of several threads on one line are one."""
    found: dict[tuple[str, str, int, str], KernelFinding] = {}
    for report in _reports(text):
        finding = report.finding()
        if finding is not None:
            found.setdefault(
                (finding.kind, finding.file, finding.line, finding.sentence.partition(";")[0]), finding
            )
    return list(found.values())


def _reports(text: str) -> Iterator[_Report]:
    lines: list[str] = []
    for raw in text.splitlines():
        marked = _MARK.match(raw)
        if marked is None:
            continue
        line = marked[1].strip()
        if line.startswith(tuple(start for start, _ in _KINDS)):
            if lines:
                yield _Report(lines)
            lines = [line]
        elif line and lines:
            lines.append(line)
        elif lines:
            yield _Report(lines)
            lines = []
    if lines:
        yield _Report(lines)


def _place(line: str) -> re.Match[str] | None:
    """Where a line says that something is: file, line and kernel."""
    return next((match for form in _PLACES if (match := form.search(line))), None)


def _plain(kernel: re.Match[str] | None) -> str:
    """A kernel's name without the marks and types that Numba and the compiler add."""
    name = (kernel["old"] or kernel["new"]) if kernel is not None else "?"
    return re.sub(r"\[abi:.*|\(.*|\$.*", "", name.removeprefix("cudapy::"))


def _kind(line: str) -> str:
    return next(kind for start, kind in _KINDS if line.startswith(start))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(","))
