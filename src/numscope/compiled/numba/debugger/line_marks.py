"""Mark in the IR where Python would begin a line, so that a debugger stops there and nowhere else.

Debug information alone knows only which line an instruction came from: a line whose code is in several places
(a loop's test, what follows an `if`) would be missed or met twice. So before each beginning stands a store
of its own, and its line number in the debug information is the real one plus `OFFSET`: a breakpoint on
that number is a breakpoint on every beginning of the line.
"""

from __future__ import annotations

import linecache
import re
from typing import Any

from numscope.probes.numba.adapter.compiler import core

# Also in in_gdb.frames, which only gdb's Python can import.
OFFSET = 1_000_000
NAME = "numscope_line"
_JUMP = re.compile(r"\s*(?:break|continue)\b")


def mark_lines(func_ir: Any, typemap: Any) -> None:
    """Put a mark before every beginning of a line, on the edges of the control flow too."""
    ir = core("ir")
    types = core("types")

    typemap[NAME] = types.int32
    blocks = func_ir.blocks
    first = {label: _first_line(block) for label, block in blocks.items()}
    last = _last_lines(func_ir, first)
    incoming: dict[int, list[int]] = {label: [] for label in blocks}
    for label, block in blocks.items():
        for target in block.terminator.get_targets():
            incoming[target].append(label)
    for label, block in list(blocks.items()):
        _mark_inside(ir, block, first[label])
    for label, line in first.items():
        if line is None:
            continue
        wanting = [source for source in incoming[label] if last[source] != {line} or source >= label]
        if not incoming[label] or set(wanting) == set(incoming[label]):
            _insert(ir, blocks[label], _after_arguments(ir, blocks[label]), line)
            continue
        for source in wanting:
            _mark_edge(ir, func_ir, source, label, line)


def _has_line(ir: Any, statement: Any) -> bool:
    """Whether a statement belongs to a line of the source, as arguments, deletions and our own marks do not."""
    if isinstance(statement, (ir.Del, ir.Jump)) or _raises_again(ir, statement):
        return False
    if isinstance(statement, ir.Assign):
        own = isinstance(statement.value, ir.Arg) or statement.target.name.startswith("numscope_")
        return not (own or ends_try_block(statement))
    return True


def ends_try_block(statement: Any) -> bool:
    """Return whether an assignment is how Numba ends a `try` block: it bears the line of what follows the block.

    An exception comes there too, and that line does not begin then.
    """
    value = statement.value
    named = isinstance(value, core("ir").Global) and value.name == "end_try_block"
    return bool(named or statement.target.name.startswith("$callres_end_try_block"))


def _raises_again(ir: Any, statement: Any) -> bool:
    """Return whether a statement is the end of a handler that raised, to which Python gives no line of its own."""
    raised = isinstance(statement, ir.StaticRaise) and statement.exc_class is AssertionError
    return raised and "RERAISE" in str(statement.exc_args)


def _first_line(block: Any) -> int | None:
    ir = core("ir")

    lines = _lines(ir, block)
    return lines[0] if lines else None


def _lines(ir: Any, block: Any) -> list[int]:
    """The lines of a block's statements; a lone jump is a `continue` or `break`."""
    lines = [int(s.loc.line) for s in block.body if _has_line(ir, s)]
    if not lines and is_written_jump(block.terminator):
        return [int(block.terminator.loc.line)]
    return lines


def is_written_jump(statement: Any) -> bool:
    """Return whether a jump is a `continue` or `break` of the source."""
    place = statement.loc
    return _JUMP.match(linecache.getline(place.filename, place.line)) is not None


def _last_lines(func_ir: Any, first: dict[int, int | None]) -> dict[int, set[int]]:
    """The line each block may end on; a block without statements hands on what came in."""
    ir = core("ir")

    last: dict[int, set[int]] = {}
    empty = []
    for label, block in func_ir.blocks.items():
        lines = _lines(ir, block)
        last[label] = {lines[-1]} if lines else set()
        if not lines:
            empty.append(label)
    for _ in empty:
        for label in empty:
            for source, block in func_ir.blocks.items():
                if label in block.terminator.get_targets():
                    last[label] |= last[source]
    return last


def _mark_inside(ir: Any, block: Any, line: int | None) -> None:
    """Marks between two statements of different lines in one block."""
    body = []
    current = line
    for statement in block.body:
        if _has_line(ir, statement) and statement.loc.line != current:
            current = statement.loc.line
            body.append(_mark(ir, block, statement.loc, current))
        body.append(statement)
    block.body = body


def _after_arguments(ir: Any, block: Any) -> int:
    for index, statement in enumerate(block.body):
        if _has_line(ir, statement) or statement is block.terminator:
            return index
    return 0


def _insert(ir: Any, block: Any, index: int, line: int) -> None:
    place = block.body[index].loc
    block.body.insert(index, _mark(ir, block, place, line))


def _mark(ir: Any, block: Any, place: Any, line: int) -> Any:
    where = place.with_lineno(line + OFFSET)
    return ir.Assign(ir.Const(line, where), ir.Var(block.scope, NAME, where), where)


def _mark_edge(ir: Any, func_ir: Any, source: int, target: int, line: int) -> None:
    """A mark on the way from one block to another: at the end of the first, or in a block of its own."""
    block = func_ir.blocks[source]
    end = block.terminator
    if len(set(end.get_targets())) == 1:
        block.body.insert(len(block.body) - 1, _mark(ir, block, end.loc, line))
        return
    label = max(func_ir.blocks) + 1
    between = ir.Block(block.scope, end.loc)
    between.body = [_mark(ir, block, end.loc, line), ir.Jump(target, end.loc)]
    func_ir.blocks[label] = between
    end.truebr = label if end.truebr == target else end.truebr
    end.falsebr = label if end.falsebr == target else end.falsebr
