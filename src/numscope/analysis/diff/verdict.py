"""The answer to a comparison in short: do the results agree, what was changed, and where did the values part."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from numscope.analysis.concepts.array_difference import ArrayDifference, Tolerance, compare_arrays
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.diff.another_way import comparable
from numscope.analysis.diff.causes.argument_behind import argument_behind
from numscope.analysis.diff.causes.calls_behind import call_behind, other_call
from numscope.analysis.diff.causes.changed_early import changed_early
from numscope.analysis.diff.causes.changed_settings import changed_setting
from numscope.analysis.diff.causes.compiled_parts import compiled_maker, compiled_part
from numscope.analysis.diff.causes.composite import part_of_composite
from numscope.analysis.diff.causes.cut_otherwise import cut_otherwise
from numscope.analysis.diff.causes.drawn_otherwise import drawn_otherwise
from numscope.analysis.diff.causes.faults_alone import fault_alone
from numscope.analysis.diff.causes.formulas import formula
from numscope.analysis.diff.causes.given_by_caller import given_by_caller
from numscope.analysis.diff.causes.given_up_nan import gives_up_nan
from numscope.analysis.diff.causes.global_settings import global_setting
from numscope.analysis.diff.causes.handed_numbers import handed_numbers
from numscope.analysis.diff.causes.keyword_behind import keyword_behind
from numscope.analysis.diff.causes.left_out import left_out
from numscope.analysis.diff.causes.lost_classes import lost_classes
from numscope.analysis.diff.causes.lost_steps import lost_at_origin, lost_step
from numscope.analysis.diff.causes.lost_writes import lost_write
from numscope.analysis.diff.causes.missing_step import missing_step
from numscope.analysis.diff.causes.mixed_axes import mixed_axes
from numscope.analysis.diff.causes.mode_behind import lost_mode, mode_behind
from numscope.analysis.diff.causes.moved_otherwise import moved_otherwise, turned
from numscope.analysis.diff.causes.narrowed import narrowed
from numscope.analysis.diff.causes.numbers_behind import number_behind
from numscope.analysis.diff.causes.only_other_step import only_other_step
from numscope.analysis.diff.causes.order_of_steps import later_step
from numscope.analysis.diff.causes.other_gradients import other_gradients
from numscope.analysis.diff.causes.other_operand import other_operand
from numscope.analysis.diff.causes.other_part import other_part
from numscope.analysis.diff.causes.other_pieces import other_pieces
from numscope.analysis.diff.causes.other_turn import other_turn
from numscope.analysis.diff.causes.out_of_step import cut_short, not_run, out_of_order
from numscope.analysis.diff.causes.overwritten import overwritten
from numscope.analysis.diff.causes.part_behind import part_behind
from numscope.analysis.diff.causes.pitfalls import pitfall
from numscope.analysis.diff.causes.seeded_again import seeded_again
from numscope.analysis.diff.causes.settings_behind import setting_behind
from numscope.analysis.diff.causes.shared_defaults import shared_default
from numscope.analysis.diff.causes.shifted import shifted
from numscope.analysis.diff.causes.step_between import step_between
from numscope.analysis.diff.causes.swapped_steps import swapped_step
from numscope.analysis.diff.causes.unfolded import unfolded
from numscope.analysis.diff.causes.unread_settings import unread_setting
from numscope.analysis.diff.causes.unweighted import unweighted
from numscope.analysis.diff.causes.weighted_twice import weighted_twice
from numscope.analysis.diff.divergence import NO_DIVERGENCE, Divergence, Side, divergence
from numscope.analysis.diff.effects import Effect, joined_effect, moved_effect, reordered_effect
from numscope.analysis.diff.inner_calls import innermost, known_contents, lost_inside
from numscope.analysis.diff.printed_results import other_numbers, prints_the_same, reads_clock
from numscope.analysis.diff.program_change import ProgramChange, SourceChange, program_change
from numscope.analysis.diff.statements import Statement
from numscope.analysis.diff.suspects import Suspects, is_repeated
from numscope.errors import NumscopeError
from numscope.trace import Operand, Operation, Site, Trace
from numscope.trace.operation import AFTER

if TYPE_CHECKING:
    from numscope.analysis.check_up.finding import Finding

_MOST_LOOKED_AT = 200
_NAMED = "select 1 from operations where name = ? limit 1"


@dataclass(frozen=True)
class Results:
    """One result of each run. None: that run has none that stands for the other's. difference: if they have values."""

    first: Operation | None
    second: Operation | None
    operands: tuple[Operand | None, Operand | None]
    difference: ArrayDifference | None


