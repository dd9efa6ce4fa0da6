"""Answer an editor's requests: breakpoints, stops, frames, variables, steps.

The program is started when the editor has said all it knows (`configurationDone`). While it runs gdb hears nothing, so
a request that needs gdb interrupts it, is answered at that stop, and lets it go on.
"""

from __future__ import annotations

import os
import queue
import re
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from numscope.compiled.numba.dap.channel import Channel
from numscope.compiled.numba.dap.frames import Frame, Frames, Locals, Opened
from numscope.compiled.numba.dap.places import Places
from numscope.compiled.numba.dap.program import RunningProgram
from numscope.compiled.numba.debugger.session import Program
from numscope.compiled.numba.debugger.stops import Stop, is_machinery, read_stop
from numscope.compiled.numba.debugger.value_stops import CHOICES, check_machine
from numscope.errors import NumscopeError, UsageError

_CAPABILITIES: dict[str, Any] = {
    "supportsConfigurationDoneRequest": True,
    "supportsConditionalBreakpoints": True,
    "supportsFunctionBreakpoints": True,
    "supportsDataBreakpoints": True,
    "supportsEvaluateForHovers": True,
    "supportsTerminateRequest": True,
    "exceptionBreakpointFilters": [
        {"filter": "nan", "label": "NaN stored", "description": "Stop where compiled code stores a NaN."},
        {
            "filter": "index",
            "label": "Index out of range",
            "description": "Stop at a wrong index of an array.",
        },
    ],
}
_STEPS = {"next": "next", "stepIn": "step", "stepOut": "finish"}
# Requests that gdb is needed for: they wait for a program that runs to be interrupted.
_NEED_GDB = ("setBreakpoints", "setFunctionBreakpoints", "setDataBreakpoints")


