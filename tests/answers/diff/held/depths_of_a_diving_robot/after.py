"""Follow the depth of a diving robot from a pressure gauge, which sometimes fails, and an echo sounder.

Symptom: dive, gauges and filter have classes of their own now; every figure is the same.
Culprit: none: equal
Report: none
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

STEP = 0.5  # s


@dataclass
class Gauge:
    readings: np.ndarray
    variance: float
    usable: np.ndarray

    def at(self, moment):
        """Return the reading, or None where the gauge failed."""
        return self.readings[moment] if self.usable[moment] else None


@dataclass
class Estimate:
    depth: float = 0.0
    speed: float = 0.0
    spread: tuple[float, float, float] = (1.0, 0.0, 0.1)
    wander: float = 0.004

    def advance(self):
        depth, both, speed = self.spread
        self.depth = self.depth + STEP * self.speed
        self.spread = (
            depth + 2 * STEP * both + STEP * STEP * speed,
            both + STEP * speed,
            speed + self.wander,
        )

    def correct(self, reading, variance):
        depth, both, speed = self.spread
        total = depth + variance
        gain_depth, gain_speed = depth / total, both / total
        surprise = reading - self.depth
        self.depth = self.depth + gain_depth * surprise
        self.speed = self.speed + gain_speed * surprise
        self.spread = (depth - gain_depth * depth, both - gain_depth * both, speed - gain_speed * both)


@dataclass
class Log:
    followed: list = field(default_factory=list)
    variance: list = field(default_factory=list)
    skipped: int = 0


def wanted_speed(moment):
    if moment >= 150:
        return -0.35
    return 0.4 if moment < 90 else 0.0


def dive(rng, moments):
    """Return the true depths."""
    depth = np.zeros(moments)
    speed = 0.0
    for moment in range(1, moments):
        speed = speed + 0.3 * (wanted_speed(moment) - speed) + rng.normal(0.0, 0.02)
        depth[moment] = max(depth[moment - 1] + STEP * speed, 0.0)
    return depth


def gauges(rng, depth) -> Iterator[Gauge]:
    pressure = depth + rng.normal(0.0, 0.3, depth.size)
    echo = depth + rng.normal(0.0, 0.8, depth.size)
    yield Gauge(pressure, 0.09, rng.random(depth.size) >= 0.15)
    yield Gauge(echo, 0.64, np.ones(depth.size, dtype=bool))


def follow(all_gauges, moments):
    estimate, log = Estimate(), Log()
    for moment in range(moments):
        estimate.advance()
        for gauge in all_gauges:
            reading = gauge.at(moment)
            if reading is None:
                log.skipped += 1
            else:
                estimate.correct(reading, gauge.variance)
        log.followed.append(estimate.depth)
        log.variance.append(estimate.spread[0])
    return estimate, log


def main(seed=92, moments=240):
    rng = np.random.default_rng(seed)
    depth = dive(rng, moments)
    estimate, log = follow(list(gauges(rng, depth)), moments)
    followed = np.array(log.followed)
    error = np.sqrt(np.mean((followed - depth) ** 2))
    print("skipped readings:", log.skipped)
    print(f"deepest {followed.max():.6f} m, true {depth.max():.6f} m")
    print(f"error {error:.6f} m, expected {np.sqrt(np.mean(log.variance)):.6f} m")
    print(f"last speed {estimate.speed:.6f} m/s")
    for moment in range(0, moments, 60):
        print(f"{moment * STEP:5.1f} s: {followed[moment]:.6f} m")


if __name__ == "__main__":
    main()
