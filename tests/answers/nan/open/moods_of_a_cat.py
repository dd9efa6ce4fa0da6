"""Infer the mood of a cat at the end of each day from what its owner noted every ten minutes.

Symptom: the moods are sensible in the first hours of notes and nan for the whole week.
Culprit: each note shrinks the forward probabilities to about 0.4; after 765 of 1008 notes they are 0, and 0 / 0 is nan.
Report: mlpack/mlpack#160
"""

import numpy as np

MOODS = ("sleepy", "playful", "cross")
NOTES = ("lies", "runs", "hisses", "eats")

START = np.array([0.6, 0.3, 0.1])
CHANGE = np.array([[0.95, 0.04, 0.01], [0.10, 0.85, 0.05], [0.10, 0.10, 0.80]])
SHOWS = np.array([[0.80, 0.05, 0.02, 0.13], [0.20, 0.60, 0.05, 0.15], [0.25, 0.15, 0.55, 0.05]])


def diary(length, rng):
    mood = rng.choice(3, p=START)
    notes = np.empty(length, dtype=int)
    for moment in range(length):
        notes[moment] = rng.choice(4, p=SHOWS[mood])
        mood = rng.choice(3, p=CHANGE[mood])
    return notes


def forward(notes):
    """Return the joint probability of the notes so far and each mood, shape (moods,)."""
    alpha = START * SHOWS[:, notes[0]]
    for note in notes[1:]:
        alpha = (alpha @ CHANGE) * SHOWS[:, note]  # culprit
    return alpha


def mood_after(notes):
    alpha = forward(notes)
    return alpha / alpha.sum()  # culprit, too


def main():
    notes = diary(7 * 144, np.random.default_rng(29))
    counts = np.bincount(notes, minlength=4)
    print(", ".join(f"{name} {count}" for name, count in zip(NOTES, counts, strict=True)))
    for hours in (2, 24, 7 * 24):
        moods = mood_after(notes[: 6 * hours])
        shown = ", ".join(f"{name} {chance:.3f}" for name, chance in zip(MOODS, moods, strict=True))
        print(f"after {hours:3d} hours: {shown}")


main()
