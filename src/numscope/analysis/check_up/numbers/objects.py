"""Numbers that became Python objects: every operation on them calls Python, and NaN and None pass unseen."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numscope.analysis.check_up.evidence import MOST_CALLS, Call, Evidence, finding_of, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import FLOAT
from numscope.operations.lore.formulas import short_name
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation

KIND = "object"
_ARITHMETIC = (
    *("add", "subtract", "multiply", "divide", "power", "sum", "mean", "std", "var", "dot", "matmul", "prod"),
    *("cumsum", "max", "min", "median", "sqrt", "exp", "log", "reduce"),
)
_REDUCING = ("sum", "mean", "std", "var", "dot", "max", "min", "median", "prod", "reduce")
# Of a table these take the columns of numbers alone, if they are asked to.
_OF_NUMBERS = (
    "select_dtypes",
    "sum",
    "mean",
    "std",
    "var",
    "max",
    "min",
    "median",
    "quantile",
    "corr",
    "cov",
    "prod",
)
_NUMERIC = re.compile(r"^(bool|u?int|float)\d*$")
_CHOICE = "where"
_NUMBERS_AND_NONE = re.compile(r"^[\s\[\](),.+\-0-9einaTruFlsNo]*$")


def objects(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that made objects of numbers which the program then calculates with."""
    calculating = sorted([*_on_objects(evidence), *_left_out(evidence)], key=lambda one: one.id)
    if not calculating:
        return
    makers = _makers(evidence)
    for call, operations in makers:
        later = (one for one in calculating if one.id > operations[0].id)
        used = next((one for one in later if not _lost(one) or _became(evidence, operations[0], one)), None)
        if used is not None:
            yield _finding(call, operations, used)
    turned = list(_turned(evidence, calculating))
    yield from turned
    if not makers and not turned:
        yield from _reductions(evidence, calculating)


def _on_objects(evidence: Evidence) -> list[Operation]:
    """Return the first operations that calculate with arrays of objects."""
    rows = evidence.rows(
        """
        select distinct o.id from recorded_operations o join operand_layouts on operation = o.id
        where o.call in {calls} and slot in {slots} order by o.id limit 50
        """,
        evidence.named(*_ARITHMETIC),
        slots="role = 'input' and kind = 'array' and dtype = 'object'",
    )
    return evidence.fetch([row["id"] for row in rows])


def _left_out(evidence: Evidence) -> list[Operation]:
    """Return the operations that take the numeric columns of a table and leave out one of objects."""
    rows = evidence.rows(
        """
        select distinct o.id from recorded_operations o join operand_layouts given on given.operation = o.id
        where o.call in {calls} and given.slot in {slots}
            and not exists (
                select 1 from operand_layouts made
                where made.operation = o.id and made.role = 'output' and made.name = given.name)
            and (o.call in (select id from calls where ends_with(name, '.select_dtypes')) or exists (
                select 1 from operand_layouts said where said.operation = o.id and said.name = 'numeric_only'))
        order by o.id limit 50
        """,
        evidence.named(*_OF_NUMBERS),
        slots="role = 'input' and kind = 'array' and dtype = 'object' and name is not null",
    )
    return evidence.fetch([row["id"] for row in rows])


def _makers(evidence: Evidence) -> list[tuple[Call, list[Operation]]]:
    """Return the lines whose operations gave objects though they were given numbers and nobody asked for objects."""
    copying = [call for call in evidence.calls.values() if call.traits & Trait.COPIES or call.name == _CHOICE]
    rows = evidence.rows(
        """
        select distinct o.id, o.call from recorded_operations o join operand_layouts on operation = o.id
        where o.call in {calls} and slot in {slots}
            and o.id not in (
                select operation from operand_layouts
                where dtype = 'object' and role = 'input' or name = 'dtype' or text like '%object%')
        order by o.id limit 200
        """,
        copying,
        slots="role = 'output' and kind = 'array' and dtype = 'object' and data_bytes >= 16",
    )
    found: dict[int, list[int]] = {}
    for row in rows:
        found.setdefault(row["call"], []).append(row["id"])
    lines = [(evidence.calls[number], evidence.fetch(ids[:MOST_CALLS])) for number, ids in found.items()]
    return [
        (call, [one for one in many if _of_numbers(one)])
        for call, many in lines
        if any(map(_of_numbers, many))
    ]


