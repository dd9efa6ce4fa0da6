"""Finds the most likely sequence of a machine's states from the noises heard each minute.

Symptom: none
Culprit: none
Tempts: log(0) = -inf in the tables with the warning silenced; forbidden changes of state have probability 0 on purpose, -inf only ever loses in a maximum and is never subtracted or multiplied, and the best path is finite
Report: none
"""

import numpy as np

STATES = ["off", "warming", "running", "cooling"]
NOISES = ["none", "hum", "rattle"]

START = np.array([1.0, 0.0, 0.0, 0.0])
CHANGE = np.array(
    [
        [0.90, 0.10, 0.00, 0.00],
        [0.00, 0.75, 0.25, 0.00],
        [0.00, 0.00, 0.93, 0.07],
        [0.30, 0.00, 0.00, 0.70],
    ]
)
HEARD = np.array(
    [
        [0.95, 0.05, 0.00],
        [0.25, 0.65, 0.10],
        [0.02, 0.38, 0.60],
        [0.40, 0.58, 0.02],
    ]
)


def simulate(minutes, seed):
    """States and noises of a run of the machine."""
    rng = np.random.default_rng(seed)
    states, noises, state = [], [], 0
    for _ in range(minutes):
        states.append(state)
        noises.append(rng.choice(3, p=HEARD[state]))
        state = rng.choice(4, p=CHANGE[state])
    return np.array(states), np.array(noises)


def logarithm(table):
    """Natural logarithm, with -inf for what cannot happen."""
    with np.errstate(divide="ignore"):
        return np.log(table)


def most_likely(noises):
    """Best path of states and its log-probability."""
    start, change, heard = logarithm(START), logarithm(CHANGE), logarithm(HEARD)
    score = start + heard[:, noises[0]]
    origins = []
    for noise in noises[1:]:
        options = score[:, None] + change
        origins.append(options.argmax(axis=0))
        score = options.max(axis=0) + heard[:, noise]
    path = [int(score.argmax())]
    for origin in reversed(origins):
        path.append(int(origin[path[-1]]))
    return np.array(path[::-1]), score.max()


def main():
    states, noises = simulate(240, seed=27)
    path, score = most_likely(noises)
    print(f"log-probability of the best path: {score:.2f}")
    print(f"minutes named rightly: {np.mean(path == states):.1%}")
    for number, name in enumerate(STATES):
        print(f"{name:8s} {np.sum(path == number):4d} minutes found, {np.sum(states == number):4d} true")
    print("forbidden changes on the path:", int(np.sum(CHANGE[path[:-1], path[1:]] == 0)))


if __name__ == "__main__":
    main()
