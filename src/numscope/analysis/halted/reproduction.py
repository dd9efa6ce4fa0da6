"""A script that shows again what a program was halted for, with the elements that matter."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.analysis.halted.condition import divides_by_zero, looks_for
from numscope.analysis.halted.reduction import Shrinker
from numscope.analysis.replay.single_call import Call, prepare_call
from numscope.errors import UsageError
from numscope.probes.calling.value_text import IMPORTS, NAMES, array_source, value_source
from numscope.probes.registry import probe_of
from numscope.trace import Operation


@dataclass(frozen=True)
class Reproduction:
    """The script, the elements its arrays hold, and those that the operation's arrays held."""

    script: str
    elements: int
    recorded_elements: int


class _Replay:
    """One call with its arrays apart, so that they can be replaced by smaller ones."""

    def __init__(self, call: Call, name: str, why: str) -> None:
        self.call, self.name = call, name
        self._shows = looks_for(why, name)
        self._sought_division = "divided by zero" in why
        self._sought_result = why != "divided by zero"
        self.arrays: list[Any] = []
        self._numbers: dict[int, int] = {}
        for value in (*call.positional, *call.named.values()):
            self._collect(value)

    def _collect(self, value: Any) -> None:
        if isinstance(value, np.ndarray):
            same = [n for n, other in enumerate(self.arrays) if _is_same(value, other)]
            self._numbers[id(value)] = same[0] if same else len(self.arrays)
            if not same:
                self.arrays.append(value)
        elif isinstance(value, (list, tuple)):
            for part in value:
                self._collect(part)

    def arguments(self, arrays: list[Any]) -> tuple[list[Any], dict[str, Any]]:
        """The arguments with `arrays` in the places of the recorded ones."""
        positional = [self._with(value, arrays) for value in self.call.positional]
        return positional, {name: self._with(value, arrays) for name, value in self.call.named.items()}

    def _with(self, value: Any, arrays: list[Any]) -> Any:
        if isinstance(value, np.ndarray):
            return arrays[self._numbers[id(value)]]
        if isinstance(value, (list, tuple)):
            return type(value)(self._with(part, arrays) for part in value)
        return value

    def shows(self, arrays: list[Any]) -> bool:
        """Whether calling it on copies of `arrays` shows what is sought."""
        copies = [array.copy() for array in arrays]
        before = [array.copy() for array in arrays]
        positional, named = self.arguments(copies)
        try:
            if self._sought_division and not divides_by_zero(
                lambda: self.call.function(*positional, **named)
            ):
                return False
            copies[:] = before
            positional, named = self.arguments([array.copy() for array in before])
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                result = self.call.function(*positional, **named)
        except Exception:  # noqa: BLE001 - a cut that the operation refuses, with whatever exception, shows nothing
            return False
        results = (
            list(result)
            if isinstance(result, (tuple, list))
            else [positional[0] if result is None else result]
        )
        return not self._sought_result or self._shows(results, before)


def _is_same(first: Any, second: Any) -> bool:
    interface, other = first.__array_interface__, second.__array_interface__
    same = all(interface[name] == other[name] for name in ("data", "shape", "strides", "typestr"))
    return same and first.size > 0


def reproduce(operation: Operation, why: str) -> Reproduction:
    """The script for `operation`, which was halted for `why`, as small as it could be made.

    Raises NumscopeError (NotReplayableError, UsageError) that says why there can be none.
    """
    replay = _Replay(prepare_call(operation), operation.name, why)
    if not replay.shows(replay.arrays):
        raise UsageError(
            "the operation stops nothing when it runs again alone, with the operands that were recorded."
        )
    small = Shrinker(replay.arrays, replay.shows).shrink()
    return Reproduction(
        _script(operation, why, replay, small),
        sum(array.size for array in small),
        sum(array.size for array in replay.arrays),
    )


def _script(operation: Operation, why: str, replay: _Replay, arrays: list[Any]) -> str:
    names = {id(array): f"x{number}" for number, array in enumerate(arrays)}
    definitions = [f"{names[id(array)]} = {array_source(array)}" for array in arrays]
    positional, named = replay.arguments(arrays)
    call = probe_of(operation.name).statement(
        operation.name,
        [value_source(value, names) for value in positional],
        {name: value_source(value, names) for name, value in named.items()},
    )
    body = "\n".join(definitions)
    site = operation.user_site or operation.site
    line = site.source if site else ""
    where = f"{site.file}:{site.line}" if site else "an unknown place"
    imports = [name for name in ("base64", "zlib") if f"{name}." in body + call.text]
    inputs = ", ".join(names[id(array)] for array in arrays)
    recorded = sum(array.size for array in replay.arrays)
    kept = sum(array.size for array in arrays)
    lines = [
        f"# {operation.name} {why}, called from {where}" + (":" if line else "."),
        *([f"#     {line}"] if line else []),
        f"# The operands as recorded, {kept:,} of their {recorded:,} elements.",
        *(f"import {name}" for name in imports),
        *([""] if imports else []),
        *IMPORTS,
        *call.imports,
        NAMES,
        "",
        body,
        *([f'print("inputs:", {inputs}, sep="\\n")'] if arrays else []),
        f"result = {call.text}" if call.gives else call.text,
        'print("result:", result, sep="\\n")'
        if call.gives
        else f'print("afterwards:", {names[id(positional[0])]})',
    ]
    return "\n".join(lines) + "\n"