def _turned(evidence: Evidence, calculating: list[Operation]) -> Iterator[Finding]:
    """Yield lines that turn floating-point numbers into objects, with which the program calculates beside numbers.

    Objects hold no more than float64 does, unless other objects, such as fractions, are to meet them. Whole numbers
    beyond 64 bits are a reason.
    """
    for call, ids in evidence.operations(evidence.named("astype"), "role = 'input' and dtype like 'float%'"):
        for operation in evidence.fetch(ids[:MOST_CALLS]):
            # Objects are not read, so memory alone tells which they are.
            made = {one.address for one in operation.outputs if one.dtype == "object" and one.address}
            later = (one for one in calculating if one.id > operation.id and made & _objects_of(one))
            used = next(later, None)
            if used is not None and _objects_of(used) <= made:
                yield _finding(call, [operation], used)
                break


def _objects_of(operation: Operation) -> set[int]:
    """Return where the arrays of objects lie that an operation reads."""
    return {one.address or 0 for one in operation.inputs if one.dtype == "object"}


def _of_numbers(operation: Operation) -> bool:
    """Return whether all that was given is numbers, None and what holds them."""
    given = [one for one in operation.operands if one.role in ("input", "argument")]
    if short_name(operation.name) == _CHOICE:
        return _is_a_gap(given)
    texts = [str(one.literal) for one in given if one.kind in ("literal", "string")]
    if any(one.kind == "object" for one in given) or any(not _NUMBERS_AND_NONE.match(text) for text in texts):
        return False
    return any("None" in text or re.search(r"\d{19}", text) for text in texts) or any(
        one.is_array() and one.item for one in given
    )


def _is_a_gap(given: list[Operand]) -> bool:
    """Return whether a choice is between numbers and None."""
    held = {one.position for one in given if one.is_array()}  # by a series, which stands beside its array
    others = [
        one for one in given if one.kind != "none" and (one.kind != "object" or one.position not in held)
    ]
    types = [one.dtype or one.kind for one in others]
    return any(one.kind == "none" for one in given) and all(_NUMERIC.match(type_) for type_ in types)


def _finding(call: Call, operations: list[Operation], used: Operation) -> Finding:
    first = operations[0]
    shape = list(first.outputs[0].shape or ())
    site = used.user_site or used.site
    because = "they do not fit"
    if call.name.endswith("astype"):
        because = "as it was asked"
    elif any("None" in str(one.literal) or one.kind == "none" for one in first.operands):
        because = "a None among them"
    lost = [f"`{name}`" for name in _lost(used)]
    does = (
        f"takes the columns of numbers alone, without {', '.join(lost)}" if lost else "calculates with them"
    )
    problem = (
        f"{call.name} made Python objects, object{shape}, of numbers ({because}), and line "
        f"{site.line if site else '?'} {does}"
    )
    return finding_of(KIND, call, first.id, len(operations), problem, FLOAT)


def _lost(used: Operation) -> list[str]:
    """Return the columns of objects that an operation on a table leaves out."""
    if last_name(used) not in _OF_NUMBERS:
        return []
    kept = {one.name for one in used.outputs}
    given = [one.name for one in used.inputs if one.kind == "array" and one.dtype == "object"]
    return [name for name in given if name and name not in kept]


def _became(evidence: Evidence, maker: Operation, used: Operation) -> bool:
    """Return whether an operation put the objects of `maker` into a table as a column that `used` leaves out."""
    made = [one.address for one in maker.outputs if one.address]
    rows = evidence.trace.ask(
        """
        select 1 from operand_layouts given join operand_layouts kept on given.operation = kept.operation
        where given.operation > ? and given.operation <= ? and given.role in ('input', 'argument')
            and given.address in (select unnest(?::ubigint[])) and kept.dtype = 'object'
            and kept.name in (select unnest(?::varchar[])) limit 1
        """,
        [maker.id, used.id, made, _lost(used)],
    )
    return bool(rows.num_rows)


def _reductions(evidence: Evidence, calculating: list[Operation]) -> Iterator[Finding]:
    """Yield lines that reduced objects to a floating-point number: those objects are plain numbers."""
    for operation in calculating:
        call = evidence.call_of(operation)
        name = call.name.rpartition(".")[2] if call else ""
        if call is not None and name in _REDUCING and any(one.kind == "float" for one in operation.outputs):
            shape = list(operation.inputs[0].shape or ())
            problem = f"{name} adds up Python objects, object{shape}, though they are floating-point numbers"
            yield finding_of(KIND, call, operation.id, 1, problem, FLOAT)
            return
