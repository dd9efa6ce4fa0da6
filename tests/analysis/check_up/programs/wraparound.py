"""Integers that go round by accident, and others on purpose."""

import numpy as np


def faulty_motion_between_frames():
    """dwave-examples/image-segmentation#10: differences of unsigned pixels."""
    rng = np.random.default_rng(1)
    before, after = (rng.integers(0, 256, (40, 60)).astype(np.uint8) for _ in range(2))
    moved = np.abs(after - before)  # fault
    return moved.mean()


def faulty_gram_matrix_of_samples():
    """numpy/numpy#6753: a product of int16 matrices is int16."""
    sound = np.full((20, 3), 3201, np.int16)
    energy = sound.T.dot(sound)  # fault
    return np.sqrt(np.abs(energy).mean())


def faulty_votes_counted_in_bytes():
    """Counts past 255, put in with ufunc.at."""
    rng = np.random.default_rng(2)
    ballots = rng.integers(0, 3, 2000)
    votes = np.zeros(3, np.uint8)
    np.add.at(votes, ballots, 1)  # fault
    return votes / votes.sum()


def faulty_cells_of_a_grid():
    """ActivitySim/activitysim#265: the size of a buffer as a product of int32."""
    shape = np.array([2000, 2000, 800], dtype=np.int32)
    cells = np.prod(shape, dtype=np.int32)  # fault
    return cells * 8


def faulty_visits_of_every_second_day():
    """A remainder that does not read what went round makes no hash of it."""
    visits = np.random.default_rng(6).integers(0, 90, 60)
    even = np.arange(60) % 2 == 0
    total = visits.cumsum(dtype=np.int8)  # fault
    return total[even].mean()


def faulty_books_lent_since_the_opening():
    """A running total in a short type: each of its numbers counts."""
    lent = np.random.default_rng(7).integers(0, 900, 200)
    since = np.add.accumulate(lent, dtype=np.uint16)  # fault
    return since.astype(float).mean()


def faulty_steps_of_a_walk():
    """Of a short type, too, where the sum is asked for a shorter one yet."""
    steps = np.random.default_rng(8).integers(10, 60, (3, 40)).astype(np.uint16)
    walked = steps.cumsum(axis=1, dtype=np.uint8)  # fault
    return walked[:, -1] * 0.7


def faulty_exposures_added_up():
    """Frames added in their own type."""
    rng = np.random.default_rng(3)
    total = np.zeros((16, 16), np.uint8)
    for _ in range(6):
        total += rng.integers(30, 90, (16, 16)).astype(np.uint8)  # fault
    return total.mean()


def faulty_entries_of_stations():
    """Several axes at once, in the type of the counters."""
    entries = np.random.default_rng(6).integers(40_000, 60_000, (3, 365, 130)).astype(np.int32)
    totals = entries.sum(axis=(1, 2), dtype=entries.dtype)  # fault
    return totals / 365


def faulty_sound_of_channels():
    sound = np.random.default_rng(7).integers(0, 30_000, (2, 40, 3)).astype(np.int16)
    loudness = np.add.reduce(sound, (-2, -1), np.int16)  # fault
    return loudness / 120


def faulty_days_until_delivery():
    """numpy/numpy#26998: a difference of uint64 that is negative."""
    due = np.array([10, 12, 15], np.uint64)
    today = np.array([11, 11, 11], np.uint64)
    left = due - today  # fault
    return left.max()


def faulty_stretched_levels():
    """numpy/numpy#10782: int16 times int16."""
    levels = np.array([0, -182, -10, 40], np.int16)
    stretched = levels * np.int16(200)  # fault
    return stretched / 182.0


def healthy_hash_of_words():
    """FNV: multiplication modulo 2**32 is what it is made of."""
    words = np.arange(200, dtype=np.uint32).reshape(50, 4)
    state = np.full(50, 2166136261, np.uint32)
    for column in words.T:
        state = (state ^ column) * np.uint32(16777619)
    return state % 64


def healthy_linear_congruential_generator():
    state = np.array([12345, 777], np.uint64)
    out = []
    for _ in range(20):
        state = state * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        out.append((state >> np.uint64(33)).astype(float) / 2**31)
    return np.mean(out)


def healthy_ticks_of_a_counter():
    """A 16 bit counter goes round; differences of its readings are right all the same."""
    counter = (np.arange(0, 200_000, 700) % 65536).astype(np.uint16)
    ticks = counter[1:] - counter[:-1]
    return ticks.mean()


def healthy_distance_of_pixels():
    """Both differences are made, and where() takes the one that did not go round."""
    rng = np.random.default_rng(4)
    a, b = (rng.integers(0, 256, (30, 30)).astype(np.uint8) for _ in range(2))
    return np.where(a > b, a - b, b - a).mean()


def healthy_checksum_of_a_packet():
    packet = np.arange(300).astype(np.uint8)
    return packet.sum(dtype=np.uint8), (~packet.sum(dtype=np.uint8)) + np.uint8(1)


def healthy_lines_of_a_picture_stored_as_differences():
    """The filter of PNG: differences of neighbours modulo 256, and the running total gives the pixels back."""
    pixels = (128 + 120 * np.sin(np.arange(400) / 7)).astype(int).reshape(4, 100)
    stored = np.diff(pixels, axis=1) % 256
    short = stored.astype(np.uint8)
    both = [one.cumsum(axis=1, dtype=np.uint8) for one in (stored, short)]
    return both[0].mean(), both[1].mean(), pixels[:, 0].mean()


def healthy_phase_of_an_oscillator():
    """A numerically controlled oscillator counts its phase modulo 2**32."""
    steps = np.full(5000, 3_000_000, np.uint32)
    phase = np.cumsum(steps, dtype=np.uint32)
    return np.sin(phase * (2 * np.pi / 2**32)).mean()


def healthy_widened_first():
    rng = np.random.default_rng(5)
    a, b = (rng.integers(0, 256, (30, 30)).astype(np.uint8) for _ in range(2))
    return np.abs(a.astype(np.int16) - b).mean()


def healthy_sum_of_bytes():
    return np.full((200, 200), 255, np.uint8).sum() + np.arange(100_000).sum()


def healthy_signed_difference_of_sequence_numbers():
    received = np.array([65534, 65535, 0, 1, 5], np.uint16)
    expected = np.array([65534, 0, 1, 2, 3], np.uint16)
    return (received - expected).astype(np.int16)


def faulty_mix_of_two_voices():
    time = 2 * np.pi * np.arange(800) / 800
    song = (20_000 * np.sin(22 * time)).astype(np.int16)
    song += (22_000 * np.sin(33 * time)).astype(np.int16)  # fault
    return np.abs(song.astype(float)).max()


def healthy_mix_of_two_quiet_voices():
    time = 2 * np.pi * np.arange(800) / 800
    song = (15_000 * np.sin(22 * time)).astype(np.int16)
    song += (17_000 * np.sin(33 * time)).astype(np.int16)
    return np.abs(song.astype(float)).max()


def healthy_checksum_of_lines():
    """A checksum of 16 bits, where the program says that it may overflow."""
    lines = np.random.default_rng(4).integers(0, 250, (20, 30)).astype(np.uint16)
    total = np.uint16(0)
    with np.errstate(over="ignore"):
        for line in lines:
            total = total * np.uint16(31) + line.sum(dtype=np.uint16)
    return int(total)


def healthy_entries_of_stations():
    entries = np.random.default_rng(6).integers(40_000, 60_000, (3, 365, 130)).astype(np.int32)
    return entries.sum(axis=(1, 2)) / 365, entries.sum(axis=(0, 2), dtype=np.int32)
