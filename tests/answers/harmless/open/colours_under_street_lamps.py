"""Sort the colours of cars as a street camera sees them into few groups, in single precision.

Symptom: none
Culprit: none
Tempts: precision and diff may accuse the single precision and the order of sums; the groups are the same either way.
Report: none
"""

import numpy as np

PAINTS = {
    "white": (0.9, 0.9, 0.88),
    "red": (0.7, 0.1, 0.12),
    "blue": (0.1, 0.2, 0.6),
    "black": (0.05, 0.05, 0.06),
}


def snapshots(seed, count=600):
    """Colours of cars under yellow lamps, with the noise of the sensor; overexposed ones are masked."""
    rng = np.random.default_rng(seed)
    paint = rng.integers(0, len(PAINTS), count)
    lamp = np.array([1.0, 0.85, 0.55])
    colours = np.array(list(PAINTS.values()))[paint] * lamp
    colours = colours + rng.normal(0, 0.03, colours.shape)
    glare = rng.random(count) < 0.05
    colours[glare] = np.inf
    return np.ma.masked_invalid(colours.astype(np.float32)), paint


def start_far_apart(colours, groups):
    """Begin with the first colour and then always the one farthest from those chosen."""
    chosen = [colours[0]]
    distance = np.full(len(colours), np.inf, dtype=np.float32)
    while len(chosen) < groups:
        distance = np.minimum(distance, np.sum((colours - chosen[-1]) ** 2, axis=1))
        chosen.append(colours[distance.argmax()])
    return np.array(chosen)


def grouped(colours, groups, rounds=20):
    """Lloyd's algorithm; an empty group keeps its centre."""
    centres = start_far_apart(colours, groups)
    previous = np.inf
    for _ in range(rounds):
        distance = np.sum((colours[:, None] - centres) ** 2, axis=2)
        group = distance.argmin(axis=1)
        for k in range(groups):
            members = colours[group == k]
            if len(members):
                centres[k] = members.mean(axis=0, dtype=np.float32)
        cost = float(distance.min(axis=1).sum())
        if previous - cost < 1e-6 * cost:
            break
        previous = cost
    return centres, group, cost


def named(centre):
    """The paint that looks most like a centre under the lamps."""
    lamp = np.array([1.0, 0.85, 0.55])
    paints = np.array(list(PAINTS.values())) * lamp
    return list(PAINTS)[int(np.sum((paints - centre) ** 2, axis=1).argmin())]


masked, paint = snapshots(seed=1882)
hidden = masked.mask.any(axis=1)
print(f"{hidden.sum()} of {len(masked)} cars overexposed")
print("brightest known value:", f"{masked.max():.2f}")
colours = masked.data[~hidden]
centres, group, cost = grouped(colours, groups=len(PAINTS))
for k in sorted(range(len(PAINTS)), key=lambda k: named(centres[k])):
    values = " ".join(f"{value:.2f}" for value in centres[k])
    print(f"{named(centres[k]):6s} {np.sum(group == k):4d} cars, centre {values}")
truth = np.array(list(PAINTS))[paint[~hidden]]
found = np.array([named(centre) for centre in centres])[group]
print(f"right: {np.mean(truth == found):.3f}, mean square {cost / len(colours):.4f}")
