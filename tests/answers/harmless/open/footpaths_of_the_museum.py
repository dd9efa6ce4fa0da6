"""Draws the heat map of a museum floor from visitors' positions and lists the most
crowded tiles, the share of each hall and the evenness of the floor.

Symptom: none
Culprit: none
Tempts: a small float type for a map of counts
"""

import numpy as np

ROWS, COLS = 12, 18
HALLS = {"entrance": slice(0, 6), "masters": slice(6, 12), "modern": slice(12, 18)}


class FloorMap:
    def __init__(self, rows, cols, dtype):
        self.steps = np.zeros((rows, cols), dtype=dtype)

    def add(self, r, c):
        np.add.at(self.steps, (r, c), 1)

    def share(self, columns):
        whole = self.steps.sum(dtype=np.float64)
        return self.steps[:, columns].sum(dtype=np.float64) / whole

    def evenness(self):
        p = self.steps.astype(np.float64).ravel()
        p = p[p > 0] / p.sum()
        return -(p * np.log(p)).sum() / np.log(p.size)


def wander(rng, n_visitors, n_steps):
    """Everybody enters at the left and drifts slowly to the right."""
    r = rng.integers(4, 8, n_visitors)
    c = np.zeros(n_visitors, dtype=int)
    for _ in range(n_steps):
        r = np.clip(r + rng.integers(-1, 2, n_visitors), 0, ROWS - 1)
        c = np.clip(c + rng.choice([-1, 0, 1], n_visitors, p=[0.28, 0.4, 0.32]), 0, COLS - 1)
        yield r, c


def main():
    rng = np.random.default_rng(1506)
    floor = FloorMap(ROWS, COLS, np.float32)
    for r, c in wander(rng, n_visitors=2500, n_steps=150):
        floor.add(r, c)
    order = np.argsort(-floor.steps.ravel().astype(float), kind="stable")[:5]
    print("most crowded tiles")
    for k in order:
        row, col = divmod(int(k), COLS)
        print(f"  row {row:2d} column {col:2d}: {float(floor.steps[row, col]):.0f} steps")
    for hall, columns in HALLS.items():
        print(f"{hall:9s} {floor.share(columns):.3f}")
    print(f"evenness {floor.evenness():.4f}")


if __name__ == "__main__":
    main()
