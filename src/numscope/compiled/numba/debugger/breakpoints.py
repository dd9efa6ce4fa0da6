"""What the user asks to stop at: lines of Python files and native functions."""

from __future__ import annotations

import dis
import os
import types
from collections.abc import Iterator
from dataclasses import dataclass

from numscope.compiled.numba.script import compile_script
from numscope.errors import UsageError


@dataclass(frozen=True)
class Breakpoint:
    """A line of a file (`file` absolute), or a native function (`symbol`).

    condition: an expression of the variables there that has to be true. asked: the line that was asked for.
    """

    text: str
    file: str | None = None
    line: int = 0
    symbol: str | None = None
    condition: str = ""
    asked: int = 0

    @property
    def moved(self) -> str:
        """A sentence where the line that was asked for has no code; "" otherwise."""
        if self.asked == self.line:
            return ""
        return f"--break {self.text}: line {self.asked} has no code inside a function; it stops at line {self.line}"

    @property
    def symbols(self) -> list[str]:
        """The names a native function may have: LAPACK's in NumPy's and SciPy's wheels are decorated."""
        if self.symbol is None:
            return []
        plain = self.symbol.rstrip("_")
        if self.symbol == plain:
            return [self.symbol]
        return [self.symbol, f"scipy_{self.symbol}", f"{plain}_64_", f"scipy_{plain}_64_"]


def parse(text: str, script: str) -> Breakpoint:
    """Read `file.py:12`, `12` (a line of the script) or `symbol`, each with ` if CONDITION` behind it or not.

    A line without code stands for the next one that has some. Raises `UsageError` when the file does not exist, no
    later line of it has code, or the condition is no expression.
    """
    place, _, condition = (part.strip() for part in text.partition(" if "))
    name, _, number = place.rpartition(":")
    if not number.isdigit():
        if ":" in place or place.endswith(".py"):
            raise UsageError(f"--break {text}: give a file and a line (file.py:12) or a native function")
        return in_function(text, condition)
    file = _find(name, script) if name else os.path.abspath(script)
    return at_line(text, file, int(number), condition)


def in_function(text: str, condition: str) -> Breakpoint:
    """Return a breakpoint in the native function that `text` begins with. Raises `UsageError` as `parse` does."""
    _check(text, condition)
    return Breakpoint(text, symbol=text.partition(" if ")[0].strip(), condition=condition)


def at_line(text: str, file: str, asked: int, condition: str) -> Breakpoint:
    """Return a breakpoint at a line, or the next one with code. Raises `UsageError` as `parse` does."""
    _check(text, condition)
    lines = sorted({at for function in functions(file) for at in code_lines(function)})
    line = next((at for at in lines if at >= asked), None)
    if line is None:
        hint = f"; the last line with code is {lines[-1]}" if lines else ""
        raise UsageError(f"--break {text}: line {asked} has no code inside a function{hint}")
    return Breakpoint(text, file=file, line=line, condition=condition, asked=asked)


def _check(text: str, condition: str) -> None:
    try:
        compile(condition or "True", "<condition>", "eval")
    except SyntaxError as error:
        raise UsageError(f"--break {text}: the condition is no expression: {error.msg}") from None


def functions(file: str) -> list[types.CodeType]:
    """The code of every function and method in `file`, inner ones too."""
    return [code for code in _all_code(compile_script(file)) if code.co_flags & 0x1]


def code_lines(code: types.CodeType) -> set[int]:
    """The lines of the function's body that have code. `pass` and `while True:` compile to nothing."""
    lines, line = set(), None
    for instruction in dis.get_instructions(code):
        line = instruction.starts_line if instruction.starts_line is not None else line
        line = getattr(instruction, "line_number", line)
        if line is not None and instruction.opname not in ("NOP", "RESUME", "COPY_FREE_VARS", "MAKE_CELL"):
            lines.add(line)
    return lines - {code.co_firstlineno} or lines


def function_at(file: str, line: int) -> types.CodeType | None:
    """The innermost function of `file` with code on `line`."""
    found = [code for code in functions(file) if line in code_lines(code) or line == code.co_firstlineno]
    return max(found, key=lambda code: code.co_firstlineno, default=None)


def _find(name: str, script: str) -> str:
    candidates = [name, os.path.join(os.path.dirname(os.path.abspath(script)), name)]
    for candidate in candidates:
        if os.path.isfile(candidate):
            return os.path.abspath(candidate)
    raise UsageError(f"--break {name}: there is no such file")


def _all_code(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _all_code(constant)
