"""Every change worth trying for a failure, the likeliest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.edits import applied
from numscope.compiled.numba.explaining.explanation import Diagnosis
from numscope.compiled.numba.explaining.source import Source
from numscope.compiled.numba.explaining.trying import (
    call_changes,
    constant_changes,
    construct_changes,
    container_changes,
    python_blocks,
    signature_changes,
    statement_changes,
    stencil_changes,
)
from numscope.compiled.numba.explaining.trying.change import Change
from numscope.compiled.numba.explaining.trying.python_types import Seen


def candidates(case: Case, diagnosis: Diagnosis, seen: Seen) -> list[Change]:
    """Return the changes to try: the rule's own, then by what the message is about.

    Those that leave a part to Python come before the general conversions: they work more often.

    seen: what a run as Python showed.
    """
    line = case.line
    own = (
        [Change(diagnosis.advice, diagnosis.edits, diagnosis.file or case.source.path, by_rule=True)]
        if diagnosis.edits
        else []
    )
    found: list[Iterable[Change]] = [
        own,
        stencil_changes.tables(case),
        signature_changes.compiled_callees(case, line),
        signature_changes.undeclared_callees(case, line),
        signature_changes.frozen_globals(case, line),
        statement_changes.other_blocks(case, line),
        constant_changes.literal_arguments(case, line),
        construct_changes.other_constructs(case, line),
        signature_changes.named_keywords(case, line),
        signature_changes.other_declarations(case, line, seen.types),
        statement_changes.unrolled(case, line),
        container_changes.other_item_types(case, line),
        container_changes.typed_empties(case, line),
        container_changes.tuples_for_lists(case, line),
        statement_changes.respelled(case, line),
        constant_changes.constants_above(case, line),
        call_changes.converted_objects(case),
        python_blocks.declared_types(case, line, seen),
        python_blocks.parts_in_python(case, line, seen),
        call_changes.converted_numbers(case),
        statement_changes.converted_names(case, line),
    ]
    if diagnosis.kind in ("return-types", "variable-types", "branch-types", "no-operator", "none-attribute"):
        found.insert(3, statement_changes.other_constants(case, line))
    if diagnosis.kind in _OF_ARGUMENTS:
        found.insert(1, call_changes.converted_objects(case))
    return list(_once(change for changes in found for change in changes))


# The rule that named the cause blames what was passed.
_OF_ARGUMENTS = (
    "text-to-number", "dtype-as-string", "object-argument", "dict-argument", "function-argument",
    "list-of-sets-argument", "nested-list-argument", "mixed-list-argument",
)  # fmt: skip


def _once(changes: Iterable[Change]) -> Iterator[Change]:
    """Yield changes that do change their file, and each text once. Whether it is Python shows when it is tried."""
    met: set[tuple[str, ...]] = set()
    for change in changes:
        before = Source.of(change.file).lines
        after = tuple(applied(before, change.edits))
        if after in met or list(after) == before:
            continue
        met.add(after)
        yield change
