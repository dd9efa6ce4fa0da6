"""The stack of a stopped thread.

Compiled functions as gdb sees them, Python functions as Python reports them.
"""

from __future__ import annotations

import os
import re
from typing import Any

import gdb

from numscope.compiled.numba.debugger.in_gdb.decode import describe
from numscope.compiled.numba.debugger.in_gdb.memory import memory

MARK = "numscope_at_"
FIELD = "numscope_has_"
# Between the name of a variable and the number of its version in debug information.
SEPARATOR = "$"
# A real-time signal that programs leave alone; the debugged process answers it with its Python stack.
TRACE_SIGNAL = 62
# The debug build marks the beginning of line n with line number n + LINE_OFFSET.
LINE_OFFSET = 1_000_000
_SYSCALL = b"\x0f\x05"
_KERNEL = "__numba_parfor_gufunc"
# gdb takes a variable called `unsigned` for the beginning of a C++ type and completes it.
_MISREAD = {"unsigned int": "unsigned", "signed int": "signed"}
# Numba writes a byte of a name that C++ does not allow as `_` and two digits.
_LAMBDA = "_3clambda_3e"
_ESCAPED = re.compile(f"{_LAMBDA}|(?:_[89a-f][0-9a-f]){{2,}}")
_PYTHON_FRAME = re.compile(r'  File "(?P<file>.*)", line (?P<line>\d+) in (?P<function>.*)')


def is_compiled(frame: Any) -> bool:
    """Whether Numba made this frame from the user's code: not a wrapper for Python, nor a part of Numba's own.

    Those parts are compiled without debug information and belong to no file.
    """
    name, table = frame.name() or "", frame.find_sal().symtab
    if table is None or name.startswith("cpython::"):
        return False
    return "[abi:v" in name or is_generator(frame)


def is_generator(frame: Any) -> bool:
    """Whether a frame runs a compiled generator to its next value: its name says no number of the compilation."""
    table = frame.find_sal().symtab
    return table is not None and table.filename.endswith(".py") and "::next" in (frame.name() or "")


def line_of(frame: Any) -> int:
    """The source line a frame is at; 0 when its code belongs to no line."""
    return int(frame.find_sal().line) % LINE_OFFSET


def begins_line(frame: Any) -> bool:
    """Whether a frame is where Python would begin a line."""
    return bool(frame.find_sal().line > LINE_OFFSET)


def file_of(frame: Any) -> str | None:
    """The source file of a frame."""
    table = frame.find_sal().symtab
    return table.fullname() if table is not None else None


def function_of(frame: Any) -> str:
    """The function's name; the body of a parallel loop is called `prange`."""
    name = re.sub(r"\[abi:[^\]]*\]", "", frame.name() or "").split("(")[0]
    name = (name.removesuffix("::next") if is_generator(frame) else name).rpartition("::")[2]
    return "prange" if name.startswith(_KERNEL) else _ESCAPED.sub(_as_written, name)


def _as_written(escaped: re.Match[str]) -> str:
    """Return what Numba has escaped in the name of a function; what is no text stays."""
    if escaped[0] == _LAMBDA:
        return "<lambda>"
    try:
        return bytes.fromhex(escaped[0].replace("_", "")).decode()
    except UnicodeDecodeError:
        return escaped[0]


def compiled_frames() -> list[Any]:
    """The compiled frames of the selected thread, innermost first."""
    frames, frame = [], gdb.newest_frame()
    while frame is not None:
        if is_compiled(frame):
            frames.append(frame)
        frame = frame.older()
    return frames


def line_behind(frame: Any) -> int:
    """Return the source line of the instruction before the one a frame is at: the one that stored, at a watchpoint."""
    return int(gdb.find_pc_line(frame.pc() - 1).line) % LINE_OFFSET


def stack(frames: list[Any], behind: bool = False) -> list[dict[str, Any]]:
    """Return compiled frames as plain values; behind: the innermost has just executed what it stopped for."""
    found = [
        {"kind": "compiled", "function": function_of(f), "file": file_of(f), "line": line_of(f)}
        for f in frames
    ]
    if behind and frames and frames[0] == gdb.newest_frame():
        found[0]["line"] = line_behind(frames[0])
    return found


