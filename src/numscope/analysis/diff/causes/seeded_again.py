"""A seed that the second program sets time and again, where the first sets it once: each time the same draws follow.

`rng = default_rng(seed)` within what is repeated makes all repetitions the same. All that is drawn is known, and right
for the first of them. To seed a generator that all share, `random.seed(seed)`, is no operation: the text says where,
and values that are equal each time show it.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict

from numscope.analysis.concepts.callers import FUNCTIONS
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import last_name
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
# They set a generator's state by a number.
_SEEDING = frozenset(("seed", "RandomState", "Random"))
_LOOPS = (ast.For, ast.While, ast.ListComp, ast.GeneratorExp)
# The values of the steps that each line takes several times; single whole numbers are everywhere.
_STEPS = f"""
    select operations.name as name, user_file as file, user_line as line, count(*) as times,
        count(distinct hash_low) as different
    from operations join operand_contents on operation = id
    where depth = 0 and user_visible and role = 'output' and hash_low is not null and deviation is not null
        and (deviation > 0 or mean <> round(mean, 3))
    group by all having count(*) >= {_SEVERAL} order by min(id)
"""
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
    return _by_text(first, second)


def _by_text(first: Trace, second: Trace) -> SourceChange | None:
    """Return the only line that seeds a shared generator where a step of the second program is equal each time.

    None unless that step of the first gives another value each time.
    """
    programs = program_of(first), program_of(second)
    before, after = (_seeding(one.tree) for one in programs)
    if not before or not any(after.values()):
        return None
    theirs = {row["name"] for row in first.ask(_STEPS).to_pylist() if row["different"] == row["times"]}
    equal = [
        programs[1].line_of(row["file"], row["line"])
        for row in second.ask(_STEPS).to_pylist()
        if row["different"] == 1 and row["name"] in theirs
    ]
    lines = {
        line
        for line, around in after.items()
        if around is not None and any(around.lineno <= one <= (around.end_lineno or one) for one in equal)
    }
    if len(lines) != 1:
        return None
    was, now = programs[0].place(min(before)), programs[1].place(lines.pop())
    return SourceChange(
        None, None, *now, (first.sources.line(*was).strip(), second.sources.line(*now).strip())
    )


def _seeding(tree: ast.Module) -> dict[int, ast.stmt | ast.expr | None]:
    """Return the lines that seed a generator with a number, and the function or loop around each, if there is one."""
    found: dict[int, ast.stmt | ast.expr | None] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and last_name(node.func) in _SEEDING and node.args:
            around = [
                one
                for one in ast.walk(tree)
                if isinstance(one, (*FUNCTIONS, *_LOOPS))
                and one.lineno <= node.lineno <= (one.end_lineno or 0)
            ]
            found[node.lineno] = max(around, key=lambda one: one.lineno, default=None)
    return found


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
