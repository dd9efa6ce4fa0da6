"""KeyboardInterrupt at a chosen point, in place of a signal whose moment is up to chance."""

from __future__ import annotations

import dis
import sys
from types import CodeType, FrameType
from typing import Any


class Interrupts:
    """Raises KeyboardInterrupt once, at the point number `chosen` of those where Python looks for signals.

    These are the start of a function, what follows a call, and a jump backwards (`eval_breaker` in Python/ceval.c),
    in the code whose file name has one of `files` in it. 0 raises nothing. `unanswered` is code before whose first
    statement there is no point: in `__exit__`, no Python code could answer an interrupt there.
    """

    def __init__(self, chosen: int, files: tuple[str, ...], unanswered: CodeType) -> None:
        self.points = 0
        self.where = ""
        self._chosen = chosen
        self._files = files
        self._unanswered = unanswered
        self._looks: dict[CodeType, set[int]] = {}

    def __enter__(self) -> Interrupts:
        sys.settrace(self._called)
        return self

    def __exit__(self, *exception: object) -> None:
        sys.settrace(None)

    def _called(self, frame: FrameType, event: str, argument: object) -> Any:
        if not any(part in frame.f_code.co_filename for part in self._files):
            return None
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        if frame.f_code is not self._unanswered:
            self._point(frame)
        return self._stepped

    def _stepped(self, frame: FrameType, event: str, argument: object) -> Any:
        if event == "opcode" and frame.f_lasti in self._places(frame.f_code):
            self._point(frame)
        return self._stepped

    def _places(self, code: CodeType) -> set[int]:
        if code not in self._looks:
            self._looks[code] = set()
            before = ""
            for instruction in dis.get_instructions(code):
                if before.startswith("CALL"):
                    self._looks[code].add(instruction.offset)
                before = instruction.opname
                if "BACKWARD" in before and "NO_INTERRUPT" not in before:
                    self._looks[code].add(instruction.argval)
        return self._looks[code]

    def _point(self, frame: FrameType) -> None:
        self.points += 1
        if self.points == self._chosen:
            self.where = f"{frame.f_code.co_filename}:{frame.f_lineno} {frame.f_code.co_name}"
            raise KeyboardInterrupt
