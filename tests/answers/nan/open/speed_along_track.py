"""Print the top speed and the climb of a bicycle ride from its GPS log.

Symptom: top speed and climb rate are nan.
Culprit: two fixes carry the same time stamp (t = 31 s), so gradient divides by a step of 0.
Report: none
"""

import argparse
import io

import numpy as np


def read_log():
    rng = np.random.default_rng(5)
    seconds = np.cumsum(rng.integers(1, 4, 80)).astype(float)
    seconds[15] = seconds[14]
    metres = np.cumsum(rng.uniform(3, 9, 80))
    height = 120 + 15 * np.sin(metres / 90)
    text = "\n".join(f"{t} {d:.2f} {h:.2f}" for t, d, h in zip(seconds, metres, height, strict=True))
    return np.loadtxt(io.StringIO(text), unpack=True)


def smooth(values, width):
    return np.convolve(values, np.ones(width) / width, mode="same")


def main():
    parser = argparse.ArgumentParser(description="Top speed and climb of a ride.")
    parser.add_argument("--width", type=int, default=5, help="fixes to average over")
    options = parser.parse_args()
    seconds, metres, height = read_log()
    speed = np.gradient(metres, seconds)  # culprit
    slope = np.gradient(height, metres)
    print(f"ride of {metres[-1] / 1000:.2f} km in {seconds[-1]:.0f} s")
    print("top speed:", smooth(speed, options.width).max(), "m/s")
    print("steepest climb:", (slope * speed).max(), "m/s")


if __name__ == "__main__":
    main()
