"""Values that do not survive a change of type, and others that do."""

import numpy as np


def faulty_sharpened_picture():
    """cruxopen/openISP#30: what left 0 to 255 goes round in the cast back to bytes."""
    rng = np.random.default_rng(1)
    picture = rng.integers(0, 256, (30, 30)).astype(float)
    sharp = picture + 0.8 * (picture - picture.mean())
    return sharp.astype(np.uint8)  # fault


def faulty_elimination_in_integers():
    """numpy/numpy#12449, #20439: a matrix of whole numbers takes no fractions."""
    matrix = np.array([[3, 2, 4], [2, 1, 3], [1, 2, 4]])
    row = matrix[1] - 0.66 * matrix[0]
    matrix[1] = row  # fault
    return np.linalg.det(matrix)


def faulty_shares_in_a_counting_array():
    """numpy/numpy#15758: shares are all 0."""
    table = np.arange(1, 16).reshape(3, 5)
    for column in range(5):
        table[:, column] = table[:, column] / table[:, column].sum()  # fault
    return table.sum(axis=0)


def faulty_times_in_single_precision():
    """Seconds since 1970 in float32: steps of 128 seconds."""
    stamps = 1_700_000_000 + np.arange(500.0)
    short = stamps.astype(np.float32)  # fault
    return np.diff(short).mean()


def faulty_gaps_as_integers():
    """Infinite distances in a cast to integers."""
    depth = np.array([3.0, 4.0, 5.0, 6.0])
    filled = np.where(depth > 4, depth * 1e19, 7.0)
    return filled.astype(np.int64)  # fault


def faulty_nanoseconds_in_32_bits():
    stamps = 1_700_000_000_000_000_000 + np.arange(5) * 1_000_000_000
    return np.diff(stamps.astype(np.int32))  # fault


def _discounted(rewards, share=0.9):
    returns = np.zeros_like(rewards)  # fault
    running = 0.0
    for turn in reversed(range(len(rewards))):
        running = rewards[turn] + share * running
        returns[turn] = running
    return returns


def faulty_rewards_to_go():
    """numpy/numpy#16578: `zeros_like` takes over the type of the rewards."""
    rewards = np.array([0, 3, 1, 0, 2, 0, 3, 1])
    return _discounted(rewards).mean()


def faulty_running_mean_of_counts():
    counts = np.random.default_rng(5).integers(0, 9, 30)
    smooth = np.empty_like(counts)  # fault
    smooth[0] = counts[0]
    for day in range(1, 30):
        smooth[day] = 0.7 * smooth[day - 1] + 0.3 * counts[day]
    return smooth.mean()


def faulty_target_with_a_type_that_is_written():
    """Who writes the type of the target is asked for the fractions."""
    shares = np.zeros_like(np.arange(6), dtype=int)
    shares[:] = np.linspace(0.2, 2.7, 6)  # fault
    return shares.mean()


def healthy_rewards_to_go():
    rewards = np.array([0, 3, 1, 0, 2, 0, 3, 1])
    returns = np.zeros_like(rewards, dtype=float)
    for turn in reversed(range(8)):
        returns[turn] = rewards[turn] + (0.9 * returns[turn + 1] if turn < 7 else 0.0)
    return returns.mean()


def healthy_clipped_picture():
    rng = np.random.default_rng(2)
    picture = rng.normal(128, 90, (30, 30))
    return np.clip(np.rint(picture), 0, 255).astype(np.uint8)


def healthy_measured_temperatures():
    """Of many measured numbers some are one number in float32, and as right as before."""
    kelvin = 1050.0 + np.random.default_rng(6).normal(0, 6.0, 200_000)
    return kelvin.astype(np.float32).max()


def healthy_bins_of_values():
    """Fractions are cut off on purpose, by a cast that says so."""
    values = np.random.default_rng(3).uniform(0, 10, 500)
    return np.bincount((values * 4).astype(int), minlength=40)


def healthy_half_precision_weights():
    weights = np.random.default_rng(4).normal(size=5000)
    return weights.astype(np.float16).astype(np.float32).std()


def healthy_whole_floats_into_integers():
    grid = np.zeros((4, 5), dtype=int)
    grid[1] = np.floor(np.linspace(0, 9, 5))
    grid[2, 3] = 7.0
    return grid


