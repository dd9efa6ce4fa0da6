"""Summarises auction results of violins by maker: robust average, spread, the
record price and how far the record lies above the usual price.

Symptom: none
Culprit: none
Tempts: in-place clipping on a working array in a helper function
"""

import numpy as np

MAKERS = ["Gasparo", "Jacobus", "Nicolo", "Carlo", "Testore"]


class Catalogue:
    """Prices by maker, all lots in one array with an offset per maker."""

    def __init__(self, rng):
        sizes = rng.integers(40, 90, len(MAKERS))
        level = rng.uniform(9.5, 12.0, len(MAKERS))
        self.bounds = np.concatenate([[0], np.cumsum(sizes)])
        self.price = np.concatenate([rng.lognormal(m, 0.55, n) for m, n in zip(level, sizes)]).round(-1)

    def lots(self, k):
        return self.price[self.bounds[k] : self.bounds[k + 1]]


def robust_mean(values, share=0.05):
    low, high = np.quantile(values, [share, 1 - share])
    work = np.array(values)
    np.clip(work, low, high, out=work)
    return work.mean(), work.std(ddof=1)


def describe(catalogue):
    rows = []
    for k, maker in enumerate(MAKERS):
        lots = catalogue.lots(k)
        usual, spread = robust_mean(lots)
        record = lots.max()
        rows.append((maker, lots.size, usual, spread, record, record / usual))
    return rows


def main():
    rng = np.random.default_rng(1737)
    catalogue = Catalogue(rng)
    print(f"{'maker':9s} lots    usual   spread   record  times")
    for maker, n, usual, spread, record, times in describe(catalogue):
        print(f"{maker:9s} {n:4d} {usual:8.0f} {spread:8.0f} {record:8.0f} {times:6.2f}")
    total = catalogue.price.sum()
    print(f"turnover {total:.0f}, house fee {0.18 * total:.0f}")
    print(f"dearest lot number {catalogue.price.argmax() + 1}")


if __name__ == "__main__":
    main()
