"""Turn relative pen moves into arm targets and measure the drawn path.

Symptom: The number is wrong.
Culprit: Arr[:] is a view, so each step also changes the stored previous target (153.2 instead of 224.4 mm).
Report: elephantrobotics/pymycobot#58
"""

import numpy as np

HOME = np.array([160.0, 0.0, 90.0])


def read_moves(n=40, seed=5):
    rng = np.random.default_rng(seed)
    moves = []
    for k in range(n):
        axis = "XY"[k % 2]
        moves.append((axis, float(np.round(rng.uniform(2, 9), 1))))
        if k % 10 == 9:
            moves.append(("Z", -2.0 if (k // 10) % 2 == 0 else 2.0))
    return moves


class Planner:
    axes = {"X": 0, "Y": 1, "Z": 2}

    def __init__(self, start):
        self.last = start.copy()
        self.targets = [start.copy()]

    def apply(self, axis, step):
        target = self.last[:]  # culprit
        target[self.axes[axis]] += step
        self.targets.append(target)
        self.last = target

    def run(self, moves):
        for axis, step in moves:
            self.apply(axis, step)
        return np.array(self.targets)


def path_length(targets):
    return np.linalg.norm(np.diff(targets, axis=0), axis=1).sum()


def bounding_box(targets):
    return targets.min(axis=0), targets.max(axis=0)


def main():
    moves = read_moves()
    targets = Planner(HOME).run(moves)
    low, high = bounding_box(targets)
    print("targets:", len(targets))
    print("box low ", low.round(1))
    print("box high", high.round(1))
    print("end point", targets[-1].round(1))
    print(f"path length {path_length(targets):.1f} mm")


if __name__ == "__main__":
    main()
