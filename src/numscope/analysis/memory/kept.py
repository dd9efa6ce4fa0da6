"""Memory that stays from round to round: each call of the model leaves some that nothing reads again."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from dataclasses import dataclass

from numscope.analysis.memory.blocks import Allocations, Block
from numscope.analysis.memory.categories import Categories, Category
from numscope.analysis.memory.operations import Operations, Ran
from numscope.analysis.memory.uses import Use, uses_of
from numscope.trace import Trace

_ROUNDS = """
    select model, list(id order by id) as calls from module_calls
    where not met and coalesce(module, '') = '' and phase = 'forward' and process = {process}
    group by model order by count(*) desc, min(id) limit 1
"""
# Rounds that must leave something, and how much each at least.
_LEAST_ROUNDS, _LEAST_BYTES = 3, 16 << 10
_OWN = (Category.PARAMETER, Category.OPTIMIZER)


@dataclass(frozen=True)
class Kept:
    """What each of `rounds` calls of the model leaves. bytes: of one round, the median; total: of all at the end.

    file, line, name: of the operation whose result is the last one left, which holds the others; tensors: how many of
    one round; graph: whether there are others that its backward pass would need.
    """

    file: str | None
    line: int
    name: str
    rounds: int
    tensors: int
    bytes: int
    total: int
    graph: bool


def kept_over_rounds(
    trace: Trace, memory: Allocations, operations: Operations, categories: Categories
) -> list[Kept]:
    """Return what grows with each call of the model that is called most often, the most bytes first."""
    found = trace.ask(_ROUNDS.format(process=int(memory.process))).to_pylist()
    starts = found[0]["calls"] if found else []
    if len(starts) < _LEAST_ROUNDS + 1:
        return []
    left = _left_over(memory, starts)
    if sum(sum(one.bytes for one in blocks) >= _LEAST_BYTES for blocks in left.values()) < _LEAST_ROUNDS:
        return []
    uses = uses_of(trace, operations, (block for blocks in left.values() for block in blocks))
    reasons = categories.of(uses.values(), int(memory.operations[-1]))
    rounds = {}
    for number, blocks in left.items():
        kinds = {block: reasons[block].category for block in blocks}
        kept = [uses[block] for block, kind in kinds.items() if kind not in _OWN]
        if any(kinds[use.block] is not Category.INPUT for use in kept):
            rounds[number] = (_root(kept, kinds), kept)
    return _by_root(rounds)


def _root(kept: list[Use], kinds: dict[Block, Category]) -> Use:
    """Return the last one made, which holds the others: not what the next call was given."""
    return max((use for use in kept if kinds[use.block] is not Category.INPUT), key=_made)


def _left_over(memory: Allocations, starts: list[int]) -> dict[int, list[Block]]:
    """Return the blocks of each round that are there two rounds later, and at the end."""
    found: dict[int, list[Block]] = defaultdict(list)
    for block in memory.at_end():
        number = bisect_right(starts, block.born) - 1
        if 0 <= number < len(starts) - 2:
            found[number].append(block)
    return found


def _by_root(rounds: dict[int, tuple[Use, list[Use]]]) -> list[Kept]:
    """Return the lines that made the last tensor that each round leaves."""
    by_root: dict[tuple[str | None, int, str], list[list[Use]]] = defaultdict(list)
    for root, kept in rounds.values():
        made = root.made_by
        if made is not None:
            by_root[made.file, made.line, made.name].append(kept)
    found = [_kept(root, members) for root, members in by_root.items() if len(members) >= _LEAST_ROUNDS]
    return sorted((one for one in found if one.bytes >= _LEAST_BYTES), key=lambda one: -one.total)


def _made(use: Use) -> int:
    return use.made_by.id if use.made_by else -1


def _kept(root: tuple[str | None, int, str], members: list[list[Use]]) -> Kept:
    sizes = sorted(sum(use.block.bytes for use in kept) for kept in members)
    tensors = Counter(len(kept) for kept in members).most_common(1)[0][0]
    needed = any(
        one.phase == "forward" and one.module is not None for kept in members for one in _makers(kept)
    )
    return Kept(
        *root,
        rounds=len(members),
        tensors=tensors,
        bytes=sizes[len(sizes) // 2],
        total=sum(sizes),
        graph=needed and tensors > 1,
    )


def _makers(kept: list[Use]) -> list[Ran]:
    return [use.made_by for use in kept if use.made_by is not None]
