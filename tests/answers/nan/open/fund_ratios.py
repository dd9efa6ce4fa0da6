"""Divides the returns of two funds by those of their benchmark, day by day.

Symptom: the table of ratios has three columns instead of two and holds nothing but NaN, and so do the means
Culprit: dividing two DataFrames pairs columns by name (A, B with I), and no name occurs in both; .div(benchmark['I'], axis=0) is meant
Report: https://py4u.org/questions/75943587/
"""

import numpy as np
import pandas as pd


def load_benchmark(days, seed):
    """Daily returns of the index, in percent."""
    rng = np.random.default_rng(seed)
    values = rng.choice([-1, 1], len(days)) * rng.uniform(0.3, 2.0, len(days))
    return pd.DataFrame({"I": values}, index=days)


def load_funds(benchmark, seed):
    """Daily returns of two funds, in percent."""
    rng = np.random.default_rng(seed)
    index = benchmark["I"]
    return pd.DataFrame(
        {
            "A": 1.2 * index + rng.normal(0, 0.2, len(index)),
            "B": 0.7 * index + rng.normal(0, 0.3, len(index)),
        },
        index=benchmark.index,
    )


def ratios(funds, benchmark):
    """Each fund's return over the index's on the same day."""
    return funds / benchmark  # culprit


def tracking_error(funds, benchmark):
    """Standard deviation of the difference to the index."""
    return {name: (funds[name] - benchmark["I"]).std() for name in funds.columns}


def main():
    days = pd.bdate_range("2021-01-04", periods=40)
    benchmark = load_benchmark(days, seed=1)
    funds = load_funds(benchmark, seed=2)
    for name, error in tracking_error(funds, benchmark).items():
        print(f"tracking error of {name}: {error:.3f}")
    table = ratios(funds, benchmark)
    print(table.head().round(3).to_string())
    print("mean ratios:")
    print(table.mean().round(3).to_string())


if __name__ == "__main__":
    main()
