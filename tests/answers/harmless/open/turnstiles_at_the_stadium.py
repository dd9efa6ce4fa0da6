"""Follows the crowd of a match day from turnstile ticks: how many people are
inside at each minute, when the stands are fullest, and how the gates share it.

Symptom: none
Culprit: none
Tempts: small unsigned ticks per gate that are summed over 240 minutes
"""

import numpy as np

GATES = ["north", "east", "south", "west", "family"]
MINUTES = 240
KICK_OFF = 120


class GateBook:
    """Keeps ticks per gate and minute, and answers questions about the crowd."""

    def __init__(self, n_gates, n_minutes):
        self.entries = np.zeros((n_gates, n_minutes), dtype=np.uint8)
        self.exits = np.zeros((n_gates, n_minutes), dtype=np.uint16)

    def record(self, gate, entries, exits):
        self.entries[gate] = entries
        self.exits[gate] = exits

    def inside(self):
        came = self.entries.sum(axis=0).cumsum(dtype=np.int64)
        left = self.exits.sum(axis=0, dtype=np.int64).cumsum()
        return came.astype(np.int64) - left

    def shares(self):
        per_gate = self.entries.sum(axis=1, dtype=np.int64)
        return per_gate / per_gate.sum()


def arrivals(rng, weight):
    minute = np.arange(MINUTES)
    rate = 228 * weight * np.exp(-0.5 * ((minute - 85) / 36.0) ** 2)
    return np.minimum(rng.poisson(rate), 250)


def departures(rng, total):
    minute = np.arange(MINUTES)
    shape = np.exp(-0.5 * ((minute - 222) / 6.0) ** 2) * (minute > 195)
    return rng.multinomial(int(0.8 * total), shape / shape.sum())


def main():
    rng = np.random.default_rng(31)
    book = GateBook(len(GATES), MINUTES)
    weights = [0.95, 0.85, 0.8, 0.75, 0.6]
    for g, w in enumerate(weights):
        came = arrivals(rng, w)
        book.record(g, came, departures(rng, came.sum()))
    crowd = book.inside()
    fullest = int(crowd.argmax())
    print(f"fullest at minute {fullest - KICK_OFF:+d} from kick-off: {crowd[fullest]}")
    print(f"inside at kick-off {crowd[KICK_OFF]}, at the break {crowd[KICK_OFF + 50]}")
    print(f"mean crowd while playing {crowd[KICK_OFF : KICK_OFF + 105].mean():.0f}")
    for name, share in zip(GATES, book.shares()):
        print(f"  {name:7s} {share:6.1%}")


if __name__ == "__main__":
    main()
