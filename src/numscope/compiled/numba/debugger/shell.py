"""The debugger's prompt: a few commands, as in pdb."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from numscope.compiled.numba.debugger.breakpoints import parse
from numscope.compiled.numba.debugger.session import Session
from numscope.compiled.numba.debugger.stops import Stop, read_stop
from numscope.compiled.numba.debugger.watches import parse_watch
from numscope.errors import NumscopeError

HELP = """\
c, continue        run to the next breakpoint
n, next            run to the next line of this function
s, step            run to the next line, into called functions
f, finish          run until this function returns
u, up / d, down    look at the calling / called compiled function
p, print WHAT      show a variable or an expression of variables (numpy is np)
l, locals          show every variable
w, where           show how the program got here
t, threads         show every thread; `thread 3` looks at one
watch ELEMENT      stop whenever an element of an array here changes: watch out[3]
b, break PLACE     file.py:12, 12, or a native function; `12 if i == 40`
gdb COMMAND        say something to gdb itself
q, quit            end the program and the debugger"""

SHORT = {
    "c": "continue", "n": "next", "s": "step", "f": "finish", "u": "up", "d": "down", "p": "print",
    "l": "locals", "w": "where", "t": "threads", "b": "break", "q": "quit", "h": "help",
}  # fmt: skip


class Shell:
    """One interactive session; `ask` reads a line from the user and `show` prints."""

    def __init__(
        self, session: Session, script: str, ask: Callable[[], str], show: Callable[[str], None]
    ) -> None:
        self._session = session
        self._script = script
        self._ask = ask
        self._show = show
        self._stop: Stop | None = None
        self._answer: dict[str, Any] | None = None
        self._frame = 0
        self.exit_code: int | None = None

    def run(self, breakpoints: Sequence[str], watches: Sequence[str] = ()) -> None:
        """Start the program and obey until it ends or the user quits."""
        for text in breakpoints:
            self._set(text)
        for text in watches:
            self._session.set_watch(parse_watch(text, self._script))
        if breakpoints or watches or self._session.stops_on_values:
            self._go("run")
        else:
            self._show("No breakpoints yet: `break file.py:12`, then `continue`. `help` lists the commands.")
        while True:
            try:
                words = self._ask().strip()
            except EOFError:
                return
            name, _, rest = words.partition(" ")
            name = SHORT.get(name, name)
            if name == "quit":
                return
            if name:
                self._obey(name, rest.strip())

    def _obey(self, name: str, rest: str) -> None:
        command = getattr(self, f"_do_{name}", None)
        if command is None:
            self._show(f"There is no command {name}; `help` lists them.")
            return
        try:
            command(rest)
        except NumscopeError as error:
            self._show(str(error))

    def _go(self, command: str) -> None:
        if self.exit_code is not None:
            self._show("The program has ended; `quit` leaves the debugger.")
            return
        if self._stop is None:
            command = "run"
        try:
            free = command in ("run", "continue")
            answer = self._session.go(command) if free else self._session.ask(command)
        except KeyboardInterrupt:
            self._session.interrupt()
            answer = self._session.wait()
        self._frame = 0
        if answer["event"] == "exit":
            self.exit_code = answer["code"] if answer["code"] is not None else 1
            self._show(f"The program ended with exit code {answer['code']}.")
        else:
            self._arrive(answer)

    def _arrive(self, answer: dict[str, Any]) -> None:
        if answer["event"] != "stop":
            self._show(answer.get("text", "gdb gave no answer"))
            return
        self._answer = answer
        self._stop = read_stop(answer)
        self._frame = answer["frame"]
        self._show(self._stop.as_text())

    def _do_continue(self, rest: str) -> None:
        self._go("continue")

    def _do_next(self, rest: str) -> None:
        self._go("next")

    def _do_step(self, rest: str) -> None:
        self._go("step")

    def _do_finish(self, rest: str) -> None:
        self._go("finish")

    def _do_up(self, rest: str) -> None:
        self._arrive(self._session.ask("select", frame=self._frame + 1))

    def _do_down(self, rest: str) -> None:
        self._arrive(self._session.ask("select", frame=self._frame - 1))

    def _do_print(self, rest: str) -> None:
        if self._stop is None:
            self._show("The program is not running.")
            return
        if rest in self._stop.texts:
            self._show(self._stop.texts[rest])
            return
        try:
            self._show(repr(eval(rest, {"np": np}, dict(self._stop.values))))
        except Exception as error:  # noqa: BLE001 - whatever the user typed at the prompt
            self._show(f"{type(error).__name__}: {error}")

    def _do_locals(self, rest: str) -> None:
        texts = self._stop.texts if self._stop else {}
        self._show("\n".join(f"  {name} = {text}" for name, text in texts.items()) or "No variables here.")

    def _do_where(self, rest: str) -> None:
        for frame in self._stop.stack if self._stop else ():
            self._show(f"  {frame['file']}:{frame['line']} in {frame['function']} ({frame['kind']})")

    def _do_threads(self, rest: str) -> None:
        answer = self._session.ask("threads")
        for thread in answer.get("threads", ()):
            mark = "*" if thread["thread"] == answer["selected"] else " "
            inside = thread["stack"][0] if thread["stack"] else None
            where = (
                f"{inside['file']}:{inside['line']} in {inside['function']}"
                if inside
                else "outside compiled code"
            )
            self._show(f"{mark} {thread['thread']}: {where}")

    def _do_thread(self, rest: str) -> None:
        if not rest.isdigit():
            self._show("Which thread? `threads` lists them.")
            return
        self._arrive(self._session.ask("thread", number=int(rest)))

    def _do_break(self, rest: str) -> None:
        self._set(rest)
        self._show(f"Breakpoint at {rest}.")

    def _do_watch(self, rest: str) -> None:
        if self._answer is None:
            self._show("The program is not running.")
            return
        self._session.watch(rest, self._answer)
        self._show(f"Watching {rest}.")

    def _set(self, text: str) -> None:
        breakpoint_ = parse(text, self._script)
        if breakpoint_.moved:
            self._show(breakpoint_.moved)
        self._session.set(breakpoint_)

    def _do_gdb(self, rest: str) -> None:
        self._show(self._session.ask("gdb", text=rest).get("text", "").rstrip())

    def _do_help(self, rest: str) -> None:
        self._show(HELP)