@dataclass(frozen=True)
class Verdict:
    """Whether two runs end in the same, and if not, why.

    agree: all results do, to the tolerance. as_often: and each single number comes out as often in both. cause: the
    change of the source to look at first; None if the source is the same, or was rewritten. others: the other changes.
    parted: where a value came out first that the other run does not have; agreed: the last operation before it whose
    values agree. removed: `parted` and `agreed` are of the first run, for all that the second computed is in the first.
    results: the last that differ. rounded: results that agree but for roundings, of `rounding` times their size at
    most. program: how the sources differ. handed: of a rewritten program whose results agree, the last line that got a
    number of Python's: what it computes with it is not recorded. printed: of rewritten programs whose recorded values
    differ at the end, both print the same, and that is what agrees. said: the first number that they print otherwise,
    though all recorded values agree. fault: what a check-up of the second run finds at a new line, and
    not of the first run.
    """

    agree: bool
    as_often: bool
    cause: SourceChange | None
    others: tuple[SourceChange, ...]
    parted: Operation | None
    agreed: Operation | None
    removed: bool
    results: Results | None
    rounded: int
    program: ProgramChange
    rounding: float = 0.0
    handed: Site | None = None
    printed: bool = False
    said: tuple[str, str] | None = None
    fault: Finding | None = None


