"""Says how far each place of a code object is from the one where another code object differs: runs are led there."""

from __future__ import annotations

import dis
import re
import sys
import types
from collections import deque
from collections.abc import Iterator

_ENDS = frozenset({"RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE"})
_JUMPS_AWAY = ("JUMP_FORWARD", "JUMP_ABSOLUTE", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT")
_INSIDE = 4  # Steps that it takes at least to run a code object from where its constant is loaded.


def codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """Give a code object and all inside it, each before those that it holds."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from codes(constant)


def distances(code: types.CodeType, difference: str) -> dict[tuple[int, int], int]:
    """Count the steps from each (code object, offset) to the place that `difference` names, as `compare` writes it.

    It writes `f: LOAD_CONST at offset 300: C15: LOAD_NAME at offset 16: ...` of a place in a class in `f`.
    """
    numbers = {id(one): number for number, one in enumerate(codes(code))}
    found: dict[tuple[int, int], int] = {}
    distance = 0
    for one, offset in reversed(list(_places(code, difference))):
        found |= {
            (numbers[id(one)], place): steps for place, steps in _steps_to(one, offset, distance).items()
        }
        distance = found.get((numbers[id(one)], 0), 0) + _INSIDE
    return found


def _places(code: types.CodeType, difference: str) -> Iterator[tuple[types.CodeType, int]]:
    """Give the place in each of the code objects, from the outermost on, that leads to where the difference is."""
    for offset in map(int, re.findall(r": \w+ at offset (\d+)", difference)):
        yield code, offset
        loaded = next((one.argval for one in dis.get_instructions(code) if one.offset == offset), None)
        if not isinstance(loaded, types.CodeType):
            return
        code = loaded


def _steps_to(code: types.CodeType, offset: int, distance: int) -> dict[int, int]:
    """Count the steps to `offset`, which is `distance` away itself, from every place that leads there."""
    before: dict[int, list[int]] = {}
    for source, target in _edges(code):
        before.setdefault(target, []).append(source)
    found = {offset: distance}
    work = deque([offset])
    while work:
        place = work.popleft()
        for source in before.get(place, ()):
            if source not in found:
                found[source] = found[place] + 1
                work.append(source)
    return found


def _edges(code: types.CodeType) -> Iterator[tuple[int, int]]:
    steps = list(dis.get_instructions(code))
    jumps = {*dis.hasjrel, *dis.hasjabs}
    for step, following in zip(steps, [*steps[1:], None], strict=True):
        if following is not None and step.opname not in _ENDS and step.opname not in _JUMPS_AWAY:
            yield step.offset, following.offset
        if step.opcode in jumps:
            yield step.offset, step.argval
        if step.opname.startswith("SETUP_"):  # 3.10: all up to the handler
            yield from ((one.offset, step.argval) for one in steps if step.offset < one.offset < step.argval)
    if sys.version_info >= (3, 11):
        for entry in dis.Bytecode(code).exception_entries:  # type: ignore[attr-defined,unused-ignore]
            for step in steps:
                if entry.start <= step.offset < entry.end:
                    yield step.offset, entry.target
