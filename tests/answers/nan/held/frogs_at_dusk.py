"""Tell how much the pitches of frogs at dusk differ from those at noon, by their Kullback-Leibler divergence.

Symptom: the divergence is inf for each of the three ponds.
Culprit: the pitches at noon leave bins empty in which there are pitches at dusk: their share is divided by 0.
Report: TheAlgorithms/Python#14874 (the divergence of two histograms is inf or nan for a bin without values)
"""

from dataclasses import dataclass

import numpy as np
from scipy.stats import entropy

EDGES = np.arange(200, 3_001, 100)


@dataclass
class Pond:
    """Pitches in Hz that were heard at a pond."""

    name: str
    noon: np.ndarray
    dusk: np.ndarray

    @classmethod
    def listen(cls, name, rng):
        noon = rng.normal(900, 180, 220)
        dusk = np.concatenate([rng.normal(950, 200, 300), rng.normal(2_300, 150, 120)])
        return cls(name, noon, dusk)


def shares(pitches):
    counts, _ = np.histogram(pitches, bins=EDGES)
    return counts / counts.sum()  # culprit


def difference(pond):
    return entropy(shares(pond.dusk), shares(pond.noon), base=2)  # culprit, too


rng = np.random.default_rng(17)
ponds = [Pond.listen(name, rng) for name in ("quarry", "mill", "forest")]
bits = np.array([difference(pond) for pond in ponds])
for pond, value in zip(ponds, bits, strict=True):
    print(f"{pond.name:<8}{value:.3f} bits")
print(f"mean {bits.mean():.3f} bits, least {bits.min():.3f}")
