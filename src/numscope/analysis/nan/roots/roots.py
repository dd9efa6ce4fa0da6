"""What lies behind an origin, at another line than the one that computed it: a step, a coefficient, a function given.

The line that overflows is where an iteration ended up, not what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterable

from numscope.analysis.nan.cause import Evidence, cause_of
from numscope.analysis.nan.root import Root
from numscope.analysis.nan.roots.absent_numbers import absent_number
from numscope.analysis.nan.roots.answers_outside import answers_outside
from numscope.analysis.nan.roots.assumptions import assumption
from numscope.analysis.nan.roots.barred_rows import barred_rows
from numscope.analysis.nan.roots.blanked import blanked
from numscope.analysis.nan.roots.cancelled import cancelled
from numscope.analysis.nan.roots.celsius import celsius
from numscope.analysis.nan.roots.chosen_zeros import chosen_zeros
from numscope.analysis.nan.roots.clock_changes import clock_change
from numscope.analysis.nan.roots.compiled_kernels import compiled_kernel
from numscope.analysis.nan.roots.compiled_runs import compiled_run
from numscope.analysis.nan.roots.cut_off import cut_off
from numscope.analysis.nan.roots.degrees import degrees
from numscope.analysis.nan.roots.dependent_columns import dependent_columns
from numscope.analysis.nan.roots.emptied import emptied
from numscope.analysis.nan.roots.failed_settings import failed_settings
from numscope.analysis.nan.roots.fallbacks import replaced_by
from numscope.analysis.nan.roots.far_from_fit import far_from_fit
from numscope.analysis.nan.roots.fed_back import fed_back
from numscope.analysis.nan.roots.few_points import few_points
from numscope.analysis.nan.roots.flattened import flattened
from numscope.analysis.nan.roots.folds import folds
from numscope.analysis.nan.roots.given_functions import given_function
from numscope.analysis.nan.roots.groups_of_one import groups_of_one
from numscope.analysis.nan.roots.ignored_labels import ignored_labels
from numscope.analysis.nan.roots.inverted_masks import inverted_mask
from numscope.analysis.nan.roots.kept_by_fills import kept_nan
from numscope.analysis.nan.roots.key_types import key_types
from numscope.analysis.nan.roots.left_out_of_classes import left_out_of_classes
from numscope.analysis.nan.roots.let_through import let_through
from numscope.analysis.nan.roots.lost_fills import lost_fill
from numscope.analysis.nan.roots.lost_guards import lost_guard
from numscope.analysis.nan.roots.lost_labels import lost_masks, lost_rows
from numscope.analysis.nan.roots.made_equal import made_equal
from numscope.analysis.nan.roots.narrowed import narrowed
from numscope.analysis.nan.roots.negative_differences import negative_difference
from numscope.analysis.nan.roots.never_zeroed import never_zeroed
from numscope.analysis.nan.roots.no_freedom import no_freedom
from numscope.analysis.nan.roots.optimisers import lost_eps
from numscope.analysis.nan.roots.other_axes import other_axis
from numscope.analysis.nan.roots.other_phases import other_phase
from numscope.analysis.nan.roots.out_of_scale import out_of_scale
from numscope.analysis.nan.roots.outside_of_grid import outside_of_grid
from numscope.analysis.nan.roots.overflowed import overflow_to_zero
from numscope.analysis.nan.roots.own_numbers import own_number
from numscope.analysis.nan.roots.passed_ends import passed_end
from numscope.analysis.nan.roots.past_rows import past_row
from numscope.analysis.nan.roots.put_to_zero import put_to_zero
from numscope.analysis.nan.roots.ran_away import ran_away
from numscope.analysis.nan.roots.read_wrongly import read_wrongly
from numscope.analysis.nan.roots.recursions import recursion
from numscope.analysis.nan.roots.remainders import dropped_remainder
from numscope.analysis.nan.roots.repeated_borders import repeated_border
from numscope.analysis.nan.roots.repeated_points import repeated_point
from numscope.analysis.nan.roots.responses import unfit_response
from numscope.analysis.nan.roots.scaled_exponents import scaled_exponent
from numscope.analysis.nan.roots.scaled_responses import scaled_response
from numscope.analysis.nan.roots.schedules import growing_steps
from numscope.analysis.nan.roots.shared_numbers import shared_number
from numscope.analysis.nan.roots.shifted_clocks import shifted_clock
from numscope.analysis.nan.roots.short_loops import short_loop
from numscope.analysis.nan.roots.shortened_masks import shortened_mask
from numscope.analysis.nan.roots.single_outcomes import single_outcome
from numscope.analysis.nan.roots.single_rows import single_row
from numscope.analysis.nan.roots.singular import singular
from numscope.analysis.nan.roots.slices_from_the_end import slice_from_the_end
from numscope.analysis.nan.roots.slopes import steep_slope
from numscope.analysis.nan.roots.spelled_keys import spelled_keys
from numscope.analysis.nan.roots.spreading import spreading
from numscope.analysis.nan.roots.starting_points import starting_point
from numscope.analysis.nan.roots.step_size import step_size
from numscope.analysis.nan.roots.summands import large_summand
from numscope.analysis.nan.roots.turns import zero_turn
from numscope.analysis.nan.roots.undefined_distributions import undefined_distribution
from numscope.analysis.nan.roots.underflow import underflow
from numscope.analysis.nan.roots.unit_mismatches import unit_mismatch
from numscope.analysis.nan.roots.unlike_keys import unlike_keys
from numscope.analysis.nan.roots.vanished import vanished
from numscope.analysis.nan.roots.windows import windows
from numscope.analysis.nan.roots.wrapped import wrapped
from numscope.analysis.nan.roots.written_arguments import written_argument
from numscope.analysis.nan.roots.zero_divisors import zero_divisor
from numscope.analysis.nan.roots.zero_terms import zero_term
from numscope.rules.origin_kind import OriginKind
from numscope.trace import Operation, Trace


def root_of(trace: Trace, operation: Operation, made_inside: Iterable[Operation]) -> Root | None:
    """Return what lies behind `operation`, in which values began; None: it is itself to blame.

    made_inside: the operations inside it that made such values.
    """
    return (
        far_from_fit(trace, operation)
        or no_freedom(trace, operation)
        or given_function(trace, operation, made_inside)
        or dropped_remainder(trace, operation)
        or compiled_run(trace, operation)
        or past_row(trace, operation)
        or repeated_point(trace, operation)
        or answers_outside(trace, operation)
        or outside_of_grid(trace, operation)
        or undefined_distribution(trace, operation)
        or windows(trace, operation)
        or other_axis(trace, operation)
        or folds(trace, operation)
        or single_outcome(trace, operation)
        or made_equal(trace, operation)
        or failed_settings(trace, operation)
        or unfit_response(trace, operation)
        or scaled_response(trace, operation)
        or kept_nan(trace, operation)
        or read_wrongly(trace, operation)
        or recursion(trace, operation)
        or lost_eps(trace, operation)
        or starting_point(trace, operation)
        or steep_slope(trace, operation)
        or slice_from_the_end(trace, operation)
        or absent_number(trace, operation)
        or repeated_border(trace, operation)
        or emptied(trace, operation)
        or few_points(trace, operation)
        or single_row(trace, operation)
        or ignored_labels(trace, operation)
        or assumption(trace, operation)
        or groups_of_one(trace, operation)
        or clock_change(trace, operation)
        or shifted_clock(trace, operation)
        or other_phase(trace, operation)
        or left_out_of_classes(trace, operation)
        or unlike_keys(trace, operation)
        or key_types(trace, operation)
        or spelled_keys(trace, operation)
        or shared_number(trace, operation)
        or lost_rows(trace, operation)
        or written_argument(trace, operation)
        or passed_end(trace, operation)
        or cut_off(trace, operation)
        or ran_away(trace, operation)
        or lost_guard(trace, operation)
        or zero_divisor(trace, operation)
        or compiled_kernel(trace, operation)
        or zero_term(trace, operation)
        or zero_turn(trace, operation)
        or chosen_zeros(trace, operation)
        or overflow_to_zero(trace, operation)
        or narrowed(trace, operation)
        or put_to_zero(trace, operation)
        or blanked(trace, operation)
        or celsius(trace, operation)
        or scaled_exponent(trace, operation, made_inside)
        or vanished(trace, operation)
        or underflow(trace, operation)
        or flattened(trace, operation, made_inside)
        or wrapped(trace, operation)
        or cancelled(trace, operation)
        or singular(trace, operation)
        or dependent_columns(trace, operation)
        or unit_mismatch(trace, operation)
        or out_of_scale(trace, operation)
        or degrees(trace, operation)
        or negative_difference(trace, operation)
        or let_through(trace, operation, made_inside)
        or inverted_mask(trace, operation)
        or barred_rows(trace, operation)
        or shortened_mask(trace, operation)
        or never_zeroed(trace, operation)
        or growing_steps(trace, operation)
        or step_size(trace, operation)
        or fed_back(trace, operation)
        or large_summand(trace, operation, made_inside)
    )


def root_of_data(trace: Trace, operation: Operation) -> Root | None:
    """Return what a later line did with missing values that `operation` put into the data; None: nothing remarkable."""
    return (
        lost_fill(trace, operation)
        or lost_masks(trace, operation)
        or spreading(trace, operation)
        or short_loop(trace, operation)
        or _replaced(trace, operation)
        or own_number(trace, operation)
    )


def _replaced(trace: Trace, operation: Operation) -> Root | None:
    """Return what lies behind the NaN that a test found, where a line then wrote that of `operation`; None: nothing."""
    made = replaced_by(trace, operation)
    site = None if made is None else made.user_site or made.site
    if made is None or site is None or site.in_library:
        return None
    bad = [one.statistics for one in made.outputs if one.statistics is not None]
    nans, infinities = sum(one.nans for one in bad), sum(one.infinities for one in bad)
    evidence = Evidence(made, made, OriginKind.MADE, nans, infinities, site.source)
    return root_of(trace, made, ()) or Root(site, cause_of(evidence))
