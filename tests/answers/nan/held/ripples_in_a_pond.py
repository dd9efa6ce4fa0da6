"""Estimate the depth of a pond from the speed of its ripples, with the dispersion relation of water waves.

Symptom: The depth at the sluice, the mean depth and the volume of the pond are nan.
Culprit: The inverse of tanh is taken of a ratio that exceeds 1 where noise makes the wave faster than in deep water.
Report: none
"""

import numpy as np
from scipy import optimize, signal

GRAVITY = 9.81
RATE = 40.0
GAUGES = {"bank": 0.15, "reeds": 0.32, "middle": 0.95, "jetty": 0.5, "sluice": 1.2}
PERIOD = 1.1


def wave_number(depth, period):
    """Solve the dispersion relation for the wave number."""
    omega = 2 * np.pi / period
    return optimize.brentq(lambda k: GRAVITY * k * np.tanh(k * depth) - omega**2, 1e-6, 500.0)


def records(rng, depth, distance=0.6, seconds=60):
    """Heights at two poles; the second is further along the wave. Spray gives NaN now and then."""
    time = np.arange(int(RATE * seconds)) / RATE
    k = wave_number(depth, PERIOD)
    omega = 2 * np.pi / PERIOD
    near = 0.02 * np.cos(-omega * time) + rng.normal(0, 0.004, time.size)
    far = 0.02 * np.cos(k * distance - omega * time) + rng.normal(0, 0.004, time.size)
    spray = rng.random(time.size) < 0.01
    near[spray] = np.nan
    return time, near, far


def dried(time, height):
    """Bridge the spray linearly."""
    good = np.isfinite(height)
    return np.interp(time, time[good], height[good])


def phase_speed(near, far, distance=0.6):
    """Speed of the wave from the phase between the poles at the strongest frequency."""
    frequencies, cross = signal.csd(near, far, fs=RATE, nperseg=880, detrend="linear")
    strongest = np.abs(cross).argmax()
    lag = -np.angle(cross[strongest]) % (2 * np.pi)
    return 2 * np.pi * frequencies[strongest] * distance / lag, frequencies[strongest]


def depth_of(speed, frequency):
    omega = 2 * np.pi * frequency
    k = omega / speed
    return np.arctanh(omega * speed / GRAVITY) / k  # culprit


def main():
    rng = np.random.default_rng(1845)
    depths = {}
    for name, truth in GAUGES.items():
        time, near, far = records(rng, truth)
        lost = int(np.isnan(near).sum())
        speed, frequency = phase_speed(dried(time, near), far)
        depths[name] = depth_of(speed, frequency)
        print(
            f"{name:7s} {lost:3d} readings lost, {frequency:.4f} Hz, {speed:.4f} m/s, "
            f"depth {depths[name]:.4f} m (sounded {truth:.2f})"
        )
    values = np.array(list(depths.values()))
    print(f"mean depth {values.mean():.4f} m")
    print(f"volume of a round pond of 30 m: {np.pi * 15**2 * values.mean():.2f} m3")


if __name__ == "__main__":
    main()
