"""A seed that the second program sets time and again, where the first sets it once: each time the same draws follow.

`rng = default_rng(seed)` within what is repeated makes all repetitions the same. All that is drawn is known, and right
for the first of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict

from numscope.analysis.diff.program_change import SourceChange
from numscope.operations.traits import Trait, has_sql
from numscope.trace import Operation, Trace
from numscope.trace.operation import AFTER

_SEEDS = f"""
    select id from operations where depth = 0 and user_visible and {has_sql("traits", Trait.SEEDS)}
    order by id limit 2000
"""
_DRAWS = f"""
    select id from operations where depth = 0 and user_visible and {has_sql("traits", Trait.DRAWS)} order by id limit ?
"""
_MOST_DRAWS = 2000
_SEVERAL = 2
_Seed = tuple[str, tuple[str, ...]]


def seeded_again(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that sets a seed several times before `parted`, if the first sets it once.

    None if several lines set it, or it is no number: without one, each time other draws follow. Nor if the second
    draws all that the first does: its data may only be made twice.
    """
    before, after = _by_seed(first, len(first)), _by_seed(second, parted.id)
    for seed, again in after.items():
        once = before.get(seed, [])
        sites = {one.user_site.place: one.user_site for one in again if one.user_site is not None}
        if len(once) != 1 or len(again) < _SEVERAL or len(sites) != 1 or once[0].user_site is None:
            continue
        if not _draws(first, _MOST_DRAWS) - _draws(second, 2 * _MOST_DRAWS):
            return None
        ((place, site),) = sites.items()
        return SourceChange(None, None, *place, (once[0].user_site.source.strip(), site.source.strip()))
    return None


def _draws(trace: Trace, most: int) -> Counter[str]:
    """Return how often each value was drawn."""
    drawn = trace.operations.fetch(trace.ask(_DRAWS, [most])["id"].to_pylist())
    return Counter(one.hash or repr(one.literal) for operation in drawn for one in operation.outputs)


def _by_seed(trace: Trace, before: int) -> dict[_Seed, list[Operation]]:
    """Return the operations that set each seed before one."""
    found: dict[_Seed, list[Operation]] = defaultdict(list)
    for one in trace.operations.fetch(trace.ask(_SEEDS)["id"].to_pylist()):
        given = [operand for operand in one.operands if operand.role not in AFTER]
        if one.id < before and given and all(operand.kind == "int" for operand in given):
            found[one.name, tuple(repr(operand.literal) for operand in given)].append(one)
    return found
