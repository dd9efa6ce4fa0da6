"""Conditions of breakpoints: Python expressions of the variables where the program stands."""

from __future__ import annotations

from typing import Any

import numpy as np

from numscope.compiled.numba.debugger.breakpoints import Breakpoint
from numscope.compiled.numba.debugger.stops import read_stop


class Conditions:
    """The conditions of a session's breakpoints, and how often each was asked."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._asked: dict[str, int] = {}
        self._errors: dict[str, str] = {}

    def add(self, breakpoint_: Breakpoint) -> None:
        """Ask the condition of a breakpoint, if it has one, from now on."""
        if breakpoint_.condition:
            self._texts[breakpoint_.text] = breakpoint_.condition

    def met(self, answer: dict[str, Any]) -> list[str]:
        """Return which of the breakpoints that stopped the program wanted to: those whose condition is true."""
        keys: list[str] = answer.get("keys", [])
        if not any(key in self._texts for key in keys):
            return keys
        values = read_stop(answer).values
        return [key for key in keys if key not in self._texts or self._is_true(key, values)]

    def never(self, key: str) -> str:
        """Return how a condition that was never true came out; "" where it was never asked."""
        if key not in self._asked:
            return ""
        error = f"; the last time {self._errors[key]}" if key in self._errors else ""
        times = "once" if self._asked[key] == 1 else f"{self._asked[key]:,} times"
        return f"was reached {times}, and `{self._texts[key]}` was never true{error}"

    def _is_true(self, key: str, values: dict[str, Any]) -> bool:
        self._asked[key] = self._asked.get(key, 0) + 1
        self._errors.pop(key, None)
        try:
            return bool(eval(self._texts[key], {"np": np}, dict(values)))
        except Exception as error:  # noqa: BLE001 - whatever the user wrote: a name that does not exist yet, say
            self._errors[key] = f"{type(error).__name__}: {error}"
            return False
