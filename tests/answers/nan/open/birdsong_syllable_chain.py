"""Score long birdsong recordings under a hidden Markov model of three singing moods.

Each recording is a sequence of syllable types; the forward algorithm gives its log-likelihood.
Symptom: long recordings score -inf, and their difference between two models is nan.
Culprit: the forward recursion multiplies raw probabilities without rescaling each step, so alpha underflows to 0 after
some 490 syllables and log(0) is -inf.
Report: none
"""

import numpy as np

START = np.array([0.6, 0.3, 0.1])
MOVE = np.array(
    [
        [0.90, 0.08, 0.02],
        [0.10, 0.80, 0.10],
        [0.05, 0.15, 0.80],
    ]
)
EMIT = np.array(
    [
        [0.40, 0.30, 0.15, 0.10, 0.05],
        [0.10, 0.20, 0.40, 0.20, 0.10],
        [0.05, 0.05, 0.20, 0.30, 0.40],
    ]
)


def sing(length, rng):
    mood = rng.choice(3, p=START)
    song = []
    for _ in range(length):
        song.append(rng.choice(5, p=EMIT[mood]))
        mood = rng.choice(3, p=MOVE[mood])
    return np.array(song)


def forward_loglik(song, start, move, emit):
    alpha = start * emit[:, song[0]]
    for syllable in song[1:]:
        alpha = (alpha @ move) * emit[:, syllable]  # culprit
    return np.log(alpha.sum())


def sticky(move, extra=0.05):
    out = move * (1 - extra) + extra * np.eye(len(move))
    return out / out.sum(axis=1, keepdims=True)


def main():
    rng = np.random.default_rng(20)
    lengths = [40, 120, 300, 900, 1500]
    recordings = [sing(n, rng) for n in lengths]
    np.seterr(divide="ignore", invalid="ignore")
    total = 0.0
    for n, song in zip(lengths, recordings):
        base = forward_loglik(song, START, MOVE, EMIT)
        alt = forward_loglik(song, START, sticky(MOVE), EMIT)
        total += base - alt
        print(f"{n:>5} syllables   base {base:>10.3f}   sticky {alt:>10.3f}   ratio {base - alt:>8.3f}")
    print("total log ratio:", round(float(total), 4))


if __name__ == "__main__":
    main()
