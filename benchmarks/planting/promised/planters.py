"""The planters by name, each with the kinds of finding that would say what it planted."""

from __future__ import annotations

from benchmarks.planting.promised import arrays, learning, loops
from benchmarks.planting.promised.program import Planter

PLANTERS: dict[str, tuple[Planter, frozenset[str]]] = {
    planter.__name__: (planter, frozenset(kinds.split()))
    for planter, kinds in {
        arrays.small_integer: "wrap-around cast",
        arrays.small_sum: "wrap-around",
        arrays.lost_cast: "cast wrap-around",
        arrays.counted: "wrap-around",
        arrays.sentinel: "sentinel",
        arrays.large_sentinel: "sentinel",
        arrays.column_against_row: "broadcasting shape meaning",
        arrays.changed_argument: "shared-memory",
        arrays.lost_copy: "shared-memory",
        arrays.centred_view: "shared-memory",
        arrays.half_precision: "saturation nan cast",
        arrays.naive_variance: "cancellation nan",
        arrays.lost_digits: "cancellation nan",
        arrays.lost_share: "sum meaning",
        arrays.skewed_covariance: "covariance nan",
        arrays.python_objects: "object",
        arrays.dropped_result: "unread",
        arrays.doubled_by_merge: "repetition",
        learning.scaled_before_split: "data",
        learning.fitted_to_test: "data",
        learning.repeated_rows: "data repetition",
        learning.answer_as_feature: "data",
        learning.shuffled_answers: "order",
        learning.scaled_anew: "data",
        learning.ended_early: "convergence",
        learning.one_seed_a_turn: "random repetition",
        learning.frozen_part: "parameter training",
        learning.no_gradient: "parameter training",
        learning.wrong_rate: "training growth nan gradient",
        learning.cut_off: "training parameter gradient",
        loops.large_step: "growth nan training",
    }.items()
}
