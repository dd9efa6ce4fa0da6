"""What is in Inductor's output code: its kernels, and the user's lines behind each call."""

from __future__ import annotations

import linecache
import re

from numscope.compiled.torch_compile.records import KernelLine

_FRAME = re.compile(r'File "(.+)", line (\d+), in .*')
_KERNEL = re.compile(r"^(\w+) = async_compile\.\w+\(", re.MULTILINE)
_HANDLE = re.compile(r"\s*# \[Provenance debug handles\] (?P<handles>.+)$")


def kernel_names(text: str) -> list[str]:
    """Return the names of the kernels that the output code `text` defines, in order."""
    return list(dict.fromkeys(_KERNEL.findall(text)))


def kernel_lines(text: str, stacks: dict[str, list[str]]) -> list[KernelLine]:
    """Return, for each call in `text`, the lines of the user's source that it computes.

    `stacks` maps the handles that stand in the comments of `text` to stacks as Python prints them.
    """
    code = text.splitlines()
    found: dict[tuple[int, str, int], KernelLine] = {}
    for number, comment in enumerate(code):
        match = _HANDLE.match(comment)
        for handle in match["handles"].split(", ") if match else ():
            for stack in stacks.get(handle, ()):
                frames = _FRAME.findall(stack)
                if frames and number + 1 < len(code):
                    filename, line = frames[-1][0], int(frames[-1][1])
                    source = linecache.getline(filename, line).strip()
                    entry = KernelLine(number + 2, code[number + 1].strip(), filename, line, source)
                    found[(entry.kernel_line, filename, line)] = entry
    return sorted(found.values(), key=lambda entry: (entry.kernel_line, entry.filename, entry.line))
