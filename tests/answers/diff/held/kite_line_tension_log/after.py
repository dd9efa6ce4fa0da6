"""Evaluates the load cell of a traction kite: mean tension, gust peaks and the energy
that the winch drew during the reel-out phases.
Symptom: none, mean tension 279.16 N before and after, 310 gust peaks in both.
Culprit: none: equal
Report: none
"""

import numpy as np

RHO = 1.22
AREA = 9.0
C_R = 0.95
FS = 50.0


def flight(n=6000, seed=42):
    rng = np.random.RandomState(seed)
    t = np.arange(n) / FS
    gusts = rng.randn(n)
    wind = 8.5 + 1.2 * np.sin(0.11 * t) + 0.6 * gusts
    reel = 1.4 * np.sin(np.pi * t / 15.0)
    elevation = np.deg2rad(32 + 6 * np.sin(0.4 * t))
    return t, wind, elevation, reel


def line_tension(wind, elevation, reel):
    apparent = wind * np.cos(elevation) - reel
    return 0.5 * RHO * AREA * C_R * apparent**2


def moving_mean(x, half):
    """Centred mean; the window shrinks at both ends."""
    total = np.concatenate(([0.0], np.cumsum(x)))
    i = np.arange(x.size)
    lo = np.maximum(i - half, 0)
    hi = np.minimum(i + half + 1, x.size)
    return (total[hi] - total[lo]) / (hi - lo)


def gust_peaks(s, factor=1.3):
    mid = s[1:-1]
    rising, not_below = mid > s[:-2], mid >= s[2:]
    return 1 + np.flatnonzero(rising & not_below & (mid > factor * s.mean()))


def main():
    t, wind, elevation, reel = flight()
    tension = line_tension(wind, elevation, reel)
    smooth = moving_mean(tension, 25)
    peaks = gust_peaks(smooth)
    work = tension * reel / FS
    gained = work.clip(min=0).sum() / 1e3
    spent = -work.clip(max=0).sum() / 1e3
    print(f"mean tension {tension.mean():.2f} N, maximum of the smoothed signal {smooth.max():.2f} N")
    print(f"gust peaks: {peaks.size}, first at {t[peaks[0]]:.2f} s, last at {t[peaks[-1]]:.2f} s")
    print(f"energy out {gained:.3f} kJ, energy in {spent:.3f} kJ, net {work.sum() / 1e3:.3f} kJ")


if __name__ == "__main__":
    main()