def verdict(first: Trace, second: Trace, tolerance: Tolerance, alike: bool = False) -> Verdict:
    """Compare the results and the sources of two runs. alike: all their operations are known to be equal."""
    program = program_change(first, second)
    found = NO_DIVERGENCE if alike else divergence(first, second, tolerance, program.rewritten)
    differs = not found.agree or not found.as_often
    printed = program.rewritten and differs and prints_the_same(first, second)
    prints = program.changes and (program.rewritten or not reads_clock(second))
    said = other_numbers(first, second) if prints and found.agree else []
    if said:
        # A number of the second that is no recorded value was computed in plain Python.
        printed_values = divergence(first, second, tolerance, program.rewritten, said)
        found = printed_values if printed_values.sides[1].results else found
    if printed:
        found = replace(NO_DIVERGENCE, rounded=found.rounded, rounding=found.rounding)
    removed = not found.sides[1].origins
    trace, side = (first, found.sides[0]) if removed else (second, found.sides[1])
    parted = _operation(trace, side.origins[0] if side.origins else None)
    if program.rewritten and not removed:
        parted = comparable(found, first, second) or parted
    if parted is not None and not program.rewritten and not removed:
        parted = _where_it_enters(program, parted, side, first, second)
    if parted is not None:
        parted = innermost(parted, *((first, second) if removed else (second, first)))
    cause = _cause(program, parted, (side, removed), (first, second))
    if program.rewritten and side.unseen:
        cause = _effect(moved_effect(first, second), first, second) or cause
    if parted is not None and _change_at(list(program.changes), parted, removed) is None:
        cause = _reordered(first, second) or cause
    if program.rewritten and parted is not None and not removed:
        cause = (
            overwritten(parted, first, second)
            or seeded_again(parted, first, second)
            or drawn_otherwise(parted, first, second)
            or mixed_axes(parted, first, second)
            or narrowed(parted, found, first, second)
            or argument_behind(parted, first, second)
            or keyword_behind(parted, first, second)
            or _effect(mode_behind(parted, first, second), first, second)
            or _effect(lost_mode(found.sides[0].origins, first, second), first, second)
            or _effect(joined_effect(parted, first, second), first, second)
            or changed_early(parted, first, second)
            or swapped_step(parted, first, second)
            or lost_write(found, first, second)
            or unweighted(parted, first, second)
            or lost_step(parted, found, first, second)
            or lost_inside(parted, first, second)
            or weighted_twice(first, second)
            or other_call(cause, parted, second)
            or later_step(found, first, second)
            or missing_step(found, first, second)
            or left_out(parted, found, first, second)
            or lost_classes(first, second)
            or other_pieces(first, second)
            or cut_short(parted, first, second)
            or shifted(() if said else found.sides[1].way, first, second)
            or moved_otherwise(parted, first, second)
            or cut_otherwise(parted, first, second)
            or turned(parted, first, second)
            or other_part(parted, first, second)
            or other_operand(parted, found, first, second)
            or given_by_caller(parted, found, first, second)
            or part_behind(parted, found, first, second)
            or (None if _reads_known(parted, first) else out_of_order(parted, first, second))
            or lost_at_origin(found, first, second)
            or unfolded(parted, first, second, removed)
            or compiled_part(parted, first, second)
            or cause
        )
    if not program.rewritten and parted is not None and not removed:
        cause = (
            seeded_again(parted, first, second)
            or _moved_by_a_change(program, parted, first, second)
            or _other_mode(program, parted, found, (first, second))
            or step_between(program, parted, first, second)
            or other_turn(program, parted, first, second)
            or cause
        )
    if program.rewritten and parted is not None and removed:
        cause = not_run(parted, first, second) or unfolded(parted, first, second, removed) or cause
    if parted is not None and not removed:
        part = part_of_composite(parted, first, second) or setting_behind(parted, first, second)
        cause = part or (cause and call_behind(cause, parted, second))
        cause = shared_default(parted, first, second) or cause
    if parted is not None:
        cause = (
            pitfall(first, second)
            or formula(first, second)
            or gives_up_nan(parted, first, second)
            or other_gradients(first, second)
            or cause
        )
    elif said:
        parted = compiled_maker([number for _, number in said], second)
        inside = compiled_part(parted, first, second) if parted is not None else None
        removed = removed and parted is None
        cause = formula(first, second) or inside or shifted((), first, second) or cause
    cause = cause and number_behind(_where_it_stands_now(program, cause), first, second)
    if parted is not None and not removed:
        cause = changed_setting(program, parted, first, second) or cause
    if parted is not None:
        other = _operation(first, found.sides[0].origins[0] if found.sides[0].origins else None)
        cause = global_setting(program, parted, other) or cause
    unlike = not found.agree or not found.as_often or bool(said)
    if unlike and (cause is None or program.rewritten or len(program.computing) > 1):
        step = only_other_step(program, parted, first, second)
        cause = step.change if step is not None and (step.certain or cause is None) else cause
    if unlike and program.rewritten:
        cause = unread_setting(first, second) or cause
    fault = fault_alone(program, first, second) if unlike else None
    # What the first program had and the second has not is the cause of a fault that shows behind it.
    if fault is not None and (fault.missing or fault.by_itself or cause is None or cause.text[1]):
        cause = fault.change
    return Verdict(
        found.agree and not said,
        found.as_often,
        cause,
        tuple(change for change in program.changes if not _is_part(change, cause) and change.computes),
        parted,
        _operation(trace, side.agreed),
        removed,
        _results(first, second, found, tolerance),
        found.rounded,
        program,
        found.rounding,
        handed_numbers(second) if program.rewritten and (found.agree or said) else None,
        printed,
        (said[0][0].text, said[0][1].text) if said else None,
        fault.finding if fault is not None else None,
    )


def _operation(trace: Trace, number: int | None) -> Operation | None:
    return None if number is None else trace.operations[number]


