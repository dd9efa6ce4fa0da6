"""Compare the mean yearly yield of three small companies by the geometric mean of their yearly yields.

Symptom: the mill and the dairy have a mean yield of nan, only the bakery has a number.
Culprit: gmean takes logarithms, and it is given yields such as -0.03 instead of factors such as 0.97.
Report: none
"""

from collections.abc import Iterator

import numpy as np
from scipy import stats

YEARS = range(2012, 2026)


def yields(seed: int, mean: float, spread: float) -> Iterator[float]:
    """Yield what a euro earned in each year, as a part of 1."""
    rng = np.random.default_rng(seed)
    for year in YEARS:
        shock = -0.05 if year in (2020, 2022) else 0.0
        yield mean + shock + spread * float(rng.standard_normal())


class Company:
    def __init__(self, name: str, earned: Iterator[float]) -> None:
        self.name = name
        self.earned = np.fromiter(earned, dtype=float)

    def value(self) -> np.ndarray:
        """Return what 1000 euros have become by the end of each year."""
        return 1000 * np.cumprod(1 + self.earned)

    def mean_yield(self) -> float:
        return float(stats.gmean(self.earned))  # culprit

    def years_to_double(self) -> float:
        return np.log(2) / np.log1p(self.mean_yield())


companies = [
    Company("mill", yields(4, 0.05, 0.06)),
    Company("bakery", yields(9, 0.09, 0.01)),
    Company("dairy", yields(2, 0.03, 0.03)),
]
for company in companies:
    print(
        f"{company.name:7s} 1000 euros became {company.value()[-1]:7.2f}, mean yield {company.mean_yield():7.2%}, "
        f"doubles in {company.years_to_double():5.1f} years"
    )
print("best:", max(companies, key=lambda company: company.value()[-1]).name)
