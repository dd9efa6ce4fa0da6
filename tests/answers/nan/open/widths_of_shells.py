"""Find odd shells in a collection: the Mahalanobis distance of each from the mean of all.

Symptom: a third of the distances are nan, and so is their mean.
Culprit: width is given in centimetres and in inches; the covariance is singular, and its inverse not positive.
Report: scipy/scipy#4815
"""

import numpy as np
from scipy.spatial.distance import mahalanobis

rng = np.random.default_rng(15)
width = rng.normal(3.1, 0.4, 60)
height = 0.7 * width + rng.normal(0.0, 0.15, 60)
shells = np.column_stack([width, width / 2.54, height, height / 2.54])

centre = shells.mean(axis=0)
inverse = np.linalg.inv(np.cov(shells, rowvar=False))  # culprit
away = np.array([mahalanobis(shell, centre, inverse) for shell in shells])

print(f"shells further than 3: {np.sum(away > 3.0)}")
print(f"mean distance {away.mean():.3f}")
for place in np.argsort(-away)[:3]:
    print(f"shell {place:2d}: {shells[place].round(2)}, distance {away[place]:.2f}")
