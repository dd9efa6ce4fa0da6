"""Settings of objects that a line is given: `cross_val_predict(model, ...)` parts, and `PolynomialFeatures(1)` is why.

A library's object holds what its constructor was called with: a call of it shows the object, not its settings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from numscope.analysis.diff.causes.left_out import floats, is_proper_part
from numscope.analysis.diff.program_change import SourceChange
from numscope.analysis.diff.rows import OWN_OPERATIONS, own_parameters
from numscope.operations.lore.labels import HOLDS_DATA
from numscope.operations.traits import Trait, has_sql
from numscope.trace import Operand, Operation, Trace

_MOST = 200
# Before a parameter's name the name of the step that has it: `ridge__alpha`. Steps may be renamed.
_OF_STEP = re.compile(r"\b(?:[A-Za-z0-9]+_)*?[A-Za-z0-9]+__(?=[A-Za-z])")
_NAMED = "select 1 from operations where name = ? limit 1"
_CALLED = "__call__"  # what such a method is given are points, also if they are plain numbers
# Constructors are calls of classes: the last part of their names is capitalised, but for what makes an object of
# something else, as `Rotation.from_euler`.
_MAKERS = f"""select id from operations where {OWN_OPERATIONS} and {has_sql("traits", Trait.STANDS)}
    and regexp_matches(name, '[.][A-Z][A-Za-z0-9]*([.]from_[a-z_]+)?$') and id < ? order by id limit {_MOST}"""
# A single row is taken in a loop over all of them.
_OF_FEWER_ROWS = f"""
    select min(id) id from operations join operand_contents on operation = id
    where role = 'input' and depth = 0 and len(shape) = ? and shape[1] between 2 and ? - 1 and shape[2:] = ?::bigint[]
        and dtype = ? and hash_low is not null
    group by hash_high, hash_low order by id limit {_MOST}
"""


def setting_behind(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the one line of the second program that makes an object with other settings than the first's.

    parted: where values part. None unless it was given an object and is no constructor itself, and if settings of
    several lines differ. A method of an object of a class that the first program makes none of: what it was given is
    known, so the object is to blame, or the choice of what it was given.
    """
    if not any(one.kind == "object" for one in parted.operands):
        return None
    before = _by_name(_makers(first, 1 << 62))
    after = _by_name(_makers(second, parted.id))
    maker = _maker_of_all(parted, after, first)
    made_by_another = bool(first.ask(_NAMED, [parted.name]).num_rows)  # `make_pipeline` gives a Pipeline, too
    if maker is not None and maker.name not in before and not made_by_another and maker.user_site is not None:
        site = maker.user_site
        return SourceChange(None, None, site.file, site.line, ("", site.source.strip()))
    changed = [
        (old, new)
        for name, made in after.items()
        if len(made) == len(before.get(name, ()))
        for old, new in zip(before[name], made, strict=True)
        if _settings(old) != _settings(new) and new.user_site is not None and old.user_site is not None
    ]
    # Of several objects, the one whose method parts.
    own = [both for both in changed if _class_of(both[1]) == parted.name.rpartition(".")[0]]
    changed = own or changed
    if len({new.user_site.place for _, new in changed if new.user_site}) != 1:
        return None
    old, new = changed[0]
    assert old.user_site is not None
    assert new.user_site is not None
    texts = old.user_site.source.strip(), new.user_site.source.strip()
    return SourceChange(None, None, new.user_site.file, new.user_site.line, texts)


def _maker_of_all(parted: Operation, made: dict[str, list[Operation]], first: Trace) -> Operation | None:
    """Return the last constructor of the object of a method that is given data alone.

    None if the first program computes with a part of these: then the choice of them is to blame.
    """
    kind, _, method = parted.name.rpartition(".")
    makers = [one for calls in made.values() for one in calls if kind in _classes_of(one)]
    if not makers or (_settings(parted) and method != _CALLED):
        return None
    if any(_takes_rows(one, array, first) for one, array in floats(parted.operands, ("input",))):
        return None
    return max(makers, key=lambda one: one.id)


def _class_of(maker: Operation) -> str:
    """Return the class of which a constructor makes an object."""
    return maker.name.partition(".from_")[0]


def _classes_of(maker: Operation) -> set[str]:
    """Return the class that a constructor is called by and that of the object it gives: it may choose another."""
    module = _class_of(maker).rpartition(".")[0]
    given = {(one.type or "").rpartition(".")[2] for one in maker.outputs if one.kind == "object"}
    return {_class_of(maker), *(f"{module}.{name}" for name in given)}


def _takes_rows(operand: Operand, array: Any, first: Trace) -> bool:
    """Return whether the first program computes with some of an array's rows alone."""
    rows, *others = operand.shape or (0,)
    found = first.ask(_OF_FEWER_ROWS, [len(others) + 1, rows, others, operand.dtype])["id"].to_pylist()
    return any(
        is_proper_part(part, array)
        for operation in first.operations.fetch(found)
        for one, part in floats(operation.operands, ("input",))
        if list(one.shape or ())[1:] == others
    )


def _makers(trace: Trace, before: int) -> list[Operation]:
    found = trace.operations.fetch(trace.ask(_MAKERS, [*own_parameters(trace), before])["id"].to_pylist())
    return [one for one in found if re.search(HOLDS_DATA, _class_of(one)) is None]


def _by_name(operations: Iterable[Operation]) -> dict[str, list[Operation]]:
    found: dict[str, list[Operation]] = {}
    for operation in operations:
        found.setdefault(operation.name, []).append(operation)
    return found


def _settings(operation: Operation) -> list[str]:
    """Return the plain values that a constructor was given, whether by place or by name."""
    plain = [one for one in operation.operands if one.role == "argument" and not one.is_array()]
    told = (repr(one.literal) for one in plain if one.kind not in ("object", "function"))
    return sorted(_OF_STEP.sub("", one) for one in told)
