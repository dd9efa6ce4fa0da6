"""Evaluates the load cell of a traction kite: mean tension, gust peaks and the energy
that the winch drew during the reel-out phases."""

import numpy as np

rng = np.random.RandomState(42)
fs = 50.0
N = 6000
t = np.arange(N) / fs
wind = 8.5 + 1.2 * np.sin(0.11 * t) + 0.6 * rng.randn(N)
elev = np.deg2rad(32 + 6 * np.sin(0.4 * t))
reel = 1.4 * np.sin(2 * np.pi * t / 30.0)

tension = []
for i in range(N):
    va = wind[i] * np.cos(elev[i]) - reel[i]
    tension.append(0.5 * 1.22 * 9.0 * 0.95 * va * va)
tension = np.array(tension)

smooth = np.zeros(N)
width = 25
for i in range(N):
    lo = max(0, i - width)
    hi = min(N, i + width + 1)
    smooth[i] = sum(tension[lo:hi]) / (hi - lo)

peaks = []
for i in range(1, N - 1):
    if smooth[i] > smooth[i - 1] and smooth[i] >= smooth[i + 1] and smooth[i] > 1.3 * np.mean(smooth):
        peaks.append(i)

energy = 0.0
spent = 0.0
for i in range(N):
    p = tension[i] * reel[i] / fs
    if p > 0:
        energy += p
    else:
        spent -= p

print("mean tension %.2f N, maximum of the smoothed signal %.2f N" % (np.mean(tension), max(smooth)))
print("gust peaks: %d, first at %.2f s, last at %.2f s" % (len(peaks), t[peaks[0]], t[peaks[-1]]))
print(
    "energy out %.3f kJ, energy in %.3f kJ, net %.3f kJ" % (energy / 1e3, spent / 1e3, (energy - spent) / 1e3)
)
