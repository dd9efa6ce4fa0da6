"""Summarises how long the patients of a clinic wait and how far the 90 % point is above the target.

Symptom: none
Culprit: none
Tempts: `check-up` could accuse what its twin of `faults/` does wrong, and this does right.
Report: none
"""

import numpy as np

TARGET_MINUTES = 45.0


def simulate_waits(patients=1200, seed=4):
    generator = np.random.default_rng(seed)
    triage = generator.choice([1, 2, 3], size=patients, p=[0.1, 0.35, 0.55])
    typical = np.array([4.0, 18.0, 32.0])[triage - 1]
    waits = generator.gamma(shape=2.5, scale=typical / 2.5, size=patients)
    return triage, waits


def describe(waits, share):
    """Median, the wait that `share` of the patients do not exceed, and the mean."""
    return {
        "median": float(np.median(waits)),
        "mean": float(np.mean(waits)),
        "upper": float(np.percentile(waits, 100 * share)),
    }


def within_target(waits):
    return float(np.mean(waits <= TARGET_MINUTES))


def report(label, waits, share=0.9):
    summary = describe(waits, share)
    print(
        f"{label:<10} n={waits.size:4d} mean {summary['mean']:5.1f}"
        f" median {summary['median']:5.1f}"
        f" {share:.0%} wait at most {summary['upper']:5.1f} min"
        f" in target {within_target(waits):.1%}"
    )
    return summary


def main():
    triage, waits = simulate_waits()
    everyone = report("all", waits)
    for category in (1, 2, 3):
        report(f"triage {category}", waits[triage == category])

    excess = max(0.0, everyone["upper"] - TARGET_MINUTES)
    print(f"minutes above the target at the 90 % point: {excess:.1f}")


if __name__ == "__main__":
    main()
