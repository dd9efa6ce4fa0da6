"""Find from which side a thunder came, from the delay between two microphones on a roof."""

import numpy as np

RATE = 8000
SOUND = 343.0
DISTANCE = 3.0

rng = np.random.default_rng(56)


def clap(length):
    t = np.arange(length) / RATE
    return rng.normal(0, 1, length) * np.exp(-t / 0.05) * (1 - np.exp(-t / 0.004))


# each thunder: the angle from which it comes, in degrees
angles = [-62.0, -20.0, 4.0, 35.0, 71.0]
results = []
for angle in angles:
    delay = round(DISTANCE * np.sin(np.radians(angle)) / SOUND * RATE)
    sound = clap(1600)
    left = np.zeros(2400)
    right = np.zeros(2400)
    left[400:2000] += sound
    right[400 + delay : 2000 + delay] += 0.9 * sound
    left += rng.normal(0, 0.05, 2400)
    right += rng.normal(0, 0.05, 2400)

    left = left - left.mean()
    right = right - right.mean()

    # try every delay that the distance allows
    largest = int(np.ceil(DISTANCE / SOUND * RATE))
    best = -np.inf
    best_delay = 0
    scores = []
    for shift in range(-largest, largest + 1):
        if shift >= 0:
            score = np.sum(left[: 2400 - shift] * right[shift:])
        else:
            score = np.sum(left[-shift:] * right[: 2400 + shift])
        scores.append(score)
        if score > best:
            best = score
            best_delay = shift
    strength = best / np.sqrt(np.sum(left**2) * np.sum(right**2))

    sine = best_delay / RATE * SOUND / DISTANCE
    sine = max(-1.0, min(1.0, sine))
    found = np.degrees(np.arcsin(sine))
    results.append((angle, best_delay, found, strength))

errors = []
for angle, delay, found, strength in results:
    errors.append(abs(angle - found))
    if found < 0:
        side = "left"
    else:
        side = "right"
    print(f"true {angle:6.1f}  delay {delay:4d}  found {found:7.2f}  strength {strength:.4f}  {side}")
print(f"mean error {np.mean(errors):.3f} degrees, largest {np.max(errors):.3f}")
