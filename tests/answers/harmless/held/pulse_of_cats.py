"""Compare the pulse of cats before and after a visit of the vet; some cats ran away and were not measured.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the readings that are missing, which `nan_policy="omit"` leaves out of each test.
Report: none (a question asked often: tests of SciPy on data with gaps)
"""

from typing import NamedTuple

import numpy as np
from scipy import stats


class Visit(NamedTuple):
    """Pulse of cats in beats a minute; nan where a cat was not measured."""

    before: np.ndarray
    after: np.ndarray

    @classmethod
    def of(cls, cats, seed):
        rng = np.random.default_rng(seed)
        before = rng.normal(175, 15, cats)
        after = before + rng.normal(22, 12, cats)
        after[rng.random(cats) < 0.15] = np.nan
        before[rng.random(cats) < 0.1] = np.nan
        return cls(before.round(), after.round())

    def complete(self):
        both = ~np.isnan(self.before) & ~np.isnan(self.after)
        return self.before[both], self.after[both]


def describe(name, values):
    mean, spread = np.nanmean(values), np.nanstd(values, ddof=1)
    print(f"{name:<7}{np.count_nonzero(~np.isnan(values)):3d} cats, {mean:.2f} +- {spread:.2f}")


visit = Visit.of(40, seed=5)
describe("before", visit.before)
describe("after", visit.after)
paired = stats.ttest_rel(visit.after, visit.before, nan_policy="omit")
print(f"paired: t {paired.statistic:.4f}, p {paired.pvalue:.3e}")
low, high = visit.complete()
ranks = stats.spearmanr(low, high)
print(f"rank correlation of {low.size} complete pairs: {ranks.statistic:.4f}")
print(f"median rise {np.nanmedian(visit.after - visit.before):.1f}")
