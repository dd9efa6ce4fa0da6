"""Keys that find no partner: the line that spelled, numbered or computed them otherwise is to blame."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import numpy as np

from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.missing import nans_of
from numscope.analysis.concepts.syntax import parsed
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.own_operations import own_before
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root
from numscope.analysis.nan.user_lines import statement_at
from numscope.errors import NumscopeError
from numscope.operations.lore.labels import (
    ALIGNS_ROWS,
    ASKS_FOR_LABELS,
    CONSTRUCTORS,
    INDEX,
    LOOKUPS,
    RENEWS,
    RESHAPES,
    TEXTS,
    TO_TEXT,
    VALUES,
)
from numscope.operations.lore.user_line import calls
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Site, Trace

_MOST = 200


def unlike_keys(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that made the labels by which `operation` looked up in vain: of floats, anew, by arithmetic."""
    if operation.floating_point:
        return None  # arithmetic made NaN, whatever the labels are
    return (
        _text_of_floats(trace, operation)
        or _new_index(trace, operation)
        or _computed_labels(trace, operation)
    )


def _text_of_floats(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that made "12.0" of 12.0, where a later line looks the same column up."""
    site = operation.user_site
    if site is None or operation.name.rpartition(".")[2] not in LOOKUPS:
        return None
    wanted = _texts(statement_at(trace, site))
    for maker in own_before(trace, operation, TO_TEXT, _MOST):
        made = maker.user_site
        if made is None or not _makes_text(maker) or not wanted & _texts(statement_at(trace, made)):
            continue
        example = next(_whole_numbers(maker), None)
        if example is not None and made.place != site.place:
            said = f"makes text of floats: {example:g} becomes '{example}', which {line_of(site, made)} does not find"
            return Root(made, Cause(said, "Make whole numbers of them first: `.astype(int).astype(str)`."))
    return None


def _new_index(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that numbered rows anew, if `operation` aligns them by label with others."""
    site = operation.user_site
    if site is None or not _has_index(operation) or operation.name.rpartition(".")[2] in RESHAPES:
        return None
    if not re.match(ALIGNS_ROWS, operation.name) or _is_given_labels(trace, operation, site):
        return None
    arrays = [one for one in operation.inputs if one.is_array()]
    columns = [column for one in arrays for column in _beside(trace, one, operation)]
    given = {one.hash for one in (*arrays, *columns) if one.hash is not None}
    for maker in own_before(trace, operation, CONSTRUCTORS | RENEWS, _MOST):
        made = maker.user_site
        same = made is None or made.place == site.place
        if same or made is None or (_has_index(maker) and maker.name not in RENEWS):
            continue
        rows = [one.shape[0] for one in maker.outputs if one.hash in given and one.shape]
        if rows and _is_new(maker) and not _are_within(operation, rows[0]):
            return _of_new_index(operation, maker, rows[0])
    return None


def _is_given_labels(trace: Trace, operation: Operation, site: Site) -> bool:
    """Return whether the statement hands a constructor the labels, which then looks up what it was to name."""
    if operation.name not in CONSTRUCTORS:
        return False
    made = [one for one in calls(statement_at(trace, site)) if operation.name.endswith(f".{one.name}")]
    return any(INDEX in one.named or one.given > 1 for one in made)


def _are_within(operation: Operation, rows: int) -> bool:
    """Return whether all labels of the other side are numbers of so many rows: a later choice lacks some, then."""
    told = [one.statistics for one in operation.operands if one.role == "argument" and one.name == INDEX]
    return any(one is not None and one.minimum >= 0 and one.maximum < rows for one in told)


def _beside(trace: Trace, column: Operand, operation: Operation) -> list[Operand]:
    """Return the columns of the table of which `operation` was given one: what was put in later has its labels, too."""
    maker = maker_of(trace, column, operation)
    reads = maker is not None and maker.traits & Trait.STANDS and maker.traits & Trait.READS_PART
    if maker is None or not reads or _has_index(maker):
        return []
    return [one for one in maker.inputs if one.is_array()]


def _computed_labels(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that computed the labels which `operation` asks for, some of which are not there."""
    site, function = operation.user_site, operation.name.rpartition(".")[2]
    lost = sum(map(nans_of, operation.outputs))
    if site is None or function not in ASKS_FOR_LABELS or not lost:
        return None
    for labels in filter(_may_be_labels, operation.operands):
        maker = maker_of(trace, labels, operation)
        made = None if maker is None else maker.user_site
        if maker is None or made is None or made.in_library or made.place == site.place:
            continue
        before = (maker_of(trace, one, maker) for one in maker.inputs if one.is_array())
        steps = (maker, *(one for one in before if one is not None and one.user_site == made))
        if any(one.traits & Trait.ELEMENTWISE for one in steps):
            said = f"computes labels that are not all there: `{function}` in {line_of(site, made)} leaves {lost:,} NaN"
            return Root(
                made,
                Cause(said, "Compare these labels with those of the data: print what only one side has."),
            )
    return None


def _may_be_labels(operand: Operand) -> bool:
    """Return whether an operand may be labels that are asked for: no data, and no index of a table."""
    is_given = operand.role in ("argument", "input") and operand.is_array() and bool(operand.shape)
    return is_given and operand.name not in (VALUES, INDEX)


def _of_new_index(operation: Operation, maker: Operation, rows: int) -> Root | None:
    """Return the line to blame: of a column put into the table with the new labels, the one that puts it there."""
    site, made = operation.user_site, maker.user_site
    if site is None or made is None:
        return None
    advice = "Hand the labels on: `index=other.index`, or compute with `.to_numpy()`."
    receiver = next((one.hash for one in operation.inputs if one.is_array()), None)
    if operation.name.endswith(".__setitem__") and receiver in {one.hash for one in maker.outputs}:
        return Root(
            site,
            Cause(f"aligns by label with {rows:,} rows that {line_of(made, site)} numbers from 0", advice),
        )
    said = f"numbers its {rows:,} rows anew from 0; {line_of(site, made)} aligns them with others by label"
    return Root(made, Cause(said, advice))


def _makes_text(maker: Operation) -> bool:
    asked = any(
        str(one.literal) in TEXTS for one in maker.operands if one.role == "argument" and not one.is_array()
    )
    return asked and not any(one.is_array() for one in maker.outputs)


def _whole_numbers(maker: Operation) -> Iterator[float]:
    """Yield an element of each floating-point input that holds whole numbers only."""
    for one in maker.inputs:
        if not one.is_array() or not (one.dtype or "").startswith("float"):
            continue
        try:
            array = np.asarray(one.value(), np.float64)
        except (NumscopeError, TypeError):
            continue
        numbers = array[np.isfinite(array)]
        if numbers.size and (numbers == np.rint(numbers)).all():
            yield float(numbers[0])


def _has_index(operation: Operation) -> bool:
    """Return whether an operation was given labels; a new index from 0 on has no array of them."""
    return any(one.name == INDEX for one in operation.operands if one.role == "argument")


def _is_new(maker: Operation) -> bool:
    plain = [one for one in maker.inputs if one.is_array()]
    return maker.name in RENEWS or bool(plain)


def _texts(statement: str) -> set[str]:
    """Return the texts that a statement writes, such as the names of columns."""
    return {
        node.value
        for node in ast.walk(parsed(statement))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value not in TEXTS
    }
