"""Most likely weather from umbrella sightings: impossible moves have log probability minus inf.

Symptom: none
Culprit: none
Tempts: a question could accuse this: log 0 = -inf for impossible moves (Viterbi).
Report: none
"""

import numpy as np

STATES = ["sun", "cloud", "rain"]
with np.errstate(divide="ignore"):
    start = np.log(np.array([0.6, 0.4, 0.0]))
    move = np.log(np.array([[0.7, 0.3, 0.0], [0.3, 0.4, 0.3], [0.0, 0.5, 0.5]]))
    see = np.log(np.array([[0.95, 0.05], [0.7, 0.3], [0.1, 0.9]]))

umbrellas = [0, 0, 1, 1, 1, 0, 1, 0, 0, 0, 1, 1]

score = start + see[:, umbrellas[0]]
back = []
for u in umbrellas[1:]:
    candidates = score[:, None] + move
    back.append(candidates.argmax(axis=0))
    score = candidates.max(axis=0) + see[:, u]

state = int(score.argmax())
path = [state]
for choice in reversed(back):
    state = int(choice[state])
    path.append(state)
path.reverse()

assert np.isfinite(score.max())
print("impossible moves:", int(np.isneginf(move).sum()))
print("path:", " ".join(STATES[s] for s in path))
print("log probability of the path:", score.max())
