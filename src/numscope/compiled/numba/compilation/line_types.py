"""One compiled function, line by line: the types of its variables and what became of each line."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from typing import Any

from numscope.compiled.numba.compilation.assigned import RETURN
from numscope.compiled.numba.compilation.llvm_lines import facts
from numscope.compiled.numba.compilation.parallel_loops import ParallelLoop, parallel_loops
from numscope.compiled.numba.compilation.watch import Compilation
from numscope.compiled.numba.explaining.source import Source
from numscope.compiled.numba.type_names import short


@dataclass
class Line:
    """A source line: the variables it assigns with their types, notes, and whether it works on Python objects."""

    number: int
    source: str
    types: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    slow: bool = False


@dataclass
class CompiledFunction:
    """One function compiled for one signature."""

    name: str
    file: str
    signature: str
    mode: str
    seconds: float
    lines: list[Line]
    parallel: list[ParallelLoop] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """The function as plain values."""
        return {
            **vars(self),
            "lines": [vars(line) for line in self.lines],
            "parallel": [vars(loop) for loop in self.parallel],
        }


def describe(compilation: Compilation) -> CompiledFunction:
    """Types, casts, vector code, allocations and fallbacks of one compilation."""
    source, first = inspect.getsourcelines(compilation.function)
    lines = {first + i: Line(first + i, text.rstrip("\n")) for i, text in enumerate(source)}
    result = compilation.result
    names = (*compilation.function.__code__.co_varnames, RETURN)
    for number, types in compilation.assigned.types.items():
        if number in lines:
            # Numba adds variables of its own.
            lines[number].types = {name: type_ for name, type_ in types.items() if name in names}
    for number, notes in compilation.assigned.conversions.items():
        if number in lines:
            lines[number].notes += notes
    if compilation.object_mode:
        _mark_objects(result, lines)
    else:
        _mark_callbacks(compilation, lines)
        for number, notes in facts(result.library.get_llvm_str(), result.fndesc.mangled_name).items():
            if number in lines:
                lines[number].notes += notes
    for remark in compilation.remarks:
        if remark.line in lines and remark.text != "loop not vectorized":
            lines[remark.line].notes.append(remark.text.replace("vectorized", "vectorised"))
    loops = parallel_loops(result, compilation.file)
    for loop in loops:
        if loop.line in lines:
            lines[loop.line].notes.append(f"parallel {loop}".replace(f", line {loop.line}", ""))
    arguments = ", ".join(f"{name}: {short(type_)}" for name, type_ in _arguments(compilation))
    return CompiledFunction(
        compilation.name,
        compilation.file,
        f"({arguments}) -> {short(result.signature.return_type)}",
        "object mode" if compilation.object_mode else "nopython",
        compilation.seconds,
        list(lines.values()),
        loops,
    )


def _arguments(compilation: Compilation) -> list[tuple[str, Any]]:
    names = list(inspect.signature(compilation.function).parameters)
    return list(zip(names, compilation.arguments, strict=False))


def _mark_objects(result: Any, lines: dict[int, Line]) -> None:
    """Every line works on Python objects but those of loops that were lifted out and compiled."""
    lifted: set[int] = set()
    for loop in result.lifted or ():
        # A lifted loop that works on objects itself has gained nothing.
        if any(not compiled.objectmode for compiled in loop.overloads.values()):
            for block in loop.func_ir.blocks.values():
                lifted |= {statement.loc.line for statement in block.body}
    for line in lines.values():
        line.slow = line.number not in lifted and bool(line.source.strip())
        if line.number in lifted:
            line.notes.append("in a loop that was lifted out and compiled")


def _mark_callbacks(compilation: Compilation, lines: dict[int, Line]) -> None:
    """Blocks `with objmode(...)` run in Python."""
    for block in Source.of(compilation.file).blocks_in_python():
        for number in range(block.lineno, (block.end_lineno or block.lineno) + 1):
            if number in lines:
                lines[number].slow = True
        if block.lineno in lines:
            lines[block.lineno].notes.insert(0, "runs in Python (object mode), and so do the lines below it")
