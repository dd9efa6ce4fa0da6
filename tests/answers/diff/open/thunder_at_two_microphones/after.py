"""Find from which side a thunder came, from the delay between two microphones on a roof.

Symptom: All delays and angles change their sign, so left becomes right and the mean error grows.
Culprit: The left sound is correlated with the right one, in which the lag of a sound that comes later is negative.
Report: none
"""

from dataclasses import dataclass

import numpy as np
from scipy import signal

SOUND = 343.0


@dataclass(frozen=True)
class Roof:
    rate: int = 8000
    distance: float = 3.0

    @property
    def largest(self):
        """The longest delay in samples that the distance allows."""
        return int(np.ceil(self.distance / SOUND * self.rate))

    def delay(self, angle):
        return round(self.distance * np.sin(np.radians(angle)) / SOUND * self.rate)

    def angle(self, delay):
        sine = delay / self.rate * SOUND / self.distance
        return float(np.degrees(np.arcsin(np.clip(sine, -1.0, 1.0))))


@dataclass
class Found:
    truth: float
    delay: int
    angle: float
    strength: float

    @property
    def side(self):
        return "left" if self.angle < 0 else "right"

    @property
    def error(self):
        return abs(self.truth - self.angle)

    def __str__(self):
        return (
            f"true {self.truth:6.1f}  delay {self.delay:4d}  found {self.angle:7.2f}  "
            f"strength {self.strength:.4f}  {self.side}"
        )


def clap(rng, roof, length=1600):
    t = np.arange(length) / roof.rate
    return rng.normal(0, 1, length) * np.exp(-t / 0.05) * (1 - np.exp(-t / 0.004))


def recorded(rng, roof, angle, length=2400, start=400):
    """Both microphones hear the clap, the right one later by the delay of the angle."""
    sound = clap(rng, roof)
    pair = np.zeros((2, length))
    for channel, (begin, gain) in enumerate(((start, 1.0), (start + roof.delay(angle), 0.9))):
        pair[channel, begin : begin + sound.size] += gain * sound
    pair += rng.normal(0, 0.05, pair.shape)
    return pair - pair.mean(axis=1, keepdims=True)


def measured(left, right, roof):
    """Delay of the right microphone in samples and the strength of the match."""
    scores = signal.correlate(left, right, mode="full", method="direct")  # culprit
    lags = signal.correlation_lags(left.size, right.size, mode="full")
    allowed = np.abs(lags) <= roof.largest
    best = scores[allowed].argmax()
    strength = scores[allowed][best] / np.sqrt(np.dot(left, left) * np.dot(right, right))
    return int(lags[allowed][best]), strength


def main():
    rng = np.random.default_rng(56)
    roof = Roof()
    found = []
    for angle in (-62.0, -20.0, 4.0, 35.0, 71.0):
        left, right = recorded(rng, roof, angle)
        delay, strength = measured(left, right, roof)
        found.append(Found(angle, delay, roof.angle(delay), strength))
    for result in found:
        print(result)
    errors = [result.error for result in found]
    print(f"mean error {np.mean(errors):.3f} degrees, largest {np.max(errors):.3f}")


if __name__ == "__main__":
    main()
