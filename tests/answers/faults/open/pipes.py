"""The flow in two pipes that meet, from the pressure that they lose.

Symptom: The two flows do not add up.
Culprit: fsolve gives up, and says so in a result that nobody reads.
Report: none
"""

import numpy as np
from scipy.optimize import fsolve


def losses(flows):
    first, second = flows
    return [first + second - 0.08, np.sqrt(np.abs(first)) * 40 - np.sqrt(np.abs(second - 0.02)) * 40 + 30]


flows, _, _, _ = fsolve(losses, [4.0, -3.0], full_output=True)  # culprit
print("flows:", flows, "together:", flows.sum())
