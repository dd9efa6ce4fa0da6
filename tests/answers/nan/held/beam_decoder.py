"""Greedy decoding confidence of a handwriting recogniser from raw frame scores.

Symptom: The program prints NaN or inf.
Culprit: Softmax without subtracting the maximum overflows.
Report: githubharald/CTCWordBeamSearch#19
"""

import numpy as np

ALPHABET = list("abcdefghij") + ["-"]


def frame_scores(n_words=12, frames=30, seed=9):
    rng = np.random.default_rng(seed)
    words = []
    for _ in range(n_words):
        sharpness = rng.gamma(2.0, 90.0)
        base = rng.normal(0, 1, (frames, len(ALPHABET)))
        words.append(sharpness * base)
    return words


def softmax(y):
    e = np.exp(y)  # culprit
    return e / e.sum(axis=1, keepdims=True)


def collapse(path):
    text, last = [], None
    for symbol in path:
        if symbol != last and ALPHABET[symbol] != "-":
            text.append(ALPHABET[symbol])
        last = symbol
    return "".join(text)


def decode(scores):
    prob = softmax(scores)
    path = scores.argmax(axis=1)
    confidence = prob[np.arange(len(path)), path].mean()
    return collapse(path), confidence


if __name__ == "__main__":
    results = [decode(s) for s in frame_scores()]
    for text, confidence in results[:4]:
        print(f"{text[:18]:18s} {confidence:.3f}")
    print("words:", len(results))
    print("mean confidence: %.3f" % np.mean([c for _, c in results]))
