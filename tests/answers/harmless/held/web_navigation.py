"""Share of visits per page of a library web site from click counts.

Symptom: none
Culprit: none
Tempts: a question could accuse this: twin of commuter_flows: division by axis-0 sums of a column-stochastic matrix.
Report: none
"""

import numpy as np

PAGES = ["home", "search", "record", "account", "help"]


def click_counts(seed=6):
    rng = np.random.default_rng(seed)
    mean = np.array(
        [
            [5, 60, 10, 25, 4],
            [20, 30, 90, 8, 3],
            [15, 45, 20, 30, 2],
            [12, 10, 6, 10, 2],
            [9, 6, 1, 3, 1],
        ]
    )
    return rng.poisson(mean * 8).astype(float)


def step_matrix(clicks):
    arriving = clicks.T
    leaving = arriving.sum(axis=0)
    return arriving / leaving


def long_run(matrix, steps=100):
    state = np.ones(len(matrix)) / len(matrix)
    for _ in range(steps):
        state = matrix @ state
    return state


def main():
    matrix = step_matrix(click_counts())
    state = long_run(matrix)
    for name, share in zip(PAGES, state):
        print(f"{name:8s} {100 * share:6.2f} %")
    print(f"sum of shares: {state.sum():.6f}")


if __name__ == "__main__":
    main()
