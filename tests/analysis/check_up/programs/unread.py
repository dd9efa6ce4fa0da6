"""Methods that return a new array, called as if they changed their own."""

import numpy as np


def faulty_limits_of_a_gauge():
    """The clipped readings are not kept."""
    readings = np.random.default_rng(2).normal(size=50) * 4
    readings.clip(-1, 1)  # fault
    return readings.mean()


def faulty_table_of_notes():
    """The rounded numbers are not kept, in each turn of a loop."""
    notes = [np.random.default_rng(number).random(6) for number in range(4)]
    for note in notes:
        note.round(1)  # fault
    return np.stack(notes).sum()


def faulty_rows_of_a_grid():
    """The new shape is not kept."""
    grid = np.arange(12.0)
    grid.reshape(3, 4)  # fault
    return grid[:3].sum()


def faulty_numbers_of_a_survey():
    """The type of an attribute's array stays."""

    class Survey:
        answers = np.array([1.7, 2.2, 3.9])

    survey = Survey()
    survey.answers.astype(int)  # fault
    return survey.answers.sum()


def healthy_results_that_are_kept():
    readings = np.random.default_rng(3).normal(size=50)
    readings = readings.clip(-1, 1)
    readings.clip(0, None, out=readings)
    rounded = [one.round(1) for one in np.split(readings, 5)]
    return np.stack(rounded).reshape(10, 5).sum()


def healthy_changes_in_place():
    values = np.array([3.0, 1.0, 2.0])
    values.sort()
    values.fill(2.5)
    values.resize(2, refcheck=False)
    return values.sum()


def healthy_sets_and_lists():
    """`add` of a set, though a sum is computed for it."""
    seen, shown = set(), []
    values = np.arange(4.0)
    for other in values:
        seen.add(float((values + other).sum()))
        shown.append(values.round(2))
    return len(seen) + len(shown)


def healthy_result_of_a_call_chain():
    """Nothing has a name that could stay as it was."""
    np.ones(3).round(1)
    return 1


def faulty_list_that_does_not_grow():
    found = np.array([1.0, 2.0])
    for value in (3.0, 4.0):
        np.append(found, value)  # fault
    return found.mean()


def healthy_list_that_grows():
    found = np.array([1.0, 2.0])
    for value in (3.0, 4.0):
        found = np.append(found, value)
    return found.mean()
