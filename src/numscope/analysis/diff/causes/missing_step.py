"""An operation of the first program for which the second has none, between a value of both and the results."""

from __future__ import annotations

from numscope.analysis.diff.causes.makers import last_maker
from numscope.analysis.diff.divergence import Divergence
from numscope.analysis.diff.program_change import SourceChange
from numscope.analysis.diff.rows import runs
from numscope.trace import Operation, Trace


def missing_step(found: Divergence, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program after which an operation of the first is missing.

    Both programs have the value that it reads, and where the second goes on with this value itself, the first goes on
    with what the operation made of it. The line is the one that reads the value; if several do, the one that gives it.
    """
    starts = [side.origins[0] if side.origins else None for side in found.sides]
    if starts[0] is None or starts[1] is None:
        return None
    step, reader = first.operations[starts[0]], second.operations[starts[1]]
    shared = _read(step) & _read(reader)
    if not shared or runs(second, step.name) or not _goes_on_with(first, step, reader.name, shared):
        return None
    maker = last_maker(second, min(shared), reader.id)
    if maker is not None and len(_lines_that_read(second, min(shared), maker)) < 2:
        maker = None
    site = (maker or reader).user_site
    if site is None or step.user_site is None:
        return None
    return SourceChange(
        None, None, site.file, site.line, (step.user_site.source.strip(), site.source.strip())
    )


def _read(operation: Operation) -> set[str]:
    """Return the arrays that an operation computes with; the index of a table is none of them."""
    return {
        one.hash for one in operation.operands if one.hash is not None and one.shape and one.role == "input"
    }


def _lines_that_read(trace: Trace, content: str, maker: Operation) -> set[int]:
    """Return the lines, other than its own, that compute with a value after `maker` gave it."""
    found = trace.ask(
        """select distinct user_line from operations join operand_contents on operation = id
        where hash_high = ? and hash_low = ? and role = 'input' and depth = 0 and id > ? and not in_library""",
        [int(content[:16], 16), int(content[16:], 16), maker.id],
    )
    own = maker.user_site.line if maker.user_site is not None else None
    return {line for line in found["user_line"].to_pylist() if line not in (None, own)}


def _goes_on_with(first: Trace, step: Operation, name: str, shared: set[str]) -> bool:
    """Return whether the first program hands something else to the operation of this name, after the step."""
    later = first.ask(
        "select id from operations where name = ? and id > ? and depth = 0 order by id limit 1",
        [name, step.id],
    )["id"].to_pylist()
    return bool(later) and not _read(first.operations[later[0]]) & shared
