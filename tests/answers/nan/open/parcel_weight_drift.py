"""Does the weight distribution of parcels drift from month to month? Kullback-Leibler check.

Every month is compared with the January reference by scipy.stats.entropy.
Symptom: the drift score of every month but January is inf and the alarm always rings.
Culprit: no pseudo-count (PSEUDO_COUNT = 0.0) is added, and the heaviest bins of the small reference sample are
empty, so the relative entropy is infinite.
Report: none
"""

import numpy as np
from scipy.stats import entropy

PSEUDO_COUNT = 0.0  # culprit
ALARM_LEVEL = 0.08
EDGES = np.array([0, 0.25, 0.5, 1, 2, 3, 5, 8, 12, 20, 32], dtype=float)
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun"]


def sample_month(rng, k):
    size = 30 if k == 0 else 4000
    return np.clip(rng.lognormal(mean=0.3 + 0.02 * k, sigma=0.95, size=size), 0.01, 31.9)


def distribution(weights):
    counts, _ = np.histogram(weights, bins=EDGES)
    smoothed = counts + PSEUDO_COUNT
    return smoothed / smoothed.sum()


class DriftMonitor:
    def __init__(self, reference):
        self.reference = distribution(reference)
        self.history = []

    def score(self, weights):
        value = float(entropy(distribution(weights), self.reference))
        self.history.append(value)
        return value

    def mean_score(self):
        return float(np.mean(self.history))


def main():
    rng = np.random.default_rng(424)
    months = [sample_month(rng, k) for k in range(len(MONTHS))]
    monitor = DriftMonitor(months[0])
    print("reference:", np.round(monitor.reference, 3).tolist())
    for name, weights in zip(MONTHS, months):
        value = monitor.score(weights)
        flag = "ALARM" if value > ALARM_LEVEL else "ok"
        print(f"{name}: n = {len(weights):>4}  drift = {value:.4f}  {flag}")
    print(f"mean drift: {monitor.mean_score():.4f}")


if __name__ == "__main__":
    main()
