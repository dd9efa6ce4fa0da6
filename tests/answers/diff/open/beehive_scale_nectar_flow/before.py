"""Reads the hive scale of an apiary, removes the beekeeper's interventions and the
daily rhythm, and reports the net nectar flow of each week."""

import numpy as np

SAMPLES_PER_DAY = 24
DAYS = 42


def record(seed):
    rng = np.random.default_rng(seed)
    t = np.arange(DAYS * SAMPLES_PER_DAY)
    day = t / SAMPLES_PER_DAY
    flow = 14 / (1 + np.exp(-(day - 18) / 3.5)) - 0.08 * day
    rhythm = 0.55 * np.sin(2 * np.pi * (day - 0.3))
    w = 38 + flow + rhythm + rng.normal(0, 0.05, t.size)
    w[t >= 10 * SAMPLES_PER_DAY] += 6.4  # a super was added
    w[t >= 29 * SAMPLES_PER_DAY] -= 11.2  # honey taken off
    return w


raw = record(11)

# interventions: jumps of more than 3 kg between two samples
jumps = np.diff(raw)
where = np.flatnonzero(np.abs(jumps) > 3) + 1
cleaned = raw.copy()
for i in where:
    cleaned[i:] -= raw[i] - raw[i - 1]

# daily rhythm: average deviation from the day's mean
table = cleaned.reshape(DAYS, SAMPLES_PER_DAY)
dev = table - table.mean(axis=1, keepdims=True)
rhythm = dev.mean(axis=0)
flat = (table - rhythm).ravel()

print("interventions at hours", where.tolist())
for i in where:
    print("  step of %.2f kg" % (raw[i] - raw[i - 1]))
for week in range(DAYS // 7):
    a = week * 7 * SAMPLES_PER_DAY
    b = a + 7 * SAMPLES_PER_DAY - 1
    print("week %d: %+.2f kg" % (week + 1, flat[b] - flat[a]))
print("rhythm span %.3f kg" % (rhythm.max() - rhythm.min()))
print("total gain %.2f kg, raw difference %.2f kg" % (flat[-1] - flat[0], raw[-1] - raw[0]))
