"""Run the tests that need more than NumPy: PyTorch, Numba, scikit-learn, a browser. No such test is no failure."""

import sys

from passes import NO_TESTS_COLLECTED, ROOT, run

FOLDERS = (
    "tests/inspector",
    "tests/compiled",
    "tests/probes/jax",
    "tests/probes/keras",
    "tests/probes/numba",
    "tests/probes/tensorflow",
    "tests/probes/torch",
    "tests/probes/sklearn",
    "tests/probes/xarray",
    "tests/probes/statsmodels",
    "tests/probes/polars",
    "tests/probes/pyarrow",
    "tests/probes/array_api",
    "tests/probes/matplotlib",
    "tests/probes/networkx",
    "tests/probes/borders",
    "tests/analysis/replay_backends",
    "tests/analysis/test_faults_alone_in_libraries.py",
    "tests/analysis/torch_traces",
    "tests/analysis/rank_faults",
    # Each has tests that need a library: where that is missing they are skipped.
    "tests/analysis/check_up/test_alignment.py",
    "tests/analysis/check_up/test_columns_and_tensors.py",
    "tests/analysis/check_up/test_columns_of_tables.py",
    "tests/analysis/check_up/test_compiled_sums.py",
    "tests/analysis/check_up/test_ended_in_libraries.py",
    "tests/analysis/check_up/test_labels_of_tables.py",
    "tests/analysis/check_up/test_fits_and_searches.py",
    "tests/analysis/check_up/test_layers_and_answers.py",
    "tests/analysis/check_up/test_library_warnings.py",
    "tests/analysis/check_up/test_marks_of_tables.py",
    "tests/analysis/check_up/test_matched_by_position.py",
    "tests/analysis/check_up/test_models_and_measures.py",
    "tests/analysis/check_up/test_pictures_and_trees.py",
    "tests/analysis/check_up/test_planted_faults.py",
    "tests/analysis/check_up/test_programs_of_libraries.py",
    "tests/analysis/check_up/test_rows_of_one_thing.py",
    "tests/analysis/check_up/test_shapes.py",
    "tests/analysis/check_up/test_spectra_and_laws.py",
    "tests/analysis/check_up/test_stepped_over.py",
    "tests/analysis/check_up/test_sums_and_scores.py",
    "tests/analysis/check_up/test_times_grids_and_means.py",
    "tests/analysis/nan/test_back_through_the_text.py",
    "tests/analysis/nan/test_calls_of_libraries.py",
    "tests/analysis/nan/test_choices_keys_and_differences.py",
    "tests/analysis/nan/test_chosen_wrongly.py",
    "tests/analysis/nan/test_computed_later.py",
    "tests/analysis/nan/test_far_from_fit.py",
    "tests/analysis/nan/test_few_points.py",
    "tests/analysis/nan/test_infinities_replaced.py",
    "tests/analysis/nan/test_loops_masks_and_schedules.py",
    "tests/analysis/nan/test_masks_of_torch.py",
    "tests/analysis/nan/test_narrowed.py",
    "tests/analysis/nan/test_numbers_from_elsewhere.py",
    "tests/analysis/nan/test_other_phases.py",
    "tests/analysis/nan/test_out_of_scale.py",
    "tests/analysis/nan/test_outside_of_grid.py",
    "tests/analysis/nan/test_own_numbers.py",
    "tests/analysis/nan/test_points_and_freedom.py",
    "tests/analysis/nan/test_printed_nan.py",
    "tests/analysis/nan/test_recursions_and_filters.py",
    "tests/analysis/nan/test_scaled_responses.py",
    "tests/analysis/nan/test_set_up_elsewhere.py",
    "tests/analysis/nan/test_single_outcomes.py",
    "tests/analysis/nan/test_steps_too_large.py",
    "tests/analysis/nan/test_what_is_left_out.py",
    "tests/analysis/nan/test_what_lies_behind.py",
    "tests/analysis/nan/test_zero_terms.py",
    "tests/analysis/nan/test_zeros_in_tables.py",
    "tests/analysis/test_diff_beyond_steps.py",
    "tests/analysis/test_other_parts_and_settings.py",
    "tests/analysis/test_repeated_and_cut.py",
    "tests/analysis/test_step_between.py",
    "tests/analysis/test_library_lines.py",
    "tests/analysis/test_rewritten_models.py",
    "tests/analysis/test_rewritten_programs.py",
    "tests/analysis/test_rewritten_trainings.py",
    "tests/integrations/test_trackers.py",
    "tests/probes/scipy/test_convergence.py",
    "tests/recording/test_launchers.py",
    "tests/trace/test_frames.py",
    "tests/cluster",
    "tests/notebook",
    # Last: Playwright's event loop stays in its process, where asyncio.run() fails from then on.
    "tests/browser",
)


def main() -> int:
    """Run pytest over the folders and files that exist."""
    folders = [folder for folder in FOLDERS if (ROOT / folder).exists()]
    if not folders:
        print("there are no such tests")
        return 0
    code = run(folders, *sys.argv[1:])
    return 0 if code == NO_TESTS_COLLECTED else code


if __name__ == "__main__":
    sys.exit(main())