def _where_it_enters(
    program: ProgramChange, parted: Operation, side: Side, first: Trace, second: Trace
) -> Operation:
    """Return where a value that an added line makes of numbers alone enters what both programs compute.

    The first run has no such value, whatever it is; what the line that reads it says otherwise is one change with it.
    """
    site, changes = parted.user_site or parted.site, list(program.changes)
    at = _change_at(changes, parted, False)
    added = at.first is None if at else site and program.added_at(site.file, site.line) is not None
    of_data = any(one.hash for one in parted.inputs)
    if not added or of_data or first.ask(_NAMED, [parted.name]).num_rows:
        return parted
    later = second.operations.fetch([number for number in side.way if number > parted.id][:_MOST_LOOKED_AT])
    reads = (one for one in later if (change := _change_at(changes, one, False)) and change.first is not None)
    return next(reads, parted)


def _cause(
    program: ProgramChange, parted: Operation | None, where: tuple[Side, bool], traces: tuple[Trace, Trace]
) -> SourceChange | None:
    """Return the change to look at first; of a rewritten program only one at the line where values part."""
    changes = [change for change in program.changes if change.computes]
    side, removed = where
    run, other = traces if removed else traces[::-1]
    site = None if parted is None or removed else parted.user_site or parted.site
    if site is not None and (added := program.added_at(site.file, site.line)) is not None:
        return added
    # Of a rewritten program, too, a call of the same inputs is right, and what it calls is not.
    if parted is not None and (not program.rewritten or is_repeated(parted, other)):
        return Suspects(program, parted, side, removed).likeliest(changes, run, other)
    at = _change_at(changes, parted, removed)
    if at is not None and program.rewritten and _only_moved(at):
        at = _above(changes, at) or at
    if program.rewritten or not changes:
        return at
    return next((change for change in changes if not _is_of_words(change)), changes[0])


def _where_it_stands_now(program: ProgramChange, cause: SourceChange) -> SourceChange:
    """Return the change of a call that seems removed, if the second program makes it on other arguments."""
    if cause.text[1]:
        return cause
    there = (one for one in program.changes if one.holds(cause.file, cause.line, True))
    return next(
        (one for one in there if one.first and one.second and _called(one.first) & _called(one.second)), cause
    )


def _called(statement: Statement) -> set[str]:
    """Return the name of what a statement calls for its effect."""
    node = statement.node.value if isinstance(statement.node, ast.Expr) else None
    return {last_name(node.func)} if isinstance(node, ast.Call) else set()


def _reads_known(parted: Operation, first: Trace) -> bool:
    """Return whether the first run has all arrays that an operation read. Without any, numbers were put together."""
    read = {
        one.hash for one in parted.operands if one.hash is not None and one.shape and one.role not in AFTER
    }
    return bool(read) and not read - known_contents(first, read)


def _is_part(change: SourceChange, cause: SourceChange | None) -> bool:
    """Return whether `cause` is a change, or tells more of the line that it changes."""
    return cause is not None and (
        (change.first, change.second) == (cause.first, cause.second)
        or (change.file, change.line) == (cause.file, cause.line)
    )


def _is_of_words(change: SourceChange) -> bool:
    """Return whether a statement only prints, and prints other words than before: no value comes of it."""
    parts = [None if one is None else one.node for one in (change.first, change.second)]
    calls = [node.value for node in parts if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)]
    printing = [call for call in calls if last_name(call.func) == "print"]
    said = [[one for one in ast.walk(call) if not isinstance(one, ast.Constant)] for call in printing]
    return len(printing) == len(parts) and list(map(type, said[0])) == list(map(type, said[1]))


def _only_moved(change: SourceChange) -> bool:
    """Return whether a statement says the same as before, in another function or loop."""
    return change.text[0] == change.text[1]


def _above(changes: list[SourceChange], at: SourceChange) -> SourceChange | None:
    """Return the nearest changed statement above, in the same function, that says something else than before."""
    above = [change for change in changes if change.file == at.file and change.line < at.line]
    for change in sorted(above, key=lambda one: -one.line):
        if change.second is None or change.second.is_definition:
            return None
        if not _only_moved(change):
            return change
    return None


def _moved_by_a_change(
    program: ProgramChange, parted: Operation, first: Trace, second: Trace
) -> SourceChange | None:
    """Return the changed statement that brought elements into another order: it made no new value."""
    moved = moved_otherwise(parted, first, second)
    return next((one for one in program.changes if moved and one.holds(moved.file, moved.line)), None)


