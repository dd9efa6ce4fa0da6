"""Tells how strongly the four sensors of a river station move together.

Symptom: none
Culprit: none
Tempts: `check-up` could accuse what its twin of `faults/` does wrong, and this does right.
Report: none
"""

import numpy as np

SENSORS = ["conductivity", "turbidity", "oxygen", "nitrate"]


def make_table(hours=240, seed=23):
    """Hourly readings, one row an hour and one column a sensor, in standard units."""
    generator = np.random.default_rng(seed)
    storm = np.cumsum(generator.normal(0.0, 0.3, hours))
    storm -= storm.mean()
    loadings = np.array([-0.9, 1.1, -0.5, 0.8])
    noise = generator.normal(0.0, 0.9, (hours, len(SENSORS)))
    return storm[:, None] * loadings + noise


def standardise(table):
    return (table - table.mean(axis=0)) / table.std(axis=0)


def correlation_summary(table):
    matrix = np.corrcoef(table, rowvar=False)
    size = matrix.shape[0]
    pairs = matrix[~np.eye(size, dtype=bool)]
    eigenvalues = np.linalg.eigvalsh(matrix)[::-1]
    return {
        "mean_strength": float(np.mean(np.abs(pairs))),
        "strongest": float(np.max(np.abs(pairs))),
        "first_share": float(eigenvalues[0] / np.sum(eigenvalues)),
    }


def main():
    table = make_table()
    print(f"{table.shape[0]} hourly rows of {len(SENSORS)} sensors")
    for name, column in zip(SENSORS, table.T):
        print(f"  {name:<13} mean {column.mean():6.2f}  spread {column.std():5.2f}")

    summary = correlation_summary(standardise(table))
    print(f"mean |correlation| between sensors: {summary['mean_strength']:.3f}")
    print(f"strongest |correlation|:            {summary['strongest']:.3f}")
    print(f"variance on the first component:    {summary['first_share']:.1%}")


if __name__ == "__main__":
    main()
