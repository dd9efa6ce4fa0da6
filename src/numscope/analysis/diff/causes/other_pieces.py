"""Windows or tiles of which one program takes others than the first: the last is missing, two strides are exchanged.

One program cuts them one by one, the other all at once. Each is a part of what both programs have, so no value is new:
only what is taken over all of them is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.program import program_of
from numscope.analysis.diff.causes.makers import last_maker
from numscope.analysis.diff.program_change import SourceChange
from numscope.operations.traits import Trait, has_sql
from numscope.trace import Operation, Site, Trace

_SEVERAL = 2
_MOST_PIECES = 1000
_FEWEST_ELEMENTS = 3  # of smaller pieces many are alike by chance
_MOST_BYTES = 50_000_000
_MOST_STEPS = 6
_TAKES = f"""depth = 0 and user_visible and role = 'output' and hash_low is not null
        and {has_sql("traits", Trait.READS_PART)}"""
# What a line takes again and again, in one shape and each time with another content.
_ONE_BY_ONE = f"""
    select user_file as file, user_line as line, shape from operations join operand_contents on operation = id
    where {_TAKES} and len(shape) > 0 group by all
    having count(distinct hash_low) between {_SEVERAL} and {_MOST_PIECES} order by min(id) limit 20
"""
_OF_LINE = f"""
    select min(id) as id from operations join operand_contents on operation = id
    where {_TAKES} and shape = ?::bigint[] and user_file = ? and user_line = ?
    group by hash_high, hash_low order by 1
"""
# Arrays that may hold such pieces, along axes before theirs.
_STACKS = f"""
    select distinct id from operations join operand_contents on operation = id
    where {_TAKES} and len(shape) > len(?::bigint[]) and shape[-len(?::bigint[]):] = ?::bigint[]
    order by id limit 20
"""
_READING = """
    select distinct operations.name as name from operations join operand_contents on operation = id
    where depth = 0 and role = 'input' and hash_high = ? and hash_low = ?
"""

_Shape = tuple[int, ...]


@dataclass(frozen=True)
class _Taken:
    """Pieces that a line takes. operation: the first that does; contents: the pieces, with their hashes if known.

    at_once: in one array.
    """

    operation: Operation
    contents: dict[bytes, str | None]
    at_once: bool

    @property
    def pieces(self) -> set[bytes]:
        return set(self.contents)


def other_pieces(first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that takes other pieces than the first does, of which some are the same.

    None if a line of the second takes those of the first. Of pieces that it lacks the first computes the same as of the
    others: a program may look at more than it goes on with.
    """
    lines = [_one_by_one(trace) for trace in (first, second)]
    for shape in dict.fromkeys(shape for found in lines for shape in found):
        theirs, mine = (
            [*found.get(shape, ()), *_at_once(trace, shape)]
            for trace, found in zip((first, second), lines, strict=True)
        )
        mine = [one for one in mine if not _is_taken_from(one, mine)]
        done = [one.pieces for one in mine]
        for one in mine:
            wanted = max(theirs, key=lambda other: len(other.pieces & one.pieces), default=None)
            if wanted is None or wanted.pieces in done or not _are_others(one, wanted, first):
                continue
            site = _chosen_at(second, one, wanted)
            if site is not None:
                old = wanted.operation.user_site
                text = "" if old is None else old.source.strip()
                return SourceChange(None, None, *site.place, (text, site.source.strip()))
    return None


def _are_others(mine: _Taken, theirs: _Taken, first: Trace) -> bool:
    if len(mine.pieces & theirs.pieces) < _SEVERAL or not (mine.at_once or theirs.at_once):
        return False
    if not mine.pieces < theirs.pieces or theirs.at_once:
        return True
    shared = next(content for piece, content in theirs.contents.items() if piece in mine.pieces)
    missing = next(content for piece, content in theirs.contents.items() if piece not in mine.pieces)
    return _steps(first, shared) <= _steps(first, missing)


def _steps(trace: Trace, content: str | None) -> set[str]:
    """Return the names of the operations that read a piece."""
    if content is None:
        return set()
    found = trace.ask(_READING, [int(content[:16], 16), int(content[16:], 16)])
    return set(found["name"].to_pylist())


def _one_by_one(trace: Trace) -> dict[_Shape, list[_Taken]]:
    found: dict[_Shape, list[_Taken]] = {}
    for row in trace.ask(_ONE_BY_ONE).to_pylist():
        shape = tuple(row["shape"])
        if np.prod(shape) < _FEWEST_ELEMENTS:
            continue
        ids = trace.ask(_OF_LINE, [list(shape), row["file"], row["line"]])["id"].to_pylist()
        operations = trace.operations.fetch(ids)
        outputs = [one for operation in operations for one in operation.outputs if one.shape == shape]
        arrays = [(numbers_of(one), one.hash) for one in outputs]
        contents = {array.tobytes(): content for array, content in arrays if array is not None}
        if len(contents) == len(ids):
            found.setdefault(shape, []).append(_Taken(operations[0], contents, False))
    return found


def _at_once(trace: Trace, shape: _Shape) -> Iterator[_Taken]:
    """Yield what takes several pieces of a shape in one array."""
    ids = trace.ask(_STACKS, [list(shape)] * 3)["id"].to_pylist()
    for operation in trace.operations.fetch(ids):
        arrays = [numbers_of(one) for one in operation.outputs if (one.data_bytes or 0) <= _MOST_BYTES]
        for array in arrays:
            if array is not None and array.shape[-len(shape) :] == shape and array.ndim > len(shape):
                rows = np.ascontiguousarray(array).reshape(-1, int(np.prod(shape)))
                if len(rows) >= _SEVERAL:
                    yield _Taken(operation, dict.fromkeys(row.tobytes() for row in rows), True)


def _is_taken_from(one: _Taken, others: list[_Taken]) -> bool:
    """Return whether another line takes some of these pieces out of the array that holds them."""
    made = {operand.hash for operand in one.operation.outputs} if one.at_once else set()
    return any(made & {operand.hash for operand in other.operation.inputs} for other in others)


def _chosen_at(trace: Trace, mine: _Taken, theirs: _Taken) -> Site | None:
    """Return the line that says which pieces are taken: how many of them, where there are more or fewer."""
    site = mine.operation.user_site
    nested = mine.pieces < theirs.pieces or mine.pieces > theirs.pieces
    if site is None or not nested:
        return site
    return _counted_at(trace, mine.operation) or site if mine.at_once else _loop_at(trace, site)


def _counted_at(trace: Trace, taking: Operation) -> Site | None:
    """Return the line that makes as many numbers as there are pieces, of which the indices are computed."""
    count = (taking.outputs[0].shape or (0,))[0]
    indices = [one for one in taking.inputs if (one.dtype or "").startswith("int") and one.shape]
    index, reader, found = next((one for one in indices if (one.shape or ())[0] == count), None), taking, None
    for _ in range(_MOST_STEPS):
        maker = last_maker(trace, index.hash, reader.id) if index is not None and index.hash else None
        if maker is None:
            break
        found, reader = maker, maker
        index = next((one for one in maker.inputs if one.shape and one.shape[0] == count), None)
    return None if found is None else found.user_site


def _loop_at(trace: Trace, site: Site) -> Site:
    """Return the head of the innermost loop around a line; the line itself if there is none."""
    program = program_of(trace, site)
    at = program.line(site)
    loops = [
        node.lineno
        for node in ast.walk(program.tree)
        if isinstance(node, (ast.For, ast.While)) and node.lineno <= at <= (node.end_lineno or at)
    ]
    return program.site(max(loops), site) if loops else site
