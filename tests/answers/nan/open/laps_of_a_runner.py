"""Speed of a runner between the posts of a race, from the times at the posts.

Prints the acceleration needed for each stretch and the largest.

Symptom: the acceleration of most stretches is NaN.
Culprit: the posts are listed from the finish to the start, and nothing sorts them by time: all differences of times
are negative, and have no root.
Report: none
"""

import numpy as np

POSTS = [(42.2, 11_540.0), (35.0, 9_420.0), (28.1, 7_480.0), (21.1, 5_560.0), (10.0, 2_610.0), (0.0, 0.0)]


def times_and_places(posts):
    table = np.array(posts)  # culprit
    return table[:, 1], 1000 * table[:, 0]


def needed(stretch, duration, power=320.0, mass=70.0):
    work = power * duration / mass
    return np.sqrt(2 * work) * np.sign(stretch) / duration**0.5


seconds, metres = times_and_places(POSTS)
with np.errstate(all="ignore"):
    effort = needed(np.diff(metres), np.diff(seconds))
for number, value in enumerate(effort):
    print(f"stretch {number}: {value:.3f}")
print(f"largest {effort.max():.3f}")
