"""Gaps between the readings of a wine cellar's logger.

Symptom: The number is wrong.
Culprit: Unix seconds in float32.
Report: andygrunwald/megos#8
"""

import io

import numpy as np

START = 1_762_300_800  # 5 November 2025, seconds since 1970


def logger_file(rng, n=2000):
    """Text as the logger writes it: seconds since 1970, temperature, humidity."""
    pause = rng.normal(45, 3, size=n).round().clip(30, 60)
    pause[[300, 811, 1502]] = [190, 236, 145]
    seconds = START + np.cumsum(pause).astype(int)
    temperature = 12.5 + 0.4 * np.sin(seconds / 40_000) + rng.normal(0, 0.05, n)
    humidity = 71 + rng.normal(0, 0.8, n)
    lines = [f"{s},{t:.2f},{h:.1f}" for s, t, h in zip(seconds, temperature, humidity)]
    return io.StringIO("\n".join(lines))


def load(handle):
    table = np.loadtxt(handle, delimiter=",", dtype=np.float32)  # culprit
    return table[:, 0], table[:, 1], table[:, 2]


def main():
    seconds, temperature, humidity = load(logger_file(np.random.default_rng(8)))
    gaps = np.diff(seconds)
    print(f"readings: {len(seconds)}")
    print(f"temperature {temperature.mean():.2f} C, humidity {humidity.mean():.1f} %")
    print(f"gaps over two minutes: {np.sum(gaps > 120)}")
    print(f"longest gap: {gaps.max():.0f} s")


if __name__ == "__main__":
    main()
