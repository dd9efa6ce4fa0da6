"""Checksum of a record the way the old loggers compute it: sixteen bits that wrap around.

Symptom: none
Culprit: none
Tempts: a question could accuse this: uint16 wraps around on purpose.
Report: numpy/numpy#20634
"""

import numpy as np

rng = np.random.default_rng(20)


def checksum(data):
    """Fletcher-like sum, modulo 65536 by the type itself."""
    low = np.cumsum(data.astype(np.uint16), dtype=np.uint16)
    high = np.cumsum(low, dtype=np.uint16)
    return int(high[-1]) << 16 | int(low[-1])


def slow_checksum(data):
    low = high = 0
    for byte in data.tolist():
        low = (low + byte) % 65536
        high = (high + low) % 65536
    return high << 16 | low


record = rng.integers(0, 256, 5000).astype(np.uint8)
value = checksum(record)
assert value == slow_checksum(record)

damaged = record.copy()
damaged[1234] ^= 1
print("bytes:", record.size, " plain sum:", int(record.sum(dtype=np.int64)))
print("damage is seen:", checksum(damaged) != value)
print("checksum:", value)