def _other_mode(
    program: ProgramChange, parted: Operation, found: Divergence, traces: tuple[Trace, Trace]
) -> SourceChange | None:
    """Return the call that set another mode; None if the line where values part says something else than before."""
    at = _change_at(list(program.changes), parted, removed=False)
    if at is not None and not _only_moved(at):
        return None
    effect = mode_behind(parted, *traces) or lost_mode(found.sides[0].origins, *traces)
    return _effect(effect, *traces)


def _effect(found: tuple[Effect, Effect | None] | None, first: Trace, second: Trace) -> SourceChange | None:
    """Return as a change a call for its effect that stands in another loop: what it changes is in no operand."""
    if found is None:
        return None
    old, new = found
    there = new or old
    mates = new.mates if new else frozenset()
    left = old.mates - mates
    before = first.sources.line(old.file, old.line) + _beside(left)
    joined = "" if left else _beside(mates - old.mates)
    after = second.sources.line(new.file, new.line) + joined if new else ""
    return SourceChange(None, None, there.file, there.line, (before, after))


def _beside(mates: frozenset[str]) -> str:
    return f"  beside {', '.join(sorted(mates)[:3])}" if mates else ""


def _reordered(first: Trace, second: Trace) -> SourceChange | None:
    """Return the call for its effect that comes earlier or later among the others."""
    found = reordered_effect(first, second)
    if found is None:
        return None
    old, new = found
    texts = (f"{trace.sources.line(one.file, one.line)}" for trace, one in ((first, old), (second, new)))
    before, after = texts
    return SourceChange(None, None, new.file, new.line, (before, f"{after}  in another order"))


def _change_at(changes: list[SourceChange], parted: Operation | None, removed: bool) -> SourceChange | None:
    site = None if parted is None else parted.user_site or parted.site
    for change in changes if site is not None else ():
        statement = change.first if removed else change.second
        if statement is not None and statement.holds(site.file, site.line):  # type: ignore[union-attr]
            # Of a new statement of several lines, the line whose values part.
            return change if change.first and change.second else replace(change, line=site.line)  # type: ignore[union-attr]
    return None


def _results(first: Trace, second: Trace, found: Divergence, tolerance: Tolerance) -> Results | None:
    """Return the last result of the second run that differs, beside the one that stands at its place in the first."""
    one, other = _last(first, found.sides[0]), _last(second, found.sides[1])
    if other is not None:
        same = [result for result in _all(first, found.sides[0]) if result.name == other.name]
        one = same[-1] if same else one
    if one is None and other is None:
        return None
    return Results(one, other, *_told(one, other, tolerance))


def _all(trace: Trace, side: Side) -> list[Operation]:
    return trace.operations.fetch(side.results[-50:])


def _last(trace: Trace, side: Side) -> Operation | None:
    return _operation(trace, side.results[-1]) if side.results else None


def _told(
    one: Operation | None, other: Operation | None, tolerance: Tolerance
) -> tuple[tuple[Operand | None, Operand | None], ArrayDifference | None]:
    """Return what is told of two results: of tables and Series the first of their arrays that differs."""
    sides = _after(one), _after(other)
    arrays, others = ([operand for operand in side if operand.is_array()] for side in sides)
    for pair in zip(arrays, others, strict=False):
        difference = _difference(*pair, tolerance)
        if difference is not None and not difference.equal:
            return pair, difference
    first, second = (next(iter(side), None) for side in sides)
    return (first, second), _difference(first, second, tolerance)


def _after(operation: Operation | None) -> list[Operand]:
    return (
        [operand for operand in operation.operands if operand.role in AFTER] if operation is not None else []
    )


def _difference(one: Operand | None, other: Operand | None, tolerance: Tolerance) -> ArrayDifference | None:
    if one is None or other is None:
        return None
    try:
        values = one.value(), other.value()
    except NumscopeError:
        return None
    if any(value is None or isinstance(value, str) for value in values):
        return None
    return compare_arrays(values[0], values[1], tolerance)
