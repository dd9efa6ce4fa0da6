"""Long-run distribution of shared bicycles over the districts of a town.

Symptom: The number is wrong.
Culprit: Rows divided by row sums without keepdims: square matrix is scaled by column instead.
Report: none
"""

import numpy as np

DISTRICTS = ["centre", "station", "campus", "harbour", "hills"]


def trip_counts(seed=12):
    rng = np.random.default_rng(seed)
    size = np.array([900, 700, 420, 150, 60])
    attraction = np.array([1.0, 1.4, 0.8, 0.3, 0.1])
    mean = size[:, None] * attraction[None, :] / attraction.sum()
    mean += np.diag(size * 0.6)
    return rng.poisson(mean).astype(float)


def transition_matrix(trips):
    departures = trips.sum(axis=1)
    return trips / departures  # culprit


def long_run(matrix, steps=200):
    state = np.full(len(matrix), 1.0 / len(matrix))
    for _ in range(steps):
        state = state @ matrix
        state = state / state.sum()
    return state


def bikes_needed(state, fleet):
    return np.round(fleet * state).astype(int)


def main():
    trips = trip_counts()
    matrix = transition_matrix(trips)
    state = long_run(matrix)
    for name, share, bikes in zip(DISTRICTS, state, bikes_needed(state, 600)):
        print(f"{name:8s} {100 * share:5.1f} %  {bikes:4d} bicycles")
    print(f"share of the hills district: {state[-1]:.4f}")


if __name__ == "__main__":
    main()
