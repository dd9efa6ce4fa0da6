"""What is known of the operation at which a recorded program was halted."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from numscope.analysis.concepts.elements import Element, offending_elements
from numscope.analysis.halted.reproduction import Reproduction, reproduce
from numscope.analysis.show.surroundings import Surroundings, surroundings
from numscope.errors import NumscopeError, TraceError, UsageError
from numscope.format.files import Folder
from numscope.trace import Operation, Trace

FILE_NAME = "halted.json"
_MOST_BYTES = 1 << 20
# Operations inside the one that was halted, of which any may show it.
_MOST_INSIDE = 50
_MOST_ELEMENTS = 5


@dataclass(frozen=True)
class Stop:
    """Where and why a program was halted. variables: of the user's frame, in few words; stack: innermost first.

    around: the operation; None if its record did not reach the disk. elements: the first that are NaN or infinite in
    its result, with the inputs that made them; of a rule or a division of integers there are none. reproduction: None
    if there can be none, and then `no_reproduction` says why.
    """

    why: str
    operation: str
    place: str
    function: str
    thread: str
    variables: dict[str, str]
    stack: tuple[str, ...]
    around: Surroundings | None
    elements: tuple[Element, ...]
    reproduction: Reproduction | None
    no_reproduction: str


def was_stopped(trace: Trace) -> bool:
    """Whether the recording of `trace` ended because `--stop-on` halted its program."""
    return trace.home.has(FILE_NAME)


def find_stop(trace: Trace, limit: int = 20) -> Stop | None:
    """Where the program of `trace` was halted; None if it was not. Raises TraceError if that can't be read."""
    if not was_stopped(trace):
        return None
    facts = _facts(trace.home)
    # In the newest of the process's segments, if it has several.
    found = trace.ask(
        "select first_operation from processes where directory = ? or starts_with(directory, ? || '.') "
        "order by segment desc limit 1",
        [facts["shard"], facts["shard"]],
    )
    around = None
    if found.num_rows:
        try:
            around = surroundings(trace, found["first_operation"][0].as_py() + facts["sequence"], limit)
        except UsageError:
            around = None  # cut off behind it
    reproduction, reason = None, "its record did not reach the disk"
    if around is not None:
        reproduction, reason = _reproduce(trace, around.operation, facts["why"])
    return Stop(
        why=facts["why"],
        operation=facts["operation"],
        place=facts["place"],
        function=facts["function"],
        thread=facts["thread"],
        variables=facts["locals"],
        stack=tuple(facts["stack"]),
        around=around,
        elements=() if around is None else offending_elements(around.operation, _MOST_ELEMENTS),
        reproduction=reproduction,
        no_reproduction=reason,
    )


def _reproduce(trace: Trace, operation: Operation, why: str) -> tuple[Reproduction | None, str]:
    """The script, of an operation inside this one if it can't be called by itself; or why there is none."""
    try:
        return reproduce(operation, why), ""
    except NumscopeError as error:
        reason = str(error)
    found = trace.ask(
        "select id from recorded_operations where parent = ? order by id limit ?",
        [operation.id, _MOST_INSIDE],
    )
    for inner in trace.operations.fetch(found["id"].to_pylist()):
        try:
            return reproduce(inner, why), ""
        except NumscopeError:
            continue  # the reason of the outer one is what the user can do something about
    return None, reason


def _facts(folder: Folder) -> dict[str, Any]:
    kinds = {
        **dict.fromkeys(("why", "operation", "place", "function", "thread", "shard"), str),
        "sequence": int,
        "locals": dict,
        "stack": list,
    }
    try:
        facts = json.loads(folder.read(FILE_NAME, _MOST_BYTES))
        for name, kind in kinds.items():
            if not isinstance(facts[name], kind):
                raise ValueError(name)
    except OSError as error:
        raise TraceError(f"{folder.path / FILE_NAME} can't be read: {error.strerror}.") from None
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise TraceError(f"{folder.path / FILE_NAME} can't be read: {error!r}.") from None
    facts["locals"] = {str(name): str(text) for name, text in facts["locals"].items()}
    facts["stack"] = [str(line) for line in facts["stack"]]
    return dict(facts)
