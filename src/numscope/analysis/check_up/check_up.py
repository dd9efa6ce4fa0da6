"""All kinds of finding together: what is wrong with a run, the most certain and consequential first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from numscope.analysis.check_up.arrays.aliasing import aliasing
from numscope.analysis.check_up.arrays.assigned_copies import assigned_copies
from numscope.analysis.check_up.arrays.broadcasting import broadcasting
from numscope.analysis.check_up.arrays.clamped_positions import clamped_positions
from numscope.analysis.check_up.arrays.conditions import conditions
from numscope.analysis.check_up.arrays.correlated_rows import correlated_rows
from numscope.analysis.check_up.arrays.counted_axes import counted_axes
from numscope.analysis.check_up.arrays.exchanged_axes import exchanged_axes
from numscope.analysis.check_up.arrays.kept_defaults import kept_defaults
from numscope.analysis.check_up.arrays.loop_names import loop_names
from numscope.analysis.check_up.arrays.lost_updates import lost_updates
from numscope.analysis.check_up.arrays.never_true import never_true
from numscope.analysis.check_up.arrays.never_written import never_written
from numscope.analysis.check_up.arrays.repeated_arrays import repeated_arrays
from numscope.analysis.check_up.arrays.replaced_again import replaced_again
from numscope.analysis.check_up.arrays.rows_by_columns import rows_by_columns
from numscope.analysis.check_up.arrays.second_names import second_names
from numscope.analysis.check_up.arrays.shapes import shapes
from numscope.analysis.check_up.arrays.single_numbers import single_numbers
from numscope.analysis.check_up.arrays.third_arguments import third_arguments
from numscope.analysis.check_up.arrays.unfilled import unfilled
from numscope.analysis.check_up.arrays.unread import unread
from numscope.analysis.check_up.causes_first import causes_first
from numscope.analysis.check_up.ended.ended_by import ended_by
from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.iterations.beyond_splines import beyond_splines
from numscope.analysis.check_up.iterations.conservation import conservation
from numscope.analysis.check_up.iterations.convergence import convergence
from numscope.analysis.check_up.iterations.ends_at_limits import ends_at_limits
from numscope.analysis.check_up.iterations.explicit_euler import explicit_euler
from numscope.analysis.check_up.iterations.growth import growth
from numscope.analysis.check_up.iterations.kept_starts import kept_starts
from numscope.analysis.check_up.iterations.missed_peaks import missed_peaks
from numscope.analysis.check_up.iterations.poles import poles
from numscope.analysis.check_up.iterations.rejected_steps import rejected_steps
from numscope.analysis.check_up.iterations.squared_residuals import squared_residuals
from numscope.analysis.check_up.iterations.step_limits import step_limits
from numscope.analysis.check_up.iterations.stepped_over import stepped_over
from numscope.analysis.check_up.iterations.transition_matrix import transition_matrix
from numscope.analysis.check_up.iterations.useless_fits import useless_fits
from numscope.analysis.check_up.library_warnings import library_warnings
from numscope.analysis.check_up.matrices.by_elements import by_elements
from numscope.analysis.check_up.matrices.conditioning import conditioning
from numscope.analysis.check_up.matrices.covariance import covariance
from numscope.analysis.check_up.matrices.factor_sides import factor_sides
from numscope.analysis.check_up.matrices.indefinite import indefinite
from numscope.analysis.check_up.matrices.principal_axes import principal_axes
from numscope.analysis.check_up.matrices.rows_of_vectors import rows_of_vectors
from numscope.analysis.check_up.matrices.single_vectors import single_vectors
from numscope.analysis.check_up.matrices.transposed_vectors import transposed_vectors
from numscope.analysis.check_up.matrices.whole_norms import whole_norms
from numscope.analysis.check_up.matrices.without_constant import without_constant
from numscope.analysis.check_up.meaning.angle_names import angle_names
from numscope.analysis.check_up.meaning.constant_peaks import constant_peaks
from numscope.analysis.check_up.meaning.converted_twice import converted_twice
from numscope.analysis.check_up.meaning.counted_orders import counted_orders
from numscope.analysis.check_up.meaning.cut_durations import cut_durations
from numscope.analysis.check_up.meaning.cut_histograms import cut_histograms
from numscope.analysis.check_up.meaning.cyclic_frequencies import cyclic_frequencies
from numscope.analysis.check_up.meaning.decibels import decibels
from numscope.analysis.check_up.meaning.default_rates import default_rates
from numscope.analysis.check_up.meaning.default_spacing import default_spacing
from numscope.analysis.check_up.meaning.degrees import degrees
from numscope.analysis.check_up.meaning.densities import densities
from numscope.analysis.check_up.meaning.directions import directions
from numscope.analysis.check_up.meaning.divided_by_all import divided_by_all
from numscope.analysis.check_up.meaning.equal_latitudes import equal_latitudes
from numscope.analysis.check_up.meaning.errors_of_few import errors_of_few
from numscope.analysis.check_up.meaning.exchanged_arguments import exchanged_arguments
from numscope.analysis.check_up.meaning.exchanged_coordinates import exchanged_coordinates
from numscope.analysis.check_up.meaning.exchanged_spacings import exchanged_spacings
from numscope.analysis.check_up.meaning.filter_cutoffs import filter_cutoffs
from numscope.analysis.check_up.meaning.formula_powers import formula_powers
from numscope.analysis.check_up.meaning.great_circles import great_circles
from numscope.analysis.check_up.meaning.grid_axes import grid_axes
from numscope.analysis.check_up.meaning.half_of_logits import half_of_logits
from numscope.analysis.check_up.meaning.haversine import haversine
from numscope.analysis.check_up.meaning.inverse_weights import inverse_weights
from numscope.analysis.check_up.meaning.laws_of_fits import laws_of_fits
from numscope.analysis.check_up.meaning.lost_quadrants import lost_quadrants
from numscope.analysis.check_up.meaning.means_as_intercepts import means_as_intercepts
from numscope.analysis.check_up.meaning.moved_laws import moved_laws
from numscope.analysis.check_up.meaning.no_constant import no_constant
from numscope.analysis.check_up.meaning.odd_lengths import odd_lengths
from numscope.analysis.check_up.meaning.offset_lags import offset_lags
from numscope.analysis.check_up.meaning.operand_meaning import operand_meaning
from numscope.analysis.check_up.meaning.order_for_ranks import order_for_ranks
from numscope.analysis.check_up.meaning.outside_tables import outside_tables
from numscope.analysis.check_up.meaning.oversmoothed import oversmoothed
from numscope.analysis.check_up.meaning.preconditions import preconditions
from numscope.analysis.check_up.meaning.ranges import ranges
from numscope.analysis.check_up.meaning.result_order import result_order
from numscope.analysis.check_up.meaning.sampling_rates import (
    frequency_axes,
    sample_distances,
    sampling_rates,
)
from numscope.analysis.check_up.meaning.scaled_coefficients import scaled_coefficients
from numscope.analysis.check_up.meaning.shifted_fits import shifted_fits
from numscope.analysis.check_up.meaning.shrunk_odds import shrunk_odds
from numscope.analysis.check_up.meaning.smoothed_shares import smoothed_shares
from numscope.analysis.check_up.meaning.spent_weights import spent_weights
from numscope.analysis.check_up.meaning.standard_laws import standard_laws
from numscope.analysis.check_up.meaning.states_and_times import states_and_times
from numscope.analysis.check_up.meaning.stretched_errors import stretched_errors
from numscope.analysis.check_up.meaning.summed_returns import summed_returns
from numscope.analysis.check_up.meaning.summed_spectra import summed_spectra
from numscope.analysis.check_up.meaning.time_units import time_units
from numscope.analysis.check_up.meaning.times_since_1970 import times_since_1970
from numscope.analysis.check_up.meaning.turned_dates import turned_dates
from numscope.analysis.check_up.meaning.twice_pi import twice_pi
from numscope.analysis.check_up.meaning.unshifted_spectra import unshifted_spectra
from numscope.analysis.check_up.meaning.values_for_classes import values_for_classes
from numscope.analysis.check_up.meaning.variances_as_scales import variances_as_scales
from numscope.analysis.check_up.meaning.weighted_means import weighted_means
from numscope.analysis.check_up.meaning.wrapped_phases import wrapped_phases
from numscope.analysis.check_up.numbers.cancellation import cancellation
from numscope.analysis.check_up.numbers.casts import casts
from numscope.analysis.check_up.numbers.clipped_sums import clipped_sums
from numscope.analysis.check_up.numbers.coarse_numbers import coarse_numbers
from numscope.analysis.check_up.numbers.compiled_sums import compiled_sums
from numscope.analysis.check_up.numbers.cut_fractions import cut_fractions
from numscope.analysis.check_up.numbers.first_result_types import first_result_types
from numscope.analysis.check_up.numbers.float_equality import float_equality
from numscope.analysis.check_up.numbers.integer_filters import integer_filters
from numscope.analysis.check_up.numbers.lost_by_functions import lost_by_functions
from numscope.analysis.check_up.numbers.merged_numbers import merged_numbers
from numscope.analysis.check_up.numbers.numbers_as_text import numbers_as_text
from numscope.analysis.check_up.numbers.objects import objects
from numscope.analysis.check_up.numbers.saturation import saturation
from numscope.analysis.check_up.numbers.short_targets import short_targets
from numscope.analysis.check_up.numbers.texts_as_truth import texts_as_truth
from numscope.analysis.check_up.numbers.whole_shares import whole_shares
from numscope.analysis.check_up.numbers.wraparound import wraparound
from numscope.analysis.check_up.questions import nonfinite, slow
from numscope.analysis.check_up.samples.answers_in_features import answers_in_features
from numscope.analysis.check_up.samples.answers_of_groups import answers_of_groups
from numscope.analysis.check_up.samples.answers_on_another_scale import answers_on_another_scale
from numscope.analysis.check_up.samples.best_of_tests import best_of_tests
from numscope.analysis.check_up.samples.centred_windows import centred_windows
from numscope.analysis.check_up.samples.columns_by_position import columns_by_position
from numscope.analysis.check_up.samples.draws import draws
from numscope.analysis.check_up.samples.exchanged_measures import exchanged_measures
from numscope.analysis.check_up.samples.fitted_anew import fitted_anew
from numscope.analysis.check_up.samples.labels_by_other_names import labels_by_other_names
from numscope.analysis.check_up.samples.labels_for_scores import labels_for_scores
from numscope.analysis.check_up.samples.least_likeness import least_likeness
from numscope.analysis.check_up.samples.losses_as_scores import losses_as_scores
from numscope.analysis.check_up.samples.own_neighbours import own_neighbours
from numscope.analysis.check_up.samples.paired_rows import paired_rows
from numscope.analysis.check_up.samples.parted_rows import parted_rows
from numscope.analysis.check_up.samples.probability_columns import probability_columns
from numscope.analysis.check_up.samples.repeated_before_split import repeated_before_split
from numscope.analysis.check_up.samples.repetition import repetition
from numscope.analysis.check_up.samples.rows_of_one_thing import rows_of_one_thing
from numscope.analysis.check_up.samples.scaled_as_one import scaled_as_one
from numscope.analysis.check_up.samples.scaled_before_split import scaled_before_split
from numscope.analysis.check_up.samples.seen_rows import seen_rows
from numscope.analysis.check_up.samples.shuffled_in_pairs import shuffled_in_pairs
from numscope.analysis.check_up.samples.shuffled_times import shuffled_times
from numscope.analysis.check_up.samples.sorted_folds import sorted_folds
from numscope.analysis.check_up.samples.split_groups import split_groups
from numscope.analysis.check_up.samples.two_orders import two_orders
from numscope.analysis.check_up.samples.two_ways_repeated import two_ways_repeated
from numscope.analysis.check_up.samples.unscaled import unscaled
from numscope.analysis.check_up.tables.alignment import alignment
from numscope.analysis.check_up.tables.almost_equal_labels import almost_equal_labels
from numscope.analysis.check_up.tables.cut_edges import cut_edges
from numscope.analysis.check_up.tables.dimensions_by_name import dimensions_by_name
from numscope.analysis.check_up.tables.doubled_lookups import doubled_lookups
from numscope.analysis.check_up.tables.doubled_rows import doubled_rows
from numscope.analysis.check_up.tables.empty_slices import empty_slices
from numscope.analysis.check_up.tables.empty_sums import empty_sums
from numscope.analysis.check_up.tables.far_neighbours import far_neighbours
from numscope.analysis.check_up.tables.files_in_text_order import files_in_text_order
from numscope.analysis.check_up.tables.irregular_index import irregular_index
from numscope.analysis.check_up.tables.labels_as_positions import labels_as_positions
from numscope.analysis.check_up.tables.lost_groups import lost_groups
from numscope.analysis.check_up.tables.marks_filled_in import marks_filled_in
from numscope.analysis.check_up.tables.means_of_shares import means_of_shares
from numscope.analysis.check_up.tables.new_labels import new_labels
from numscope.analysis.check_up.tables.numbers_of_another_order import numbers_of_another_order
from numscope.analysis.check_up.tables.repeated_labels import repeated_labels
from numscope.analysis.check_up.tables.sentinels import sentinels
from numscope.analysis.check_up.tables.summed_means import summed_means
from numscope.analysis.check_up.tables.types_that_never_match import types_that_never_match
from numscope.analysis.check_up.tables.uneven_periods import uneven_periods
from numscope.analysis.check_up.tables.unordered_times import unordered_times
from numscope.analysis.check_up.training.accumulation import accumulation
from numscope.analysis.check_up.training.autocast import autocast
from numscope.analysis.check_up.training.batch_means import batch_means
from numscope.analysis.check_up.training.between_ranks import between_ranks
from numscope.analysis.check_up.training.call_order import call_order
from numscope.analysis.check_up.training.data_rows import data_rows
from numscope.analysis.check_up.training.equal_units import equal_units
from numscope.analysis.check_up.training.last_batch_alone import last_batch_alone
from numscope.analysis.check_up.training.last_of_batch import last_of_batch
from numscope.analysis.check_up.training.modes import modes
from numscope.analysis.check_up.training.never_called import never_called
from numscope.analysis.check_up.training.nothing_loaded import nothing_loaded
from numscope.analysis.check_up.training.one_for_all import one_for_all
from numscope.analysis.check_up.training.one_layer_repeated import one_layer_repeated
from numscope.analysis.check_up.training.only_padding import only_padding
from numscope.analysis.check_up.training.parameters import parameters
from numscope.analysis.check_up.training.sample_axis import sample_axis
from numscope.analysis.check_up.training.softmax_axis import softmax_axis
from numscope.analysis.check_up.training.sorted_batches import sorted_batches
from numscope.analysis.check_up.training.straight_layers import straight_layers
from numscope.analysis.check_up.training.training import training
from numscope.analysis.check_up.training.unreachable_answers import unreachable_answers
from numscope.analysis.check_up.training.without_effect import without_effect
from numscope.analysis.check_up.training.zero_layers import zero_layers
from numscope.analysis.nan.rows import NonfiniteRows
from numscope.errors import TooLargeError
from numscope.trace import Trace
from numscope.trace.parts import Piece, map_pieces

_Question = Callable[[Evidence], Iterable[Finding]]


def _growth(evidence: Evidence) -> Iterable[Finding]:
    return step_limits(evidence, list(growth(evidence)))


# In the order of their weight: what destroys results comes before what only degrades them.
_CHECKS: dict[str, tuple[_Question, ...]] = {
    "shape": (shapes,),
    "nan": (nonfinite,),
    "wrap-around": (wraparound,),
    "cast": (
        casts,
        first_result_types,
        cut_fractions,
        merged_numbers,
        texts_as_truth,
        coarse_numbers,
        integer_filters,
    ),
    "exception": (ended_by,),
    "lost-update": (lost_updates, assigned_copies, third_arguments),
    "unread": (unread, loop_names),
    "unfilled": (unfilled, never_written),
    "replaced-again": (replaced_again,),
    "shared-memory": (kept_defaults, aliasing, second_names, repeated_arrays, shuffled_in_pairs),
    "broadcasting": (
        broadcasting,
        rows_by_columns,
        transposed_vectors,
        dimensions_by_name,
    ),
    "sentinel": (
        marks_filled_in,
        sentinels,
        empty_sums,
    ),
    "ranks": (between_ranks,),
    "parameter": (parameters, never_called, one_layer_repeated, nothing_loaded),
    "meaning": (
        operand_meaning,
        degrees,
        angle_names,
        whole_shares,
        numbers_as_text,
        order_for_ranks,
        counted_orders,
        preconditions,
        directions,
        densities,
        sampling_rates,
        sample_distances,
        filter_cutoffs,
        ranges,
        exchanged_arguments,
        exchanged_coordinates,
        principal_axes,
        rows_of_vectors,
        conditions,
        probability_columns,
        labels_for_scores,
        haversine,
        great_circles,
        default_spacing,
        exchanged_spacings,
        converted_twice,
        decibels,
        frequency_axes,
        weighted_means,
        time_units,
        cut_durations,
        equal_latitudes,
        spent_weights,
        moved_laws,
        summed_returns,
        batch_means,
        unshifted_spectra,
        cyclic_frequencies,
        summed_spectra,
        variances_as_scales,
        never_true,
        counted_axes,
        single_numbers,
        by_elements,
        single_vectors,
        constant_peaks,
        odd_lengths,
        outside_tables,
        wrapped_phases,
        lost_quadrants,
        offset_lags,
        scaled_coefficients,
        own_neighbours,
        half_of_logits,
        beyond_splines,
        without_constant,
        twice_pi,
        values_for_classes,
        default_rates,
        only_padding,
        stretched_errors,
        errors_of_few,
        result_order,
        laws_of_fits,
        shifted_fits,
        standard_laws,
        states_and_times,
        oversmoothed,
        squared_residuals,
        least_likeness,
        no_constant,
        shrunk_odds,
        means_as_intercepts,
        formula_powers,
        inverse_weights,
        times_since_1970,
        exchanged_measures,
        labels_by_other_names,
        answers_on_another_scale,
        turned_dates,
        losses_as_scores,
    ),
    "position": (
        clamped_positions,
        far_neighbours,
        empty_slices,
        labels_as_positions,
    ),
    "sample-axis": (sample_axis, one_for_all, softmax_axis, correlated_rows, whole_norms, last_of_batch),
    "axes": (exchanged_axes, grid_axes),
    "alignment": (
        alignment,
        new_labels,
        irregular_index,
        almost_equal_labels,
        repeated_labels,
    ),
    "equality": (
        float_equality,
        types_that_never_match,
    ),
    "mode": (modes, autocast),
    "data": (
        data_rows,
        scaled_before_split,
        repeated_before_split,
        seen_rows,
        fitted_anew,
        answers_in_features,
        shuffled_times,
        split_groups,
        rows_of_one_thing,
        best_of_tests,
        centred_windows,
        unscaled,
        scaled_as_one,
        sorted_batches,
        sorted_folds,
        columns_by_position,
        answers_of_groups,
    ),
    "order": (
        paired_rows,
        parted_rows,
        two_orders,
        two_ways_repeated,
        unordered_times,
        files_in_text_order,
        numbers_of_another_order,
    ),
    "random": (draws,),
    "call-order": (call_order,),
    "gradient": (accumulation, last_batch_alone),
    "training": (zero_layers, training, without_effect, equal_units, unreachable_answers, straight_layers),
    "convergence": (
        convergence,
        stepped_over,
        missed_peaks,
        useless_fits,
        kept_starts,
        ends_at_limits,
        poles,
    ),
    "growth": (_growth, explicit_euler),
    "sum": (
        transition_matrix,
        smoothed_shares,
        conservation,
        lost_groups,
        cut_histograms,
        rejected_steps,
        cut_edges,
        summed_means,
        divided_by_all,
        uneven_periods,
        means_of_shares,
    ),
    "covariance": (covariance, indefinite, factor_sides),
    "singular": (conditioning,),
    "repetition": (repetition, doubled_rows, doubled_lookups),
    "saturation": (saturation, clipped_sums, short_targets, compiled_sums),
    "cancellation": (cancellation, lost_by_functions),
    "object": (objects,),
    "warning": (library_warnings,),
    "slow": (slow,),
}
KINDS = tuple(_CHECKS)
# Checks that give findings of another kind than their own.
_ALSO_OF = {"meaning": ("sample-axis",), "gradient": ("call-order",)}
# One kind may find something on each line of a broken program: more than these hide what the others say.
_MOST_OF_A_KIND = 20


@dataclass(frozen=True)
class CheckUp:
    """The findings, the gravest first. found: how many there are; looked: the kinds that were looked for.

    too_large: the kinds of which a question took more memory than it may have, so that they were looked for in part.
    """

    findings: tuple[Finding, ...]
    found: int
    operations: int
    looked: tuple[str, ...]
    too_large: tuple[str, ...] = ()


@dataclass(frozen=True)
class _OfAKind:
    findings: list[Finding]
    is_whole: bool


def check_up(trace: Trace, limit: int = 10, nonfinite: NonfiniteRows | None = None) -> CheckUp:
    """Look for what is wrong with the recorded run. nonfinite: of `nonfinite_rows`, if it was asked for already."""
    found: dict[object, Finding] = {}
    answers = dict(zip(KINDS, _by_kind(trace, nonfinite), strict=True))
    for finding in (one for of_a_kind in answers.values() for one in of_a_kind.findings):
        # Of several faults of one line the gravest is enough.
        found.setdefault((finding.file, finding.line), finding)
    findings = tuple(causes_first(Evidence(trace, nonfinite), list(found.values())))
    shown = [replace(one, source=trace.sources.line(one.file, one.line)) for one in findings[:limit]]
    looked = tuple(kind for kind, answer in answers.items() if answer.is_whole)
    too_large = tuple(kind for kind, answer in answers.items() if not answer.is_whole)
    return CheckUp(tuple(shown), len(findings), len(trace), looked, too_large)


def finds(trace: Trace, kind: str) -> bool:
    """Return whether anything of a kind is wrong with the recorded run. Takes the time of that kind alone."""
    checks = tuple(one for one in KINDS if one == kind or one in _ALSO_OF.get(kind, ()))
    answers = _looked_for(Evidence(trace), checks)
    return any(one.kind == kind for answer in answers for one in answer.findings)


def _by_kind(trace: Trace, nonfinite: NonfiniteRows | None) -> Iterator[_OfAKind]:
    """Yield the findings of each kind; the kinds are looked for one by one, or by the trace's scheduler all at once."""
    if trace.scheduler is None:
        yield from _looked_for(Evidence(trace, nonfinite), KINDS)
        return
    shares = [
        KINDS[first :: trace.scheduler.workers] for first in range(min(len(KINDS), trace.scheduler.workers))
    ]
    answers = map_pieces(trace, _all_looked_for, [Piece(None, (kinds,)) for kinds in shares])
    found = {
        kind: findings
        for kinds, all_of_them in zip(shares, answers, strict=True)
        for kind, findings in zip(kinds, all_of_them, strict=True)
    }
    yield from (found[kind] for kind in KINDS)


def _all_looked_for(trace: Trace, kinds: tuple[str, ...]) -> list[_OfAKind]:
    return list(_looked_for(Evidence(trace), kinds))


def _looked_for(evidence: Evidence, kinds: tuple[str, ...]) -> Iterator[_OfAKind]:
    """Yield the findings of each of these kinds."""
    for kind in kinds:
        with np.errstate(all="ignore"):  # numbers near the end of their range are what is looked for
            yield _asked(evidence, _CHECKS[kind])


def _asked(evidence: Evidence, questions: Iterable[_Question]) -> _OfAKind:
    """Ask questions one after the other; one that takes too much memory leaves the others their answers."""
    findings: list[Finding] = []
    is_whole = True
    for question in questions:
        try:
            for finding in question(evidence):
                findings.append(finding)
                if len(findings) == _MOST_OF_A_KIND:
                    return _OfAKind(findings, is_whole)
        except TooLargeError:
            is_whole = False
    return _OfAKind(findings, is_whole)
