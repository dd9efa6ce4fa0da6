"""Split a text into verse and prose with a hidden Markov model, in logarithms.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the log of forbidden changes, which is -inf as it should be: such a path never wins.
Report: none
"""

import numpy as np

STATES = ["prose", "opening", "verse", "refrain"]

CHANGE = np.array(
    [
        [0.85, 0.15, 0.00, 0.00],
        [0.00, 0.00, 1.00, 0.00],
        [0.10, 0.00, 0.70, 0.20],
        [0.05, 0.00, 0.50, 0.45],
    ]
)
START = np.array([0.9, 0.1, 0.0, 0.0])
LENGTH = np.array([[70.0, 12.0], [30.0, 8.0], [34.0, 6.0], [26.0, 3.0]])  # letters of a line: mean and spread


def log(probability):
    with np.errstate(divide="ignore"):
        return np.log(probability)


def text(lines, rng):
    states = [rng.choice(4, p=START)]
    while len(states) < lines:
        states.append(rng.choice(4, p=CHANGE[states[-1]]))
    mean, spread = LENGTH[states].T
    return np.array(states), np.maximum(rng.normal(mean, spread), 3.0)


def emission(lengths):
    mean, spread = LENGTH.T
    return -0.5 * ((lengths[:, None] - mean) / spread) ** 2 - np.log(spread) - 0.5 * np.log(2 * np.pi)


def best_path(lengths):
    seen = emission(lengths)
    change = log(CHANGE)
    score = log(START) + seen[0]
    back = np.zeros((len(lengths), 4), dtype=int)
    for line in range(1, len(lengths)):
        candidates = score[:, None] + change
        back[line] = candidates.argmax(axis=0)
        score = candidates.max(axis=0) + seen[line]
    path = [int(score.argmax())]
    for line in range(len(lengths) - 1, 0, -1):
        path.append(int(back[line, path[-1]]))
    return np.array(path[::-1]), score.max()


def main():
    states, lengths = text(160, np.random.default_rng(1603))
    path, score = best_path(lengths)
    print(f"score {score:.4f}, right {np.mean(path == states):.4f}")
    for state, name in enumerate(STATES):
        print(
            f"{name:8s} {np.count_nonzero(path == state):3d} lines, {lengths[path == state].mean():.2f} letters"
        )


if __name__ == "__main__":
    main()
