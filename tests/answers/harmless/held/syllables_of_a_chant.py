"""Find the most likely syllables of a chant from the scores of a recogniser, with forbidden transitions.

Symptom: none
Culprit: none
Tempts: nan may accuse the logarithms of zero chances; -inf means forbidden there and never reaches a chosen path.
Report: none
"""

import numpy as np
from scipy.special import logsumexp

SYLLABLES = ["ka", "ri", "to", "mu", "silence"]


def transitions():
    """Chances to follow; a zero forbids the pair."""
    chances = np.array(
        [
            [0.00, 0.55, 0.25, 0.10, 0.10],
            [0.30, 0.00, 0.40, 0.20, 0.10],
            [0.20, 0.20, 0.00, 0.50, 0.10],
            [0.25, 0.25, 0.00, 0.00, 0.50],
            [0.70, 0.00, 0.00, 0.00, 0.30],
        ]
    )
    with np.errstate(divide="ignore"):
        return np.log(chances)


def first():
    """A chant begins with silence or with ka."""
    start = np.full(len(SYLLABLES), -np.inf)
    start[[0, 4]] = np.log([0.4, 0.6])
    return start


def heard(rng, follow, start, length=60):
    """Draw a chant and the recogniser's scores for it."""
    chances = np.exp(follow)
    state = rng.choice(len(SYLLABLES), p=np.exp(start))
    chant = [int(state)]
    while len(chant) < length:
        state = rng.choice(len(SYLLABLES), p=chances[state])
        chant.append(int(state))
    scores = rng.normal(0.0, 1.0, (length, len(SYLLABLES)))
    scores[np.arange(length), chant] += 2.0
    return np.array(chant), scores - logsumexp(scores, axis=1, keepdims=True)


def best_path(follow, start, scores):
    """Viterbi's algorithm in logarithms."""
    reached = start + scores[0]
    came_from = np.zeros(scores.shape, dtype=int)
    for k in range(1, len(scores)):
        through = reached[:, None] + follow
        came_from[k] = through.argmax(axis=0)
        reached = through.max(axis=0) + scores[k]
    path = [int(reached.argmax())]
    for k in range(len(scores) - 1, 0, -1):
        path.append(int(came_from[k, path[-1]]))
    return np.array(path[::-1]), reached.max()


def evidence(follow, start, scores):
    """Logarithm of the chance of all paths together."""
    forward = start + scores[0]
    for score in scores[1:]:
        forward = logsumexp(forward[:, None] + follow, axis=0) + score
    return logsumexp(forward)


def main():
    rng = np.random.default_rng(909)
    follow, start = transitions(), first()
    chant, scores = heard(rng, follow, start)
    path, value = best_path(follow, start, scores)
    greedy = scores.argmax(axis=1)
    print(f"forbidden pairs: {np.isneginf(follow).sum()}")
    print(f"right with the path:  {np.mean(path == chant):.3f}")
    print(f"right frame by frame: {np.mean(greedy == chant):.3f}")
    broken = np.isneginf(follow[greedy[:-1], greedy[1:]]).sum()
    print(
        f"forbidden pairs heard frame by frame: {broken}, on the path: "
        f"{np.isneginf(follow[path[:-1], path[1:]]).sum()}"
    )
    print(f"best path {value:.4f}, all paths {evidence(follow, start, scores):.4f}")
    print(" ".join(SYLLABLES[k] for k in path[:16]))


if __name__ == "__main__":
    main()
