"""One failure prepared for the rules: its innermost user function, its line, its source."""

from __future__ import annotations

import linecache
import os
import re
from dataclasses import dataclass
from typing import Any

from numscope.compiled.numba.explaining.failure import Attempt, Failure, Inference, Problem
from numscope.compiled.numba.explaining.source import Source
from numscope.compiled.numba.explaining.stencils import Kernel, kernel_in
from numscope.compiled.numba.explaining.wording import without_colour
from numscope.user_code import is_user_file

_PLACES = (
    re.compile(r"Raised from (?P<file>.+?) \((?P<line>\d+)\)"),
    re.compile(r"defined at (?P<file>.+?) \((?P<line>\d+)\)"),
    re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)'),
    re.compile(r"at (?P<file>\S+\.py) \((?P<line>\d+)\)"),
)

# Raised while code is made that takes the arguments apart: a line that uses none is not to blame.
_OF_ARGUMENTS = re.compile("cannot reflect element|can't unbox heterogeneous")


@dataclass
class Case:
    """What a rule looks at. `message` is Numba's text of the innermost problem, without colours."""

    failure: Failure
    inference: Inference | None
    problem: Problem | None
    message: str
    source: Source
    line: int | None

    @property
    def attempt(self) -> Attempt | None:
        """The call or operator that found no implementation, if the problem is one."""
        return self.problem.attempt if self.problem else None

    @property
    def kernel(self) -> Kernel | None:
        """The kernel of the stencil that Numba was working on."""
        return self.failure.kernel or kernel_in(self.failure.error)

    def type_at(self, name: str, line: int | None = None) -> Any:
        """The type of variable `name` on `line` (default: the failing line)."""
        return self.inference.type_at(name, line or self.line or 0) if self.inference else None

    @property
    def error_text(self) -> str:
        """The whole error as Numba words it, without the colours it has where colorama is installed."""
        return without_colour(str(self.failure.error))

    def search(self, pattern: str) -> re.Match[str] | None:
        """Look for `pattern` in Numba's text."""
        return re.search(pattern, self.message, re.DOTALL)

    def function_line(self) -> int:
        """The line of the function's decorator or def."""
        if self.inference:
            return self.inference.first_line
        code = getattr(self.failure.function, "__code__", None)
        return code.co_firstlineno if code else 1


def prepare(failure: Failure) -> Case:
    """Choose the innermost inference that explains `failure`, and find its file and line."""
    text = without_colour(str(failure.error)).strip()
    inference = _innermost(failure)
    problem = inference.problems[0] if inference and inference.problems else None
    message = without_colour(problem.message) if problem else text
    file, line = _place(failure, inference, problem, text)
    return Case(failure, inference, problem, message, Source.of(file), line)


def _innermost(failure: Failure) -> Inference | None:
    """The first inference whose problem is quoted by the outermost one: the function where it began."""
    if not failure.inferences:
        return None
    outermost = failure.inferences[-1]
    text = str(failure.error) + "".join(problem.message for problem in outermost.problems[:1])
    for inference in failure.inferences:
        if inference.problems and _head(inference.problems[0].message) in text:
            return inference
    return outermost


def _head(message: str) -> str:
    """The part of a message that survives being quoted: its first line that says something."""
    lines = [
        line for line in message.splitlines() if line.strip() and not line.startswith("Failed in nopython")
    ]
    return lines[0].strip() if lines else "\0"


def _place(
    failure: Failure, inference: Inference | None, problem: Problem | None, text: str
) -> tuple[str, int | None]:
    code = getattr(failure.function, "__code__", None)
    file = code.co_filename if code else ""
    if inference is not None:
        line = problem.line if problem else None
        if line is None and inference.returns:
            line = inference.returns[-1][0]
        return inference.file, line
    kernel = failure.kernel or kernel_in(failure.error)
    if kernel is not None:
        return kernel.source.path, kernel.function.__code__.co_firstlineno
    raised = _PLACES[0].search(text)
    if raised:
        return file or raised["file"], int(raised["line"])
    if failure.function is None and failure.call_site and not isinstance(failure.error, Warning):
        return failure.call_site
    location = getattr(failure.error, "loc", None)
    if location is not None and is_user_file(getattr(location, "filename", None)):
        return location.filename, location.line
    from_traceback = lowering_line(failure.error)
    if from_traceback is not None:
        of_call = (
            code is not None and _OF_ARGUMENTS.match(text) and not _names_argument(failure, from_traceback)
        )
        return (file, code.co_firstlineno) if code is not None and of_call else from_traceback
    if failure.during_call and failure.call_site:
        return file or failure.call_site[0], code.co_firstlineno if code else None
    for pattern in _PLACES[1:]:
        for found in pattern.finditer(text):
            named = found["file"]
            # Numba's text names its own files too, and the user's by a path that is shortened or relative.
            if os.path.basename(named) == os.path.basename(file) or (not file and is_user_file(named)):
                return (file or named), int(found["line"])
    if failure.call_site and not file:
        return failure.call_site
    return file, None


def _names_argument(failure: Failure, place: tuple[str, int]) -> bool:
    words = re.findall(r"\w+", linecache.getline(*place))
    return any(
        isinstance(given.value, (list, set)) and name in words for name, given in failure.arguments.items()
    )


def lowering_line(error: BaseException | Warning) -> tuple[str, int] | None:
    """Where an error without text arose.

    The last compiler frame of the traceback that knows a user location.
    """
    found = None
    trace = error.__traceback__
    while trace is not None:
        scope = trace.tb_frame.f_locals
        for holder in (scope.get("inst"), scope.get("constraint"), scope.get("self")):
            try:
                location = getattr(holder, "loc", None)
            except KeyError:  # a model of Numba's, whose attributes are fields of the user's class
                continue
            if location is not None and is_user_file(getattr(location, "filename", None)):
                found = (location.filename, location.line)
        trace = trace.tb_next
    return found