def variables(frame: Any, types: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Every variable that exists at this point of `frame`, described; `types` are the trees of this compilation.

    Beside each variable `x` the debug build keeps `numscope_at_x`: 0 before the first assignment, else which
    version of it is current. A frame without these marks was not built for debugging: nothing in it is
    vouched for, and nothing is returned.
    """
    symbols: dict[str, Any] = {}
    block = frame.block()
    while block is not None and not block.is_global and not block.is_static:
        for symbol in block:
            if symbol.is_variable or symbol.is_argument:
                symbols.setdefault(_MISREAD.get(symbol.name, symbol.name), symbol)
        if block.function:
            break
        block = block.superblock
    found = {}
    for name, symbol in symbols.items():
        version = int(symbol.value(frame)) if name.startswith(MARK) else 0
        if version <= 0:
            continue
        variable = name[len(MARK) :]
        suffix = f"{SEPARATOR}{version - 1}" if version > 1 else ""
        tree = types.get(variable + suffix.replace(SEPARATOR, "."))
        current = symbols.get(variable + suffix)
        if current is None or tree is None:
            found[variable] = {"kind": "opaque", "type": "?", "why": "it has no debug information"}
        else:
            found[variable] = _with_fields(describe(current.value(frame), tree), variable, symbols, frame)
    return found


def _with_fields(value: dict[str, Any], variable: str, symbols: dict[str, Any], frame: Any) -> dict[str, Any]:
    """Leave out the fields of an object under construction that no statement has assigned yet."""
    if value["kind"] != "instance":
        return value
    flags = {name: symbols.get(f"{FIELD}{variable}{SEPARATOR}{name}") for name in value["names"]}
    known = [name for name, flag in flags.items() if flag is None or int(flag.value(frame))]
    items = dict(zip(value["names"], value["items"], strict=True))
    return {**value, "names": known, "items": [items[name] for name in known]}


def compilation_of(frame: Any) -> int | str:
    """The number Numba gave this compilation: every version of a function has its own. A generator has its symbol."""
    if is_generator(frame):
        return str(frame.function().linkage_name)
    number = re.search(r"\[abi:v(\d+)\]", frame.name() or "")
    return int(number[1]) if number else 0


def _return_to(here: int) -> None:
    """Let the thread go on until its signal handler has returned.

    That is where it was, or at the system call before it, which the kernel makes again and which may block.
    """
    places = [here, here - 2] if memory(here - 2, 2) == _SYSCALL else [here]
    ends = [gdb.Breakpoint(f"*{place}", internal=True) for place in places]
    try:
        for end in ends:
            end.silent = True
        gdb.execute("continue", to_string=True)
    finally:
        for end in ends:
            end.delete()


def python_stack(trace_file: str) -> list[dict[str, Any]]:
    """The Python functions below, innermost first, as Python's own fault handler writes them into a file.

    The debugged process has registered the handler for a signal. The signal is delivered to this thread
    alone, the handler runs (it only reads, whatever the process was doing), and the thread is caught where
    it was. Calling a function of the process through gdb would be shorter, but gdb 13 can't on processors
    with a large register file ("Couldn't write extended state status").
    """
    before = os.path.getsize(trace_file)
    here = gdb.newest_frame().pc()
    try:
        gdb.execute("set scheduler-locking on", to_string=True)
        gdb.execute(f"queue-signal SIG{TRACE_SIGNAL}", to_string=True)
        gdb.execute("stepi", to_string=True)
        if gdb.newest_frame().pc() != here:
            _return_to(here)
    except gdb.error:
        return []
    finally:
        gdb.execute("set scheduler-locking replay", to_string=True)
    with open(trace_file, encoding="utf-8", errors="replace") as file:
        file.seek(before)
        threads = file.read().split("\n\n")
    # A worker thread of Numba's has no Python frames: the main thread, listed last, waits for it.
    current = next(
        (text for text in threads if text.startswith("Current thread") and '  File "' in text), None
    )
    return [
        {"kind": "python", "function": m["function"], "file": m["file"], "line": int(m["line"])}
        for m in _PYTHON_FRAME.finditer(current or threads[-1])
    ]
