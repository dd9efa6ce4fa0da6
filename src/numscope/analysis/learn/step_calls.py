"""What each step of a training calls, how often and with what, and which random numbers it draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from numscope.analysis.concepts.training_ledger import Ledger, Step, grouped
from numscope.analysis.learn.observation import Observation, observed
from numscope.operations.traits import Trait, has_sql

# What is no layer's: data, and what a step does behind the first call of a model: loss, clipping, metrics.
_BEFORE, _BEHIND = "the program's own code before the model", "the program's own code"
NEVER = "never"
_LONGEST = 40
_LEAST_ELEMENTS = 4
# Forward operations behind the first call of a model; views compute nothing, and fill_ and zero_ prepare memory.
_CALLED = f"""
    with models as (
        select process, coalesce(step, 0) as step, min(id) as first from module_calls
        where not met and module = '' group by all
    )
    select o.id, o.name, o.process, m.model, m.module, m.step, user_file as file, user_line as line,
        coalesce(o.id < models.first, true) as before
    from modules m join outermost_operations o on m.operation = o.id
        left join models on models.process = o.process and models.step = m.step
    where coalesce(m.phase, 'forward') = 'forward' and not coalesce(raised, false)
        and not {has_sql("o.traits", Trait.VIEW | Trait.UNINITIALISED | Trait.OVERWRITES | Trait.GRAPH_NODE)}
        and o.id > (select min(id) from module_calls) order by o.id
"""
# What an optimiser's step calls behind its first, in which it makes its state.
_STEPPED = f"""
    select o.id, o.name, o.process, m.step, user_file as file, user_line as line
    from modules m join called_operations o on m.operation = o.id
    where m.phase = 'optimizer' and not {has_sql("o.traits", Trait.FRAME | Trait.VIEW)} and o.name like '%::%'
    order by o.id
"""
_TAKEN = """
    select operation, role, name, item, kind, shape, integer, real, text from operand_layouts
    where operation in (select unnest(?::bigint[]))
        and (role = 'input' and kind = 'array' or role = 'argument' and kind in ('int', 'float', 'bool', 'literal'))
    order by operation, role, position, item
"""
_DRAWN = f"""
    select false as before, o.id, o.name, o.process, m.model, m.module, coalesce(m.step, 0) as step, user_file as file,
        user_line as line, p.hash
    from operands p join called_operations o on p.operation = o.id left join modules m on m.operation = o.id
    where {has_sql("o.traits", Trait.DRAWS)} and p.role in ('output', 'out', 'mutated') and p.kind = 'array'
        and p.hash is not null and minimum < maximum and list_product(p.shape) >= {_LEAST_ELEMENTS}
    order by o.id, p.place
"""


# Of what gives an array like one that it takes, whether it is the same.
_CHANGED = """
    select out.operation, bool_or(taken.hash = out.hash) as same
    from operands out join operands taken on taken.operation = out.operation and taken.role = 'input'
    where out.operation in (select unnest(?::bigint[])) and out.role in ('output', 'out', 'mutated')
        and out.hash is not null and taken.hash is not null and taken.kind = 'array'
        and out.dtype = taken.dtype and out.shape = taken.shape
    group by all