def healthy_pixels_of_a_resized_picture():
    big = np.zeros((20, 20), np.uint8)
    big[:] = np.random.default_rng(5).uniform(0, 255, (20, 20))
    return big.mean()


def healthy_two_complement_as_unsigned():
    return np.array([-1, -2, 5], np.int64).astype(np.uint64) >> np.uint64(60)


def healthy_measurements_in_single_precision():
    return np.random.default_rng(6).normal(20, 3, 2000).astype(np.float32).mean()


def faulty_spectrum_in_a_real_array():
    tone = np.sin(2 * np.pi * 5 * np.arange(64) / 64)
    spectrum = np.zeros(64)
    spectrum[:] = np.fft.fft(tone)  # fault
    return np.abs(spectrum).max()


def healthy_transform_and_back():
    tone = np.sin(2 * np.pi * 5 * np.arange(64) / 64)
    again = np.zeros(64)
    again[:] = np.fft.ifft(np.fft.fft(tone))
    return again


def faulty_numbers_of_tickets():
    """Numbers beyond 2**53 written into a table of floating-point numbers: each second one is its neighbour."""
    tickets = 9_007_199_254_740_993 + np.arange(30)
    table = np.zeros((30, 2))
    table[:, 0] = tickets  # fault
    return len(np.unique(table[:, 0]))


def faulty_numbers_beside_shares():
    """Joined to fractions, whole numbers become fractions, too."""
    tickets = 18_014_398_509_481_985 + np.arange(24)
    both = np.concatenate([tickets, np.linspace(0, 1, 24)])  # fault
    return np.unique(both[:24]).size


def healthy_large_numbers():
    """Hashes that lie far apart, times in nanoseconds, and numbers that float64 holds."""
    rng = np.random.default_rng(11)
    hashes = rng.integers(2**60, 2**62, 200).astype(float)
    times = 1_700_000_000_000_000_000 + np.arange(50) * 1_000_000
    since = (times - times[0]) / 1e9
    small = np.arange(2**40, 2**40 + 30).astype(float)
    return hashes.mean() + times.astype(float).max() + since.sum() + small.sum()


def faulty_yes_and_no():
    """Each text but an empty one is true."""
    answers = np.array(["yes", "no", "no", "yes", "no"])
    return answers.astype(bool).mean()  # fault


def faulty_unknown_as_true():
    open_days = np.array([1.0, 0.0, np.nan, 0.0, np.nan, 0.0])
    return open_days.astype(bool).sum()  # fault


def healthy_names_that_are_there():
    names = np.array(["ann", "bob", "ann", "", "carl"])
    full = np.array(["ann", "bob", "carl"])
    answers = np.array(["yes", "no", "no", "yes", "no"]) == "yes"
    return names[names.astype(bool)].size + full.astype(bool).sum() + answers.mean()


def _seconds():
    return 1_762_300_800 + np.cumsum(np.random.default_rng(12).integers(20, 60, 500))


def faulty_gaps_of_times():
    """Seconds since 1970, read as float32: one number in 128 is there."""
    text = " ".join(map(str, _seconds().tolist()))
    times = np.fromstring(text, sep=" ", dtype=np.float32)  # fault
    return np.diff(times).max()


def faulty_minutes_since_the_first():
    table = np.array([[float(one), 1.0] for one in _seconds().tolist()], dtype=np.float32)  # fault
    times = table[:, 0]
    return ((times - times[0]) / 60).max()


def healthy_short_numbers_with_larger_steps():
    """Seconds since the first one, a pressure that stands still mostly, noise, and what comes to rest."""
    rng = np.random.default_rng(13)
    times = (_seconds() - _seconds()[0]).astype(np.float32)
    pressure = np.array([1013.25] * 40 + [1013.26] * 30 + [1013.27] * 40, dtype=np.float32)
    warm = (300 + 0.05 * rng.normal(size=3000)).astype(np.float32)
    rest = np.float32(0.7) + np.float32(0.3) ** np.arange(60, dtype=np.float32)
    return [np.diff(one).max() for one in (times, pressure, warm, rest)]
