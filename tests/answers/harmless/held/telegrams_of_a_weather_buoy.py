"""Check the telegrams of a weather buoy by their checksums and put their counters in order.

Symptom: none
Culprit: none
Tempts: `nan` or `check-up` could accuse products of 32 bits and counters of 8 bits that wrap; both are meant to.
Report: none
"""

import numpy as np

OFFSET, PRIME = np.uint32(2166136261), np.uint32(16777619)


def checksums(words):
    """Return the FNV hash of each row of bytes, modulo 2**32."""
    state = np.full(len(words), OFFSET, dtype=np.uint32)
    for column in words.T:
        np.bitwise_xor(state, column.astype(np.uint32), out=state)
        np.multiply(state, PRIME, out=state)
    return state


class Generator:
    """The noise generator of the buoy's own firmware: x -> 1664525 x + 1013904223, modulo 2**32."""

    def __init__(self, seed):
        self.state = np.array([seed], dtype=np.uint32)

    def next_byte(self):
        self.state *= np.uint32(1664525)
        self.state += np.uint32(1013904223)
        return np.uint8(self.state[0] >> 24)


def telegrams(generator, number=900):
    """Return telegrams of counter, temperature, two bytes of pressure and wind, and their checksums."""
    words = np.empty((number, 5), dtype=np.uint8)
    words[:, 0] = np.arange(number) & 0xFF
    time = np.arange(number) / 60.0
    words[:, 1] = np.round(40 + 9 * np.sin(time))
    pressure = np.round(10132 + 80 * np.cos(time / 3)).astype(np.uint16)
    words[:, 2], words[:, 3] = pressure >> 8, pressure & 0xFF
    for row in words:
        row[4] = generator.next_byte() // 8
    return words, checksums(words)


def through_the_air(rng, words):
    """Spoil some bytes and drop some telegrams, but never more than 100 in a row."""
    heard = words.copy()
    spoilt = rng.choice(len(words), 40, replace=False)
    heard[spoilt, rng.integers(0, 5, 40)] ^= np.uint8(1) << rng.integers(0, 8, 40).astype(np.uint8)
    kept = rng.random(len(words)) > 0.1
    return heard, kept


def unrolled(counter):
    """Return whole numbers from a counter that starts again at 256."""
    steps = np.diff(counter)  # of 8 bits: 2 - 254 is 4
    return np.concatenate([[0], np.cumsum(steps, dtype=np.int64)])


def main():
    rng = np.random.default_rng(1013)
    words, sums = telegrams(Generator(20))
    heard, kept = through_the_air(rng, words)
    good = kept & (checksums(heard) == sums)
    place = unrolled(heard[good, 0])
    assert np.array_equal(place, np.flatnonzero(good) - np.flatnonzero(good)[0])
    pressure = (heard[good, 2].astype(np.uint16) << 8 | heard[good, 3]) / 10.0
    print(f"{np.count_nonzero(good)} of {len(words)} telegrams are good, last is number {place[-1]}")
    print(f"pressure {pressure.mean():.3f} hPa, lowest {pressure.min():.1f}")
    print(f"temperature {heard[good, 1].mean() / 2 - 10:.3f}, wind {heard[good, 4].mean():.3f}")
    print(f"checksum of all: {np.bitwise_xor.reduce(sums):08x}")


if __name__ == "__main__":
    main()
