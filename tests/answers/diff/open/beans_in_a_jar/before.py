"""Estimate the share of red beans in a jar by drawing handfuls."""

import numpy as np

rng = np.random.default_rng(15)
jar = (rng.random(400) < 0.35).astype(float)
shares = []
for _ in range(30):
    hand = rng.choice(jar, 25, replace=False)
    shares.append(hand.mean())
shares = np.array(shares)
print("share", round(float(shares.mean()), 6), "+-", round(float(shares.std(ddof=1) / np.sqrt(30)), 6))
