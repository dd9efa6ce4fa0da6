"""One compiled function, line by line: the types of its variables and what became of each line."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from typing import Any

from numscope.compiled.numba.compilation.llvm_lines import facts
from numscope.compiled.numba.compilation.watch import Compilation
from numscope.compiled.numba.explaining.inference import base_name
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
    parallel: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """The function as plain values."""
        return {**vars(self), "lines": [vars(line) for line in self.lines]}


def describe(compilation: Compilation) -> CompiledFunction:
    """Types, casts, vector code, allocations and fallbacks of one compilation."""
    source, first = inspect.getsourcelines(compilation.function)
    lines = {first + i: Line(first + i, text.rstrip("\n")) for i, text in enumerate(source)}
    result = compilation.result
    annotation = result.type_annotation
    names = compilation.function.__code__.co_varnames
    for number, types in _types(annotation).items():
        if number in lines:
            # Numba adds variables of its own, the sizes of arrays in parallel functions for instance.
            lines[number].types = {name: type_ for name, type_ in types.items() if name in names}
    for number, notes in _conversions(annotation).items():
        if number in lines:
            lines[number].notes += notes
    if compilation.object_mode:
        _mark_objects(result, lines)
    else:
        for number, notes in facts(result.library.get_llvm_str(), result.fndesc.mangled_name).items():
            if number in lines:
                lines[number].notes += notes
    for remark in compilation.remarks:
        if remark.line in lines and remark.text != "loop not vectorized":
            lines[remark.line].notes.append(remark.text.replace("vectorized", "vectorised"))
    arguments = ", ".join(f"{name}: {short(type_)}" for name, type_ in _arguments(compilation))
    return CompiledFunction(
        compilation.name,
        compilation.file,
        f"({arguments}) -> {short(result.signature.return_type)}",
        "object mode" if compilation.object_mode else "nopython",
        compilation.seconds,
        list(lines.values()),
        _parallel(result, lines),
    )


def _arguments(compilation: Compilation) -> list[tuple[str, Any]]:
    names = list(inspect.signature(compilation.function).parameters)
    return list(zip(names, compilation.arguments, strict=False))


def _types(annotation: Any) -> dict[int, dict[str, str]]:
    """Line -> variable -> type; a variable that is assigned two types on one line shows both."""
    from numba.core import ir

    found: dict[int, dict[str, str]] = {}
    for block in annotation.blocks.values():
        for statement in block.find_insts(ir.Assign):
            name = statement.target.name
            type_ = annotation.typemap.get(name)
            if name.startswith("$") or type_ is None or isinstance(statement.value, ir.Arg):
                continue
            types = found.setdefault(statement.loc.line, {})
            text = short(type_)
            before = types.get(base_name(name))
            types[base_name(name)] = text if before in (None, text) else f"{before} | {text}"
    return found


def _conversions(annotation: Any) -> dict[int, list[str]]:
    """Operands whose type an operator changes: `index` int64 -> float64."""
    from numba.core import ir

    found: dict[int, list[str]] = {}
    for block in annotation.blocks.values():
        for statement in block.find_insts(ir.Assign):
            expression = statement.value
            if getattr(expression, "op", None) not in ("binop", "inplace_binop"):
                continue
            signature = annotation.calltypes.get(expression)
            for side, wanted in zip(
                (expression.lhs, expression.rhs), getattr(signature, "args", ()), strict=False
            ):
                given = annotation.typemap.get(side.name)
                if given is None or short(given) == short(wanted):
                    continue
                name = "a value" if side.name.startswith("$") else f"`{base_name(side.name)}`"
                note = f"{name} is converted from {short(given)} to {short(wanted)}"
                notes = found.setdefault(statement.loc.line, [])
                if note not in notes:
                    notes.append(note)
    return found


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


def _parallel(result: Any, lines: dict[int, Line]) -> list[str]:
    """Each parallel loop and what became of it; the lines get a note."""
    diagnostics = (result.metadata or {}).get("parfor_diagnostics")
    loops = getattr(diagnostics, "initial_parfors", None)
    if diagnostics is None or not loops:
        return []
    fused_into = {other: loop for loop, others in diagnostics.fusion_info.items() for other in others}
    said = []
    for loop in loops:
        fate = f"fused into loop #{fused_into[loop.id]}" if loop.id in fused_into else "runs in parallel"
        said.append(f"loop #{loop.id}, line {loop.loc.line}: {fate}")
        if loop.loc.line in lines:
            lines[loop.loc.line].notes.append(f"parallel loop #{loop.id}: {fate}")
    return said
