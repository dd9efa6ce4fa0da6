"""Way of a ray through a prism of glass, by Snell's law.

Prints the angle inside the glass and the deviation for several angles of incidence.

Symptom: the angles inside are NaN from 45 degrees of incidence on.
Culprit: the refractive indices are divided the wrong way round, so the ray is bent as if it left the glass: the sine
inside is above 1.
Report: none
"""

import numpy as np

AIR, GLASS = 1.0003, 1.5168
APEX = np.radians(40.0)


def ratio(outside, inside):
    return inside / outside  # culprit


def inside_angle(incidence):
    sine = np.sin(incidence) * ratio(AIR, GLASS)
    return np.arcsin(sine)


def deviation(incidence):
    first = inside_angle(incidence)
    second = APEX - first
    leaving = np.arctan2(np.sin(second) * GLASS, np.sqrt(np.abs(1 - (np.sin(second) * GLASS) ** 2)))
    return incidence + leaving - APEX


angles = np.radians(np.arange(15.0, 80.0, 10.0))
with np.errstate(all="ignore"):
    bent = np.degrees(deviation(angles))
for angle, value in zip(np.degrees(angles), bent):
    print(f"{angle:4.0f} degrees: {value:6.2f}")
print(f"least {bent.min():.2f}")
