"""One array taken for two, and memory shared on purpose."""

import numpy as np


def _spice(salinity):
    salinity -= 35.0  # fault
    return salinity * 0.8


def faulty_spice_of_sea_water():
    """pyoceans/python-oceans#41: the argument is changed."""
    salinity = np.array([34.0, 35.0, 36.5])
    spice = _spice(salinity)
    return spice.sum() + salinity.mean()


def _thresholded(data, limit):
    data[data < limit] = 0  # fault
    return data


def faulty_two_thresholds():
    """spinalcordtoolbox/spinalcordtoolbox#3500: the result is the argument."""
    scan = np.random.default_rng(1).uniform(size=(10, 10))
    strict = _thresholded(scan, 0.8)
    loose = scan[scan > 0.3]
    return strict.sum() / max(len(loose), 1)


def _standardised(table):
    values = np.asarray(table)
    values -= values.mean(axis=0)  # fault
    return values / 2.0


def faulty_standardised_twice():
    table = np.random.default_rng(2).normal(5, 2, (20, 3))
    scaled = _standardised(table)
    centre = table.mean(axis=0)
    return scaled.sum() + centre.sum()


def faulty_pivot_rows():
    """Rows swapped as a tuple of views."""
    matrix = np.arange(9.0).reshape(3, 3)
    matrix[0], matrix[2] = matrix[2], matrix[0]  # fault
    return np.linalg.det(matrix + np.eye(3))


def faulty_track_of_a_ball():
    """A history of one buffer."""
    position, speed = np.zeros(2), np.array([1.0, 0.5])
    track = []
    for _ in range(10):
        position += 0.1 * speed
        track.append(position)  # fault
    path = np.array(track)
    return np.diff(path, axis=0).sum()


def _moved(place, axis, step):
    to = place[:]  # fault
    to[axis] += step
    return to


def faulty_path_of_a_plotter():
    """elephantrobotics/pymycobot#58: `[:]` copies a list, not an array."""
    place = np.array([160.0, 0.0])
    path = [place.copy()]
    for step in range(12):
        place = _moved(place, step % 2, 2.0 + step)
        path.append(place)
    return np.diff(np.array(path), axis=0).sum()


def faulty_states_of_a_filter():
    """A history of views of one buffer, after its first state."""
    buffer, states = np.zeros(3), [np.ones(3)]
    for turn in range(8):
        state = buffer[...]  # fault
        state *= 0.5
        state += turn
        states.append(state)
    return np.vstack(states).mean(axis=0)


def healthy_path_of_copies():
    place, path = np.zeros(2), [np.zeros(2)]
    for step in range(12):
        to = place.copy()
        to[step % 2] += 2.0
        path.append(to)
        place = to
    return np.array(path).sum()


def healthy_slices_that_are_kept():
    """`[:]` of an array that nothing writes afterwards."""
    kept = [np.arange(3.0) * turn for turn in range(6)]
    return np.array([one[:] for one in kept]).sum()


def faulty_relaxation():
    """The old state is the new one: it converges at once."""
    heat = np.zeros(20)
    heat[0] = 1.0
    for _ in range(5):
        old = heat  # fault
        heat[1:-1] = 0.5 * (heat[2:] + heat[:-2])
        change = np.abs(heat - old).max()
        if change < 1e-6:
            break
    return heat


def _normalise_in_place(table):
    table -= table.mean(axis=0)
    return table


def _without_extremes(values):
    inner = np.asarray(values)  # fault
    np.clip(inner, *np.quantile(values, [0.1, 0.9]), out=inner)
    return inner.mean()


def faulty_mean_without_extremes():
    """asarray copies nothing of an array, so that what is cut off is missing in the array of the caller."""
    prices = np.random.default_rng(6).lognormal(size=40)
    usual = _without_extremes(prices)
    return usual, prices.max()


def _without_offsets(rows, offsets):
    level = np.asanyarray(rows)  # fault
    for number, offset in enumerate(offsets):
        level[number] -= offset
    return level


def faulty_levels_of_three_gauges():
    """Only a copy mends what is written row by row."""
    gauges = np.random.default_rng(9).normal(5, 1, (3, 20))
    level = _without_offsets(gauges, [0.2, 0.5, -0.1])
    return level.mean(), gauges.max()


def _complete(values):
    whole = np.atleast_1d(values)  # fault
    whole[np.isnan(whole)] = 0.0
    return whole


def faulty_gaps_of_a_series():
    rain = np.array([1.5, np.nan, 0.3, np.nan, 2.0])
    whole = _complete(rain)
    return whole.sum(), np.isnan(rain).sum()


def _raised(rows, offsets):
    level = np.array(rows)
    for number, offset in enumerate(offsets):
        level[number] += offset
    return level


def healthy_rows_of_a_copy():
    gauges = np.random.default_rng(10).normal(5, 1, (3, 20))
    level = _raised(gauges, [0.2, 0.5, -0.1])
    return level.mean(), gauges.max()


def _in_decibels(power):
    np.log10(power, out=power)  # fault
    return 10 * power


def faulty_powers_in_decibels():
    power = np.random.default_rng(7).uniform(1, 9, 30)
    levels = _in_decibels(power)
    return levels.max(), power.sum()


def _roots(values, out):
    np.sqrt(values, out=out)
    np.minimum(out, 0.5, out=out)
    return out.sum()


def _limited(values):
    inner = np.array(values)
    np.clip(inner, 0.2, 0.8, out=inner)
    return inner.mean()


def healthy_results_where_they_are_wanted():
    """A buffer for the result, and a copy that is changed."""
    values, buffer = np.random.default_rng(8).uniform(size=30), np.zeros(30)
    total = _roots(values, buffer)
    usual = _limited(values)
    return total, buffer.mean(), usual, values.max()


