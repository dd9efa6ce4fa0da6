"""Score humidity loggers in a museum store and rank the rooms.

Culprit: clip limit in the wrong unit (fraction for percent) makes a constant series, zscore NaN
Report: Q&A "Why normalization using Z-score in Pandas dataframe generates NaN columns?"
"""

from dataclasses import dataclass

import numpy as np
from scipy import signal, stats


@dataclass(frozen=True)
class Limits:
    low: float = 0.0
    high: float = 1.0  # culprit
    smooth: int = 7
    z_alarm: float = 2.5


ROOMS = {
    "paintings": (48.0, 1.5),
    "textiles": (51.0, 2.2),
    "archive": (44.5, 0.8),
    "ceramics": (55.0, 4.0),
}


def simulate(rng, hours=24 * 14):
    """Relative humidity in percent, as the loggers report it."""
    h = np.arange(hours)
    out = {}
    for room, (level, swing) in ROOMS.items():
        rh = level + swing * np.sin(2 * np.pi * h / 24) + 0.3 * rng.standard_normal(hours)
        out[room] = rh
    out["textiles"][200:212] += 9.0
    return out


class Scorer:
    def __init__(self, limits):
        self.limits = limits

    def clean(self, rh):
        clipped = np.clip(rh, self.limits.low, self.limits.high)
        return signal.medfilt(clipped, self.limits.smooth)

    def z(self, rh):
        return stats.zscore(self.clean(rh)[24:-24])

    def score(self, rh):
        z = self.z(rh)
        return {
            "alarms": int((np.abs(z) > self.limits.z_alarm).sum()),
            "peak": float(np.abs(z).max()),
            "kurtosis": float(stats.kurtosis(z)),
        }


def rank(scores):
    return sorted(scores, key=lambda room: scores[room]["peak"], reverse=True)


def main():
    data = simulate(np.random.default_rng(77))
    scorer = Scorer(Limits())
    scores = {room: scorer.score(rh) for room, rh in data.items()}
    for room in rank(scores):
        s = scores[room]
        print(f"{room:10s} alarms {s['alarms']:3d} peak {s['peak']:.2f} kurt {s['kurtosis']:.2f}")
    overall = np.mean([s["peak"] for s in scores.values()])
    print("building index", overall)


if __name__ == "__main__":
    main()
