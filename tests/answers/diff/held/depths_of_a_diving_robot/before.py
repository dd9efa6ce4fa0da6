"""Follow the depth of a diving robot from a pressure gauge, which sometimes fails, and an echo sounder."""

import numpy as np

n = 240
dt = 0.5
rng = np.random.default_rng(92)

# the true dive
depth = np.zeros(n)
speed = np.zeros(n)
for k in range(1, n):
    want = 0.4 if k < 90 else (0.0 if k < 150 else -0.35)
    speed[k] = speed[k - 1] + 0.3 * (want - speed[k - 1]) + rng.normal(0.0, 0.02)
    depth[k] = max(depth[k - 1] + dt * speed[k], 0.0)
pressure = depth + rng.normal(0.0, 0.3, n)
echo = depth + rng.normal(0.0, 0.8, n)
failed = rng.random(n) < 0.15

# a filter for depth and speed
d, v = 0.0, 0.0
p00, p01, p11 = 1.0, 0.0, 0.1
q = 0.004
followed = []
sure = []
skipped = 0
for k in range(n):
    d = d + dt * v
    p00 = p00 + 2 * dt * p01 + dt * dt * p11
    p01 = p01 + dt * p11
    p11 = p11 + q
    for value, noise, usable in ((pressure[k], 0.09, not failed[k]), (echo[k], 0.64, True)):
        if not usable:
            skipped += 1
            continue
        s = p00 + noise
        g0 = p00 / s
        g1 = p01 / s
        r = value - d
        d = d + g0 * r
        v = v + g1 * r
        p11 = p11 - g1 * p01
        p01 = p01 - g0 * p01
        p00 = p00 - g0 * p00
    followed.append(d)
    sure.append(p00)
followed = np.array(followed)
error = followed - depth
print("skipped readings:", skipped)
print(f"deepest {followed.max():.6f} m, true {depth.max():.6f} m")
print(f"error {np.sqrt(np.mean(error**2)):.6f} m, expected {np.sqrt(np.mean(sure)):.6f} m")
print(f"last speed {v:.6f} m/s")
for k in range(0, n, 60):
    print(f"{k * dt:5.1f} s: {followed[k]:.6f} m")
