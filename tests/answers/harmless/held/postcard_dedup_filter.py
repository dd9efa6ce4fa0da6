"""Find repeated postcard captions with a Bloom filter built on hand-written integer hashes.

Counts the duplicates in a seeded stream and estimates the number of distinct captions.
Symptom: none
Culprit: none
Tempts: FNV-1a and the multiplicative mixer wrap around in uint64 / uint32 on purpose; overflow is how these hashes work. The builtin hash is not used.
Report: none
"""

import numpy as np

FNV_OFFSET = np.uint64(14695981039346656037)
FNV_PRIME = np.uint64(1099511628211)


def fnv1a(text):
    value = FNV_OFFSET
    with np.errstate(over="ignore"):
        for byte in text.encode():
            value = (value ^ np.uint64(byte)) * FNV_PRIME
    return value


def mix32(values):
    x = np.asarray(values, dtype=np.uint32)
    x = (x ^ (x >> np.uint32(16))) * np.uint32(0x7FEB352D)
    x = (x ^ (x >> np.uint32(15))) * np.uint32(0x846CA68B)
    return x ^ (x >> np.uint32(16))


class BloomFilter:
    def __init__(self, bits=1 << 13, probes=4):
        self.table = np.zeros(bits, dtype=bool)
        self.probes = probes

    def positions(self, text):
        h = int(fnv1a(text))
        low, high = h & 0xFFFFFFFF, h >> 32
        seeds = (low + np.arange(self.probes) * high) & 0xFFFFFFFF
        return mix32(seeds) % np.uint32(self.table.size)

    def add(self, text):
        where = self.positions(text)
        seen = bool(self.table[where].all())
        self.table[where] = True
        return seen

    def estimate(self):
        m, x = self.table.size, int(self.table.sum())
        return -m / self.probes * np.log(1 - x / m)


def captions(n=1500, seed=1907):
    rng = np.random.default_rng(seed)
    places = ["Brighton", "Ostend", "Capri", "Bergen", "Sitges", "Rapallo"]
    sights = ["pier", "beach at dusk", "old harbour", "promenade", "casino"]
    for _ in range(n):
        yield f"{places[rng.integers(6)]}, {sights[rng.integers(5)]}, no. {rng.integers(1, 30)}"


def main():
    bloom, truth, repeated, wrong = BloomFilter(), set(), 0, 0
    for text in captions():
        seen = bloom.add(text)
        repeated += seen
        wrong += seen and text not in truth
        truth.add(text)
    print("hash of 'Capri':", hex(int(fnv1a("Capri"))))
    print("mixed 1..4:", mix32([1, 2, 3, 4]).tolist())
    print("repeated:", repeated, " false alarms:", wrong)
    print(f"distinct: {len(truth)}, estimated {bloom.estimate():.1f}")


if __name__ == "__main__":
    main()
