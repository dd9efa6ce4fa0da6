"""Steers the debugged program: takes commands as JSON lines from a socket, answers with what happened.

Started by gdb with `-x`. The environment gives the socket (NUMSCOPE_GDB_SOCKET), the journal of
what was compiled (NUMSCOPE_GDB_JOURNAL) and the file Python's stack is written to (NUMSCOPE_GDB_TRACE).
"""

from __future__ import annotations

import json
import os
import re
import socket
from typing import Any

import gdb

from numscope.compiled.numba.debugger.in_gdb import frames
from numscope.compiled.numba.debugger.in_gdb.memory import at
from numscope.compiled.numba.debugger.in_gdb.traps import read_trap

_SETTINGS = (
    "set pagination off",
    "set confirm off",
    "set breakpoint pending on",
    "set debuginfod enabled off",
    "set disable-randomization off",
    "set auto-load off",
    "set print thread-events off",
    "set step-mode off",
    "set python print-stack none",
    "handle SIGPIPE nostop noprint pass",
    f"handle SIG{frames.TRACE_SIGNAL} nostop noprint pass",
)


class Driver:
    """One debugging session; `serve` runs until told to quit."""

    def __init__(self) -> None:
        descriptor = int(os.environ["NUMSCOPE_GDB_SOCKET"])
        os.set_inheritable(descriptor, False)
        self._stream = socket.socket(fileno=descriptor).makefile("rwb", buffering=0)
        self._journal = os.environ["NUMSCOPE_GDB_JOURNAL"]
        self._trace_file = os.environ["NUMSCOPE_GDB_TRACE"]
        self._last: Any = None
        self._selected = 0
        self._wanted: dict[int, str] = {}
        self._lines: list[tuple[str, str, int]] = []
        self._watched: dict[str, tuple[int, int]] = {}
        gdb.events.stop.connect(self._note)
        gdb.events.exited.connect(self._note)
        gdb.events.new_objfile.connect(self._new_code)
        for setting in _SETTINGS:
            try:
                gdb.execute(setting, to_string=True)
            except gdb.error as error:
                self._send({"event": "warning", "text": f"{setting}: {error}"})
        version = re.search(r"\d+(\.\d+)?", gdb.VERSION)
        self._send({"event": "ready", "gdb": version[0] if version else gdb.VERSION})

    def serve(self) -> None:
        """Obey until `quit` or until nobody is at the other end."""
        for line in self._stream:
            command = json.loads(line)
            name = command.pop("do")
            if name == "quit":
                break
            try:
                self._send(getattr(self, "do_" + name)(**command))
            except gdb.error as error:
                self._send({"event": "error", "text": str(error)})
        try:
            gdb.execute("kill", to_string=True)
        except gdb.error:
            # The program has already ended.
            return

    def do_break(self, key: str, file: str | None, line: int, symbols: list[str]) -> dict[str, Any]:
        """Stop at a line of `file`, or in native functions of these names; what is hit is called `key`."""
        for symbol in symbols:
            self._stop_at(symbol, key)
        if file is not None:
            self._lines.append((key, f"{file}:{line + frames.LINE_OFFSET}", line + frames.LINE_OFFSET))
            self._find_lines(self._lines[-1:], None)
        return {"event": "set"}

    def do_clear(self, key: str) -> dict[str, Any]:
        """Stop no more at what is called `key`."""
        numbers = {number for number, name in self._wanted.items() if name == key}
        for breakpoint_ in gdb.breakpoints():
            if breakpoint_.number in numbers:
                breakpoint_.delete()
        self._lines = [line for line in self._lines if line[0] != key]
        self._watched.pop(key, None)
        return {"event": "cleared"}

    def do_watch(self, key: str, address: int, size: int) -> dict[str, Any]:
        """Stop whenever the `size` bytes at `address` change; the processor watches them."""
        watchpoint = gdb.Breakpoint(f"*(char (*)[{size}]) {address}", gdb.BP_WATCHPOINT, gdb.WP_WRITE)
        watchpoint.silent = True
        if watchpoint.type != gdb.BP_HARDWARE_WATCHPOINT:
            watchpoint.delete()
            return {"event": "error", "text": "the processor can't watch this many bytes"}
        self._wanted[watchpoint.number] = key
        self._watched[key] = (address, size)
        return {"event": "watched", "raw": at(address, size)}

    def _stop_at(self, place: str, key: str) -> None:
        breakpoint_ = gdb.Breakpoint(place)
        breakpoint_.silent = True
        self._wanted[breakpoint_.number] = key

    def _new_code(self, event: Any) -> None:
        # What a just-in-time compiler makes has no file. Asking every library for the lines would take
        # seconds.
        if (event.new_objfile.filename or "").startswith("<in-memory"):
            self._find_lines(self._lines, event.new_objfile)

    def _find_lines(self, lines: list[tuple[str, str, int]], code: Any) -> None:
        """Stop wherever these lines begin in newly compiled code (None: in all there is)."""
        for key, place, number in lines:
            try:
                found = gdb.decode_line(place)[1] or ()
            except gdb.error:
                # No compiled code has this file yet.
                continue
            for sal in found:
                if sal.line == number and sal.symtab is not None and code in (None, sal.symtab.objfile):
                    for entry in sal.symtab.linetable().line(number) or ():
                        self._stop_at(f"*{entry.pc:#x}", key)

    def do_run(self) -> dict[str, Any]:
        """Start the program."""
        return self._go("run")

    def do_continue(self) -> dict[str, Any]:
        """Go on to the next breakpoint."""
        return self._go("continue")

    def do_next(self) -> dict[str, Any]:
        """Go to the next line of this function."""
        return self._go("next")

    def do_step(self) -> dict[str, Any]:
        """Go to the next line, into called functions."""
        return self._go("step")

    def do_finish(self) -> dict[str, Any]:
        """Run until the selected function returns."""
        compiled = frames.compiled_frames()
        if compiled:
            compiled[min(self._selected, len(compiled) - 1)].select()
        return self._go("finish")

    def do_select(self, frame: int) -> dict[str, Any]:
        """Look at compiled frame number `frame`, counted from the innermost."""
        compiled = frames.compiled_frames()
        if not 0 <= frame < len(compiled):
            return {"event": "error", "text": "there is no compiled function further that way"}
        self._selected = frame
        return self._stop("selected")

    def do_threads(self) -> dict[str, Any]:
        """Every thread and where it is."""
        selected, found = gdb.selected_thread(), []
        for thread in sorted(gdb.selected_inferior().threads(), key=lambda t: t.num):
            thread.switch()
            found.append({"thread": thread.num, "stack": frames.stack(frames.compiled_frames())})
        selected.switch()
        return {"event": "threads", "selected": selected.num, "threads": found}

    def do_thread(self, number: int) -> dict[str, Any]:
        """Look at thread `number`."""
        thread = next((t for t in gdb.selected_inferior().threads() if t.num == number), None)
        if thread is None:
            return {"event": "error", "text": f"there is no thread {number}"}
        thread.switch()
        self._selected = 0
        return self._stop("selected")

    def do_gdb(self, text: str) -> dict[str, Any]:
        """Pass a command to gdb itself."""
        return {"event": "output", "text": gdb.execute(text, to_string=True)}

    def _send(self, message: dict[str, Any]) -> None:
        self._stream.write(json.dumps(message).encode() + b"\n")

    def _note(self, event: Any) -> None:
        self._last = event

    def _go(self, command: str) -> dict[str, Any]:
        """Let the program go until something the user wants to see happens."""
        while True:
            self._last = None
            self._selected = 0
            if command == "run":
                inferior = self._launch()
            else:
                gdb.execute(command, to_string=True)
                inferior = gdb.selected_inferior().pid
            event = self._last
            if event is None or isinstance(event, gdb.ExitedEvent) or not inferior:
                code = getattr(event, "exit_code", None)
                return {"event": "exit", "code": code}
            # gdb reports a breakpoint instruction that is not its own as a stop without a reason.
            trap = read_trap(self._journal)
            if trap is not None:
                return self._stop(trap.pop("reason"), found=trap)
            if isinstance(event, gdb.SignalEvent):
                if event.stop_signal == "SIGINT" and not frames.compiled_frames():
                    self._select_main_thread()
                return self._stop("signal", signal=event.stop_signal, **self._fault())
            if isinstance(event, gdb.BreakpointEvent):
                keys = sorted({self._wanted[b.number] for b in event.breakpoints if b.number in self._wanted})
                watched = {key: at(*self._watched[key]) for key in keys if key in self._watched}
                if keys:
                    reason = "watch" if watched else "breakpoint"
                    return self._stop(reason, keys=keys, watched=watched)
            frame = gdb.newest_frame()
            if not frames.is_compiled(frame):
                command = "continue"
            elif frames.begins_line(frame):
                return self._stop("step")
            elif command in ("run", "finish"):
                command = "next"

    def _select_main_thread(self) -> None:
        """Look at the thread that runs Python: an interrupt may reach a worker that waits."""
        for thread in gdb.selected_inferior().threads():
            if thread.num == 1:
                thread.switch()

    def _launch(self) -> int:
        gdb.execute("run", to_string=True)
        return int(gdb.selected_inferior().pid)

    def _fault(self) -> dict[str, Any]:
        """The address a memory fault was about."""
        try:
            return {"address": int(gdb.parse_and_eval("$_siginfo._sifields._sigfault.si_addr"))}
        except gdb.error:
            return {}

    def _stop(self, reason: str, **more: Any) -> dict[str, Any]:
        compiled = frames.compiled_frames()
        self._selected = min(self._selected, max(len(compiled) - 1, 0))
        values = self._values(compiled)
        newest = gdb.newest_frame()
        stop: dict[str, Any] = {
            "event": "stop",
            "reason": reason,
            "thread": gdb.selected_thread().num,
            "frame": self._selected,
            "native": None if frames.is_compiled(newest) else newest.name(),
            "stack": frames.stack(compiled, reason == "watch") + self._python_stack(),
            "locals": values,
        }
        stop.update(more)
        return stop

    def _values(self, compiled: list[Any]) -> dict[str, Any]:
        """The variables of the selected frame; of its caller, where the stack had no room left for it."""
        for number in range(self._selected, len(compiled)):
            frame = compiled[number]
            try:
                found = frames.variables(frame, self._types(frame))
            except gdb.MemoryError:
                continue
            self._selected = number
            return found
        return {}

    def _types(self, frame: Any) -> dict[str, Any]:
        """The types of a compiled function's variables, from the journal the compiling process keeps."""
        number = frames.compilation_of(frame)
        with open(self._journal, encoding="utf-8") as journal:
            for line in journal:
                entry = json.loads(line)
                if entry.get("compilation") == number:
                    types: dict[str, Any] = entry["types"]
                    return types
        return {}

    def _python_stack(self) -> list[dict[str, Any]]:
        # The handler is there once the child has said so; a signal before that would end the program.
        if not os.path.exists(self._trace_file + ".ready"):
            return []
        last, stack = self._last, frames.python_stack(self._trace_file)
        self._last = last
        return stack


Driver().serve()
