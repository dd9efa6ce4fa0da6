"""Splits an orchestra's members into circles by the letters they exchange, with
the second eigenvector of the graph Laplacian, and describes the cut.

Symptom: none
Culprit: none
Tempts: a graph from an edge list in random order, eigh on a Laplacian
"""

import numpy as np
import pandas as pd

N_STRINGS, N_WINDS = 34, 22
N = N_STRINGS + N_WINDS


def correspondence(rng):
    """One row per pair: two members (in any order) and the letters exchanged."""
    section = np.repeat([0, 1], [N_STRINGS, N_WINDS])
    seat = rng.permutation(N)
    rows = []
    for i in range(N):
        for j in range(i + 1, N):
            same = section[i] == section[j]
            if rng.random() < (0.30 if same else 0.04):
                pair = (seat[i], seat[j]) if rng.random() < 0.5 else (seat[j], seat[i])
                rows.append((*pair, 1 + rng.poisson(4 if same else 1)))
    by_seat = np.empty(N, dtype=int)
    by_seat[seat] = section
    return pd.DataFrame(rows, columns=["first", "second", "letters"]), by_seat


def weights(pairs):
    w = np.zeros((N, N))
    for row in pairs.itertuples(index=False):
        w[[row.first, row.second], [row.second, row.first]] += row.letters
    return w


def split(w):
    lap = np.diag(w.sum(axis=1)) - w
    values, vectors = np.linalg.eigh(lap)
    fiedler = vectors[:, 1]
    return values, (fiedler > 0).astype(int), fiedler


def letters_across(pairs, side):
    crosses = side[pairs["first"]] != side[pairs["second"]]
    return pairs.loc[crosses, "letters"].sum() / pairs["letters"].sum()


def main():
    rng = np.random.default_rng(1791)
    pairs, section = correspondence(rng)
    values, side, fiedler = split(weights(pairs))
    agree = max((side == section).mean(), (side != section).mean())
    print(f"{len(pairs)} pairs wrote {pairs['letters'].sum()} letters")
    print("lowest eigenvalues", np.round(values[:4], 3))
    print(f"letters across the cut {letters_across(pairs, side):.3f}")
    print(f"agreement with the sections {agree:.3f}")
    print("members at the ends", np.argsort(fiedler)[[0, 1, -2, -1]])


if __name__ == "__main__":
    main()