class Adapter:
    """Serves one debugging session over a channel."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._inbox: queue.Queue[tuple[str, Any]] = queue.Queue()
        self._launch: dict[str, Any] = {}
        self._program: RunningProgram | None = None
        self._places = Places()
        self._frames = Frames()
        self._filters: list[str] = []
        self._answer: dict[str, Any] | None = None
        self._waiting: list[dict[str, Any]] = []
        self._pause = False
        self._interrupts = 0
        self._done = False

    def serve(self) -> None:
        """Answer until the editor disconnects."""
        threading.Thread(target=self._listen, daemon=True).start()
        while not self._done:
            kind, message = self._inbox.get()
            if kind == "request":
                self._obey(message)
            elif kind == "arrived":
                self._arrived(message)
            else:
                break
        self._end()

    def _listen(self) -> None:
        while (message := self._channel.read()) is not None:
            if message.get("type") == "request":
                self._inbox.put(("request", message))
            if message.get("command") == "disconnect":
                return
        self._inbox.put(("closed", None))

    def _obey(self, request: dict[str, Any]) -> None:
        command = request["command"]
        if command in _NEED_GDB and self._runs:
            self._waiting.append(request)
            self._interrupt()
            return
        method: Callable[[dict[str, Any], dict[str, Any]], None] | None
        method = getattr(self, "do_" + re.sub("[A-Z]", lambda m: f"_{m[0].lower()}", command), None)
        if method is None:
            self._channel.refuse(request, f"numscope does not know the request {command}")
            return
        try:
            method(request, request.get("arguments") or {})
        except NumscopeError as error:
            self._channel.refuse(request, str(error))

    @property
    def _runs(self) -> bool:
        return self._program is not None and self._program.runs

    def do_initialize(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        """Say what the adapter can do."""
        self._channel.answer(request, _CAPABILITIES)
        self._channel.event("initialized")

    def do_launch(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        """Remember what to run; it is answered when it runs."""
        self._launch = {**arguments, "request": request}

    def do_configuration_done(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        """Start the program."""
        self._channel.answer(request)
        launch = self._launch.pop("request")
        try:
            self._program = self._start()
            for breakpoint_ in self._places.all():
                self._program.session.set(breakpoint_)
        except NumscopeError as error:
            self._channel.refuse(launch, str(error))
            self._channel.event("terminated")
            return
        self._channel.answer(launch)
        self._program.go("run")

    def _start(self) -> RunningProgram:
        settings = self._launch
        script = str(settings.get("program") or "")
        if not os.path.isfile(script):
            raise UsageError(f"there is no program '{script}' to debug")
        if settings.get("cwd"):
            os.chdir(settings["cwd"])
        os.environ.update({"PYTHONUNBUFFERED": "1", **(settings.get("env") or {})})
        if self._filters:
            check_machine()
        words = [str(word) for word in settings.get("args") or ()]
        program = Program(script, words, bool(settings.get("serial")), stop_on=self._filters)
        return RunningProgram(program, lambda answer: self._inbox.put(("arrived", answer)), self._print)

    def _print(self, category: str, text: str) -> None:
        self._channel.event("output", category=category, output=text)

    def do_set_breakpoints(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        """Replace the breakpoints of a file."""
        file = arguments["source"].get("path") or ""
        wanted = arguments.get("breakpoints") or []
        self._replace(request, *self._places.of_file(file, wanted))

    def do_set_function_breakpoints(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        """Replace the native functions to stop in."""
        self._replace(request, *self._places.of_functions(arguments["breakpoints"]))

    def _replace(self, request: dict[str, Any], old: list[Any], new: list[Any], said: list[Any]) -> None:
        if self._program is not None:
            for breakpoint_ in old:
                self._program.session.clear(breakpoint_.text)
            for breakpoint_ in new:
                self._program.session.set(breakpoint_)
        self._channel.answer(request, {"breakpoints": said})

    def do_set_exception_breakpoints(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        """Stop on these values. A program that has started was compiled for what was asked before."""
        self._filters = [name for name in CHOICES if name in arguments["filters"]]
        self._channel.answer(request)

    def do_data_breakpoint_info(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        """Say whether a variable is an element of an array, which can be watched."""
        found = None
        if arguments.get("variablesReference"):
            found = self._frames.element(arguments["variablesReference"], arguments["name"])
        if found is None:
            why = "only a single element of an array can be watched"
            self._channel.answer(request, {"dataId": None, "description": why})
            return
        frame, element = found
        self._places.remember(element, self._look(frame))
        self._channel.answer(request, {"dataId": element, "description": element, "accessTypes": ["write"]})

    def do_set_data_breakpoints(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        """Replace the elements that are watched."""
        said: list[dict[str, Any]] = []
        session = self._stopped().session
        for element in self._places.unwatch():
            session.clear(element)
        for wanted in arguments["breakpoints"]:
            try:
                session.watch(wanted["dataId"], self._places.watch(wanted["dataId"]))
                said.append({"verified": True})
            except NumscopeError as error:
                said.append({"verified": False, "message": str(error)})
        self._channel.answer(request, {"breakpoints": said})

    def do_threads(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        """Name the threads; of a program that runs only the first is known."""
        numbers = [1]
        if self._program is not None and not self._program.runs and self._answer is not None:
            numbers = [thread["thread"] for thread in self._program.session.ask("threads")["threads"]]
        self._channel.answer(request, {"threads": [{"id": n, "name": f"Thread {n}"} for n in numbers]})

    def do_stack_trace(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        """Return the frames of a stopped thread, without those of the machinery."""
        answer = self._at(arguments["threadId"], 0)
        shown = self._frames.of_stop(answer["thread"], [f for f in answer["stack"] if not is_machinery(f)])
        first, most = arguments.get("startFrame") or 0, arguments.get("levels") or len(shown)
        self._channel.answer(request, {"stackFrames": shown[first : first + most], "totalFrames": len(shown)})

    def do_scopes(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        """Return the one scope of a compiled frame; what a Python frame holds is not seen."""
        frame = self._frames.frame(arguments["frameId"])
        scopes = []
        if frame.depth is not None:
            number = self._frames.open(Opened(frame, Locals()))
            scopes.append({"name": "Locals", "variablesReference": number, "expensive": False})
        self._channel.answer(request, {"scopes": scopes})

    def do_variables(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        """Return the variables of a scope, or the parts of a value."""
        number = arguments["variablesReference"]
        opened = self._frames.opened(number)
        if isinstance(opened.value, Locals):
            variables = self._frames.locals(number, read_stop(self._look(opened.frame)))
        else:
            variables = self._frames.children(
                number, arguments.get("start") or 0, arguments.get("count") or 0
            )
        self._channel.answer(request, {"variables": variables})

    def do_evaluate(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        """Evaluate a Python expression of the variables of a compiled frame."""
        number = arguments.get("frameId")
        if number is None or self._frames.frame(number).depth is None:
            raise UsageError("expressions are evaluated in frames of compiled functions only")
        frame = self._frames.frame(number)
        stop = read_stop(self._look(frame))
        try:
            value = eval(arguments["expression"], {"np": np}, dict(stop.values))
        except Exception as error:  # noqa: BLE001 - whatever the user typed
            raise UsageError(f"{type(error).__name__}: {error}") from None
        self._channel.answer(request, self._frames.result(frame, value))

    def do_continue(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        """Let all threads run."""
        self._go("continue")
        self._channel.answer(request, {"allThreadsContinued": True})

    def _step(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        self._at(arguments["threadId"], 0)
        self._go(_STEPS[request["command"]])
        self._channel.answer(request)

    do_next = do_step_in = do_step_out = _step

    def do_pause(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        """Stop the program where it is."""
        if self._runs:
            self._pause = True
            self._interrupt()
        self._channel.answer(request)

    def do_disconnect(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        """End the program and the session."""
        self._end()
        self._channel.answer(request)
        self._done = True

    def do_terminate(self, request: dict[str, Any], arguments: dict[str, Any]) -> None:
        """End the program."""
        self._end()
        self._channel.answer(request)
        self._channel.event("terminated")

    def _end(self) -> None:
        program, self._program = self._program, None
        if program is not None:
            program.end()

    def _interrupt(self) -> None:
        assert self._program is not None
        self._interrupts += 1
        self._program.session.interrupt()

    def _go(self, command: str) -> None:
        program = self._stopped()
        self._frames, self._answer = Frames(), None
        program.go(command)

    def _arrived(self, answer: dict[str, Any]) -> None:
        """The program stopped or ended."""
        if self._program is None:
            return
        self._program.runs = False
        if answer["event"] != "stop":
            self._ended(answer)
            return
        self._answer = answer
        ours = answer.get("signal") == "SIGINT" and self._interrupts > 0
        self._interrupts -= ours
        waiting, self._waiting = self._waiting, []
        for request in waiting:
            self._obey(request)
        unwanted = answer["reason"] in CHOICES and answer["reason"] not in self._filters
        if unwanted or (ours and not self._pause):
            self._go("continue")
            return
        self._channel.event("stopped", **self._stopped_event(read_stop(answer), ours))
        self._pause = False

    def _stopped_event(self, stop: Stop, paused: bool) -> dict[str, Any]:
        reasons = {
            "nan": "exception",
            "index": "exception",
            "signal": "exception",
            "watch": "data breakpoint",
        }
        event: dict[str, Any] = {"threadId": stop.thread, "allThreadsStopped": True}
        event["reason"] = "pause" if paused else reasons.get(stop.reason, stop.reason)
        if stop.why and not paused:
            event.update(description=stop.why, text=stop.why)
        return event

    def _ended(self, answer: dict[str, Any]) -> None:
        if answer.get("text"):
            self._print("console", f"numscope: {answer['text']}\n")
        self._end()
        for request in self._waiting:
            self._obey(request)
        code = answer.get("code")
        self._channel.event("exited", exitCode=1 if code is None else code)
        self._channel.event("terminated")

    def _stopped(self) -> RunningProgram:
        if self._program is None or self._program.runs:
            raise UsageError("the program is not stopped")
        return self._program

    def _at(self, thread: int, depth: int) -> dict[str, Any]:
        """Return what gdb says of a compiled frame of a thread."""
        session = self._stopped().session
        assert self._answer is not None
        if thread != self._answer["thread"]:
            self._answer = session.ask("thread", number=thread)
        if depth != self._answer["frame"]:
            self._answer = session.ask("select", frame=depth)
        return self._answer

    def _look(self, frame: Frame) -> dict[str, Any]:
        return self._at(frame.thread, frame.depth or 0)