def healthy_in_place_by_name():
    table = np.random.default_rng(3).normal(size=(20, 3))
    again = _normalise_in_place(table)
    return again.sum() + table.sum()


def _smoothed(signal):
    signal = signal.copy()
    signal[1:-1] = (signal[:-2] + signal[2:]) / 2
    return signal


def healthy_copy_before_the_change():
    signal = np.random.default_rng(4).normal(size=30)
    smooth = _smoothed(signal)
    return np.abs(signal - smooth).max()


def _advance(state, step):
    state += step
    state[0] = 0.0


def healthy_state_advanced_in_place():
    state, history = np.zeros(5), []
    for number in range(6):
        _advance(state, 0.1 * number)
        history.append(state.copy())
    return np.array(history)


def _sorted(values):
    values.sort()
    return values


def healthy_result_takes_the_place():
    values = np.random.default_rng(5).normal(size=20)
    values = _sorted(values)
    return np.median(values)


def healthy_rows_swapped_with_a_list():
    matrix = np.arange(9.0).reshape(3, 3)
    matrix[[0, 2]] = matrix[[2, 0]]
    first, last = matrix[0].copy(), matrix[2].copy()
    matrix[0], matrix[2] = last, first
    return matrix


def healthy_tiles_of_one_picture():
    tile = np.zeros((4, 4))
    tile[1] = 1.0
    tile[2, 2] = 0.5
    return np.hstack([tile, tile, tile]).mean()


def healthy_window_of_a_signal():
    signal = np.linspace(0, 1, 50)
    middle = signal[10:20]
    middle *= 2
    return signal.sum() - (signal - signal).sum()


def faulty_counts_of_two_days():
    def count(samples, bins=np.zeros(4)):  # fault
        for sample in samples:
            bins[int(sample)] += 1
        return bins.copy()

    monday = count([0.5, 1.5, 1.7])
    tuesday = count([3.2])
    return tuesday / tuesday.sum(), monday


def healthy_default_that_is_read():
    def scaled(samples, weights=np.ones(3)):
        return samples * weights

    return scaled(np.arange(3.0)) + scaled(np.ones(3))


def _total(samples, bins=None):
    if bins is None:
        bins = np.zeros(4)
    for sample in samples:
        bins[int(sample)] += 1
    return bins.copy()


def healthy_default_made_in_the_function():
    return _total([0.5, 1.5]) + _total([3.2])


def faulty_start_of_a_walk():
    """A second name is to keep where the walk began."""
    place = np.zeros(3)
    start = place  # fault
    for step in range(4):
        place += step
    return np.abs(place).sum() - np.abs(start).sum()


def faulty_centred_signal():
    """Each of the two names is read by a line of its own."""
    signal = np.array([3.0, 5.0, 4.0, 8.0])
    centred = signal  # fault
    centred -= signal.mean()
    spread = np.sqrt((centred**2).mean())
    level = signal.mean()
    return level / spread


def faulty_first_column_by_itself():
    """What is centred to be looked at is a part of what is used afterwards."""
    table = np.arange(12.0).reshape(4, 3) ** 2
    widths = table[:, 0]
    widths -= widths.mean()  # fault
    spread = widths.std()
    means = table.mean(axis=0)
    return spread, means


def healthy_each_column_centred():
    table = np.arange(12.0).reshape(4, 3) ** 2
    spreads = []
    for place in range(3):
        column = table[:, 0:1] if place == 0 else table[:, 1:]
        column -= column.mean()
        spreads.append(column.std())
    return spreads, table.mean(axis=0)


def healthy_border_of_a_plate():
    plate = np.arange(12.0).reshape(4, 3)
    border = plate[:, 0]
    border += 5
    heat = border.sum()
    return heat, plate.mean()


def healthy_shorter_name():
    """One of both names is read later, or both were bound anew."""
    temperature_of_the_rod = np.ones(5)
    t = temperature_of_the_rod
    t[0] = 4.0
    old, new = np.zeros(3), np.ones(3)
    for _ in range(3):
        new[:] = old + 1
        old, new = new, old
    kept = new
    kept = kept + 1
    kept[0] = 7.0
    return temperature_of_the_rod.sum(), old.sum() + new.sum(), kept.sum() - new.sum()


def faulty_part_of_the_prices():
    prices = np.array([10.0, 12.0, 9.0, 14.0, 11.0])
    first = prices[:3]
    first -= first.mean()  # fault
    return first.std(), prices.mean()


def healthy_inner_points_by_name():
    heat = np.linspace(0.0, 1.0, 12) ** 2
    inner = heat[1:-1]
    for _ in range(3):
        inner += 0.2 * (heat[2:] - 2 * inner + heat[:-2])
    return heat.mean()


def healthy_part_that_is_a_copy():
    prices = np.array([10.0, 12.0, 9.0, 14.0, 11.0])
    some = prices[[0, 1, 2]]
    some -= some.mean()
    return some.std(), prices.mean()


def healthy_columns_beside_each_other():
    table = np.arange(12.0).reshape(4, 3)
    values = table[:, 1:]
    values[values > 9] = 0.0
    return table[:, 0].sum(), values.sum()


def _largest_rise(frames):
    part = frames[:, 1:3]
    part -= part[:4].mean(axis=0)  # fault
    return part.mean(axis=1).max()


def faulty_argument_changed_through_a_view():
    frames = np.arange(40.0).reshape(8, 5) ** 2
    print(round(float(_largest_rise(frames)), 3))
    return frames.mean()


def _shift(frames):
    frames -= frames.min()
    return frames


def healthy_argument_changed_on_purpose():
    frames = np.arange(40.0).reshape(8, 5) ** 2
    _shift(frames)
    return frames.mean()
