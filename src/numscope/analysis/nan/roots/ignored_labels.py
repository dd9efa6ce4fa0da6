"""Losses of labels all of which are ignored: the line at which the last real label was lost is to blame."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.constants import Constants
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.value_sources import value_sources
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root, at_line_of
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.losses import IGNORED, LABELLED_LOSSES
from numscope.operations.lore.zeroing import PUTS_BY_MASK
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Site, Trace

_ADVICE = "Cut what stands before the answer, not the answer; or leave out what has no label that counts."
_DEEPEST = 6
# The number that a loss ignores: what runs inside it is given that.
_IGNORED = """
    select integer as number from operand_contents join operations on operation = operations.id
    where operation >= ? and operand_contents.name = ? and operations.process = ? and integer is not null
    order by operation limit 1
"""
# Whether any run of a call was given other labels.
_LABELS = """
    select bool_or(minimum <> ? or maximum <> ?) as others from operand_contents
    where role = 'input' and position = 1 and operation in (
        select id from operations where process = ? and name = ?
            and user_site = (select user_site from operations where id = ?))
"""


def ignored_labels(trace: Trace, operation: Operation) -> Root | None:
    """Return the line at which the last label was lost that the loss `operation` does not ignore.

    None if the labels were such from the beginning, or if it happens at the line of the loss.
    """
    site = operation.user_site or operation.site
    if function_name(operation.name) not in LABELLED_LOSSES or len(operation.inputs) < 2 or site is None:
        return None
    labels = operation.inputs[1]
    known = labels.statistics
    ignored = trace.ask(_IGNORED, [operation.id, IGNORED, operation.process])["number"].to_pylist()
    if not ignored or known is None or not known.minimum == known.maximum == ignored[0]:
        return None
    return _lost_in_tensor(trace, operation, ignored[0]) or _cut_in_text(trace, operation, site, ignored[0])


def _lost_in_tensor(trace: Trace, operation: Operation, ignored: int) -> Root | None:
    """Return the line that was given other labels than the ignored one, and left none of them."""
    reader, left, called = operation, operation.inputs[1], operation.user_site
    for _ in range(_DEEPEST):
        maker = maker_of(trace, left, reader)
        given = (
            [] if maker is None else [one for one in maker.inputs if one.dtype == left.dtype and one.shape]
        )
        if maker is None or not given:
            return None
        made, known = maker.user_site, given[0].statistics
        if known is not None and not known.minimum == known.maximum == ignored:
            cuts = maker.traits & (Trait.VIEW | Trait.READS_PART) and _shortens_rows(given[0], left)
            masks = function_name(maker.name) in PUTS_BY_MASK
            if (
                made is None
                or made.in_library
                or called is None
                or made.place == called.place
                or not (cuts or masks)
            ):
                return None
            what = "cuts off all labels that count" if cuts else "sets all labels that count"
            return _root(operation, made, f"{what}: what is left is {ignored}")
        reader, left = maker, given[0]
    return None


def _shortens_rows(before: Operand, after: Operand) -> bool:
    """Return whether what is left of several rows is a part of each; a batch is some rows as a whole."""
    rows, left = before.shape or (), after.shape or ()
    return len(rows) == len(left) > 1 and left[-1] < rows[-1]


def _cut_in_text(trace: Trace, operation: Operation, site: Site, ignored: int) -> Root | None:
    """Return the one line that cuts a list at the length that the labels have.

    One label less than the cut leaves is the shift by which a text is predicted from what stands before.
    """
    [row] = trace.ask(
        _LABELS, [ignored, ignored, operation.process, operation.name, operation.id]
    ).to_pylist()
    length = (operation.inputs[1].shape or (0,))[-1]
    if not row["others"]:
        return None
    program = program_of(trace, site)
    flow, constants = value_sources(program.tree), Constants(program.tree)
    found = {
        node.lineno: node
        for labels in _given_labels(statement_at(flow.tree, program.line(site)))
        for node in flow.behind(labels)
        if (limit := _limit(constants, node)) is not None and limit - length in (0, 1)
    }
    found.pop(program.line(site), None)
    if len(found) != 1:
        return None
    ((line, cut),) = found.items()
    said = f"cuts off the labels that count: `{ast.unparse(cut)}` leaves {ignored} in all {length:,} places"
    return _root(operation, program.site(line, site), said)


def _root(operation: Operation, made: Site, said: str) -> Root:
    return Root(made, Cause(f"{said}, which the loss ignores{at_line_of(operation, made)}", _ADVICE))


def _given_labels(statement: ast.stmt | None) -> Iterator[ast.expr]:
    """Yield what may be the labels in the calls of a statement."""
    for node in ast.walk(statement) if statement is not None else ():
        if isinstance(node, ast.Call):
            yield from node.args[1:2]
            yield from (one.value for one in node.keywords if one.arg in ("target", "labels"))


def _limit(constants: Constants, node: ast.expr) -> float | None:
    """Return after how many elements an expression cuts: 12 of `labels[:12]`."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Slice):
        return None
    upper = (
        None
        if node.slice.lower is not None or node.slice.upper is None
        else constants.behind(node.slice.upper)
    )
    return None if upper is None else upper.value