"""
CHANGED = "other numbers than it takes"


def step_calls(ledger: Ledger) -> Iterator[Observation]:
    """Yield how often each step called each operation of each layer, which there were, and what they were given."""
    rows = _called(ledger)
    yield from _counted(rows, {(step.process, step.number): step for step in ledger.steps})
    yield from _given(ledger, rows)


def _called(ledger: Ledger) -> list[dict[str, Any]]:
    steps = {(step.process, step.number) for step in ledger.steps}
    return [row for row in ledger.trace.ask(_CALLED).to_pylist() if (row["process"], row["step"]) in steps]


def changes(ledger: Ledger) -> Iterator[Observation]:
    """Yield of what a step does before its model whether it changes what it takes, as an augmentation should."""
    rows = {int(row["id"]): row for row in _called(ledger) if not row["model"] and row["before"]}
    for found in ledger.trace.ask(_CHANGED, [list(rows)]).to_pylist():
        row = rows[found["operation"]]
        yield observed("changes", _subject(row), "what it takes" if found["same"] else CHANGED, row)


def _counted(rows: list[dict[str, Any]], steps: Mapping[tuple[int, int], Step]) -> Iterator[Observation]:
    counts = Counter((row["process"], row["step"], _subject(row)) for row in rows)
    first = {(_subject(row)): row for row in reversed(rows)}
    seen: set[tuple[int, int, str]] = set()
    for row in rows:
        key = row["process"], row["step"], _subject(row)
        if key not in seen:
            seen.add(key)
            yield observed("only", _layer(row), row["name"], row)
            yield observed("called", key[2], _times(counts[key]), row)
    for (process, number), step in steps.items():
        for subject, row in first.items():
            if (process, number, subject) not in seen and row["process"] == process:
                place = {**row, "id": step.operation, "step": number, "file": step.file, "line": step.line}
                yield observed("called", subject, _times(0), place)


def _given(ledger: Ledger, rows: list[dict[str, Any]]) -> Iterator[Observation]:
    """Yield of each call how many axes its arrays have and which are single, and its plain arguments."""
    taken = grouped(
        ledger.trace.ask(_TAKEN, [[row["id"] for row in rows]]).to_pylist(), lambda one: int(one["operation"])
    )
    counts: Counter[tuple[int, int, str]] = Counter()
    for row in rows:
        operands = taken.get(row["id"], [])
        key = row["process"], row["step"], _subject(row)
        counts[key] += 1
        # A step's second product has arguments of its own.
        subject = _subject(row, f" no. {counts[key]}" if counts[key] > 1 else "")
        arrays = [_axes(one["shape"]) for one in operands if one["role"] == "input"]
        if len(arrays) > 1:
            yield observed("axes", subject, " and ".join(arrays), row)
        plain = [
            f"{one['name']}={_plain(one)}" for one in operands if one["role"] == "argument" and one["name"]
        ]
        if plain:
            yield observed("arguments", subject, ", ".join(plain), row)


def optimizers(ledger: Ledger) -> Iterator[Observation]:
    """Yield which operations there are in an optimiser's steps behind its first."""
    names = {(step.process, step.number): step.name for step in ledger.steps}
    begun: set[tuple[int, str]] = set()
    rows = ledger.trace.ask(_STEPPED).to_pylist()
    for (process, number), members in grouped(
        rows, lambda row: (int(row["process"]), int(row["step"]))
    ).items():
        name = names.get((process, number))
        if name is None or (process, name) not in begun:
            begun.add((process, name or ""))
            continue
        for same in grouped(members, lambda row: str(row["name"])).values():
            yield observed("only", f"a step of {name} behind its first", same[0]["name"], same[0])


def draws(ledger: Ledger) -> Iterator[Observation]:
    """Yield of each draw whether the same numbers had been drawn before, by this process or another."""
    drawn: dict[str, tuple[int, int]] = {}
    for row in ledger.trace.ask(_DRAWN).to_pylist():
        process, operation = drawn.setdefault(row["hash"], (row["process"], row["id"]))
        if operation == row["id"]:
            value = "numbers that were not drawn before"
        else:
            value = f"numbers that {'it' if process == row['process'] else 'another process'} drew before"
        yield observed("draw", _subject(row), value, row)


def layer_of(subject: str) -> str:
    """Return the layer of a subject of `called`."""
    return subject.partition(" in ")[2]


def _axes(shape: list[int] | None) -> str:
    return f"[{', '.join('1' if length == 1 else 'n' for length in shape or ())}]"


def _plain(operand: dict[str, Any]) -> str:
    if operand["kind"] == "literal":
        return str(operand["text"])[:_LONGEST]
    number = operand["integer"] if operand["integer"] is not None else operand["real"]
    return str(bool(number)) if operand["kind"] == "bool" else f"{number:g}"


def _subject(row: dict[str, Any], number: str = "") -> str:
    return f"{row['name']}{number} in {_layer(row)}"


def _layer(row: dict[str, Any]) -> str:
    if not row["model"]:
        return _BEFORE if row["before"] else _BEHIND
    return f"{row['model']}.{row['module']}" if row["module"] else str(row["model"])


def _times(count: int) -> str:
    return "once" if count == 1 else NEVER if count == 0 else f"{count} times"
