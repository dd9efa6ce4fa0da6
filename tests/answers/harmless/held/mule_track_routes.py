"""Shortest mule tracks between mountain huts, and the likeliest weather of a week's walk.

Floyd-Warshall on a distance matrix and a Viterbi path in log space (NumPy).
Symptom: none
Culprit: none
Tempts: unreachable pairs have distance inf and forbidden weather changes have log probability -inf; inf is only compared and added to inf, never subtracted, and the answers are finite or named "no track".
Report: none
"""

import numpy as np

HUTS = ["Alpe", "Bivio", "Capanna", "Dosso", "Eremo", "Forca"]
TRACKS = [
    ("Alpe", "Bivio", 3.5),
    ("Bivio", "Capanna", 2.0),
    ("Alpe", "Capanna", 6.5),
    ("Capanna", "Dosso", 4.0),
    ("Eremo", "Forca", 2.5),
]

WEATHER = ["sun", "cloud", "storm"]
CHANGE = np.array([[0.7, 0.3, 0.0], [0.3, 0.4, 0.3], [0.0, 0.6, 0.4]])
SEEN = {"dry": np.array([0.9, 0.6, 0.0]), "wet": np.array([0.1, 0.4, 1.0])}


def distance_matrix():
    d = np.full((len(HUTS), len(HUTS)), np.inf)
    np.fill_diagonal(d, 0.0)
    for a, b, hours in TRACKS:
        i, j = HUTS.index(a), HUTS.index(b)
        d[i, j] = d[j, i] = hours
    return d


def floyd_warshall(d):
    d = d.copy()
    for k in range(len(d)):
        d = np.minimum(d, d[:, k, None] + d[None, k, :])
    return d


def viterbi(observed):
    with np.errstate(divide="ignore"):
        move = np.log(CHANGE)
        emit = {k: np.log(v) for k, v in SEEN.items()}
    score = np.log(np.full(3, 1 / 3)) + emit[observed[0]]
    back = []
    for sign in observed[1:]:
        options = score[:, None] + move
        back.append(options.argmax(axis=0))
        score = options.max(axis=0) + emit[sign]
    state = int(score.argmax())
    path = [state]
    for pointers in reversed(back):
        state = int(pointers[state])
        path.append(state)
    return [WEATHER[s] for s in reversed(path)], float(score.max())


def main():
    d = floyd_warshall(distance_matrix())
    for i, a in enumerate(HUTS):
        for j in range(i + 1, len(HUTS)):
            text = f"{d[i, j]:.1f} h" if np.isfinite(d[i, j]) else "no track"
            print(f"{a:<8} {HUTS[j]:<8} {text}")
    reach = np.isfinite(d)
    print("mean walk between connected huts:", round(float(d[reach & (d > 0)].mean()), 3))
    path, score = viterbi(["dry", "dry", "wet", "wet", "dry", "wet", "dry"])
    print("weather:", " ".join(path), f"(log score {score:.3f})")


if __name__ == "__main__":
    main()
