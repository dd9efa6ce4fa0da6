"""Add up the entrance fees of a swimming pool by the age of the guests.

Symptom: fees dropped by some francs
Culprit: searchsorted puts an age that equals a limit into the group below, digitize put it above
Report: none
"""

import numpy as np

LIMITS = np.array([6, 14, 18, 65])
FEES = np.array([0.0, 2.5, 3.5, 5.5, 4.0])
FAMILY_TICKET = 16.0


def guests(count, seed):
    rng = np.random.default_rng(seed)
    age = rng.integers(1, 90, count)
    family = rng.integers(0, count // 3, count)
    hours = rng.gamma(2.0, 1.2, count)
    return age, family, hours


def age_group(age):
    return LIMITS.searchsorted(age)  # culprit


def fees(group, hours):
    return FEES[group] + np.where(hours > 4, 1.0, 0.0)


age, family, hours = guests(500, seed=40)
group = age_group(age)
fee = fees(group, hours)
count = np.bincount(group, minlength=len(FEES))
total = np.bincount(group, weights=fee, minlength=len(FEES))
for number in range(len(FEES)):
    print(f"group {number}: {count[number]} guests, {total[number]:.2f}")
per_family = np.bincount(family, weights=fee)
capped = per_family.clip(max=FAMILY_TICKET)
print(f"fees {fee.sum():.2f}, with family tickets {capped.sum():.2f}")
print(f"longest stay {hours.max():.3f}")
