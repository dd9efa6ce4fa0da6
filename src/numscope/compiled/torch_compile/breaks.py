"""Why Dynamo ended a graph, or gave a frame up: its messages taken apart, at the line of the user's."""

from __future__ import annotations

import os
import re

from numscope.compiled.torch_compile.guards import readable_name
from numscope.compiled.torch_compile.records import Break
from numscope.compiled.torch_compile.transformed_code import without_addresses
from numscope.probes.torch.adapter.listener import Stack
from numscope.user_code import is_user_file

# Before the user's lines: of most errors, and of sizes that were marked dynamic.
_USER_STACK = re.compile(r"from user code:|User stack:")
_FRAME = re.compile(r'^\s*File "(?P<file>.+)", line (?P<line>\d+), in .*\n(?P<source>.*)$', re.MULTILINE)


def called_from(stack: Stack) -> list[str]:
    """Return the user's own lines in `stack`, innermost first."""
    return [f"{name}:{line}  {text.strip()}" for name, line, text in reversed(stack) if not of_library(name)]


def graph_break(reason: str, stack: Stack, callers: list[str] | None = None) -> Break:
    """Return what Dynamo's `reason` says, at the innermost of the user's own lines in `stack`.

    `callers` are the lines that called the function in which the stack begins.
    """
    reason = without_addresses(reason)
    cause, _, rest = reason.partition("\n")
    hints, explanation = [], ""
    for line in rest.partition("Developer debug context")[0].splitlines():
        label, _, text = line.strip().partition(": ")
        if label == "Hint":
            hints.append(text)
        elif label == "Explanation":
            explanation = text
    if cause.startswith("generic_jump"):  # torch's own name for it, in a release that gives no explanation
        cause, explanation = "Data-dependent branching", "an if or while on a tensor's value"
    own = [frame for frame in stack if not of_library(frame[0])]
    filename, line_number, source = (own or stack or [("", 0, "")])[-1]
    inside = ""
    if own and stack[-1] != own[-1]:
        inside = f"{stack[-1][0]}:{stack[-1][1]}  {stack[-1][2].strip()}"
    found = Break(cause.strip(), explanation, hints, filename, line_number, source.strip(), inside)
    found.callers = [*called_from(own)[1:], *(callers or [])]
    return found


def giving_up(error: str, callers: list[str] | None = None) -> Break:
    """Return what the text of Dynamo's exception for a frame says: the first cause, and where."""
    kind, _, message = error.partition(": ")
    text, *rest = _USER_STACK.split(message, maxsplit=1)
    user_code = rest[0] if rest else ""
    stack = [(found["file"], int(found["line"]), found["source"]) for found in _FRAME.finditer(user_code)]
    reason = text if kind == "Unsupported" else _USER_STACK.split(error)[0]
    found = graph_break(reason, stack, callers)
    if kind == "BackendCompilerFailed":
        found.cause = found.cause.removesuffix(" raised:")
        found.explanation = _first_line(text.partition("raised:")[2])
    elif kind == "ConstraintViolationError":
        found.cause = readable_name(found.cause.removeprefix(f"{kind}: ").partition("! For more")[0])
        found.explanation = readable_name(
            _first_line(text.partition("\n")[2]).removeprefix("- ").partition(". ")[0]
        )
    # A second cause says why the graph could not simply be ended there.
    second = text.partition("another graph break occurred: ***")[2].strip().partition("\n")[0]
    if second == "graph break in loop":
        place = f" ({stack[0][0]}:{stack[0][1]}  {stack[0][2].strip()})" if stack else ""
        found.whole_frame = f"it happens in a loop{place}, where torch can't end a graph and go on after it"
    elif second:
        found.whole_frame = second
    return found


def _first_line(text: str) -> str:
    return text.strip().partition("\n")[0].strip()


def of_library(filename: str) -> bool:
    """Say whether a file is no program's own: a library's, or none at all."""
    return filename.startswith("<") or (os.path.isabs(filename) and not is_user_file(filename))
