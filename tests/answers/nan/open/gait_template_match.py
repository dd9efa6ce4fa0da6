"""Match steps from a wrist accelerometer against stored gait templates.

Culprit: int16 squared differences wrap negative, square root gives NaN
Report: github.com/miczza/AWarp/issues/3 (and numpy/numpy#14287, #17452)
"""

from dataclasses import dataclass, field

import numpy as np


@dataclass
class Recorder:
    rate_hz: int = 50
    full_scale_g: float = 2.0
    counts: int = 32768

    def quantise(self, signal_g):
        scaled = np.clip(signal_g / self.full_scale_g, -1, 1) * (self.counts - 1)
        return scaled.astype(np.int16)


@dataclass
class Matcher:
    band: int = 6
    templates: dict = field(default_factory=dict)

    def add(self, name, samples):
        self.templates[name] = samples

    def local_costs(self, a, b):
        return (a[:, None] - b[None, :]) ** 2  # culprit

    def warp_cost(self, a, b):
        cost = self.local_costs(a, b)
        n, m = cost.shape
        total = np.full((n + 1, m + 1), np.inf)
        total[0, 0] = 0.0
        for i in range(1, n + 1):
            lo, hi = max(1, i - self.band), min(m, i + self.band)
            for j in range(lo, hi + 1):
                best = min(total[i - 1, j], total[i, j - 1], total[i - 1, j - 1])
                total[i, j] = cost[i - 1, j - 1] + best
        return np.sqrt(total[n, m])

    def rank(self, samples):
        scores = {k: self.warp_cost(samples, t) for k, t in self.templates.items()}
        return sorted(scores.items(), key=lambda kv: kv[1])


def step(kind, length, rng):
    t = np.linspace(0, 2 * np.pi, length)
    shapes = {
        "walk": 0.6 * np.sin(t) + 0.2 * np.sin(2 * t),
        "run": 1.4 * np.sin(t) - 0.5 * np.cos(3 * t),
        "stairs": 0.5 * np.sign(np.sin(t)) + 0.3 * np.sin(4 * t),
    }
    return shapes[kind] + 0.03 * rng.standard_normal(length)


def main():
    rng = np.random.default_rng(8)
    rec = Recorder()
    matcher = Matcher()
    for kind in ("walk", "run", "stairs"):
        matcher.add(kind, rec.quantise(step(kind, 40, rng)))
    scores = []
    for kind in ("walk", "stairs", "run"):
        ranked = matcher.rank(rec.quantise(step(kind, 42, rng)))
        scores.append([s for _, s in ranked])
        print(f"{kind:8s}", " ".join(f"{n}={s:.1f}" for n, s in ranked))
    mean_score = float(np.mean(scores))
    print("mean score", mean_score)


if __name__ == "__main__":
    main()
