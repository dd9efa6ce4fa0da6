"""Compare the accidents of fleets, per kilometre, with a Poisson regression.

Symptom: the regression refuses its data, which hold nan or inf.
Culprit: fleet 4 drove 0 km, the offset log(0) is -inf.
Report: none
"""

import numpy as np
import statsmodels.api as sm

accidents = np.array([3, 5, 2, 8, 0, 4])
kilometres = np.array([1.2e5, 2.0e5, 0.9e5, 2.6e5, 0.0, 1.5e5])
night = np.array([0.2, 0.3, 0.1, 0.5, 0.2, 0.3])

offset = np.log(kilometres)  # culprit
model = sm.GLM(accidents, sm.add_constant(night), family=sm.families.Poisson(), offset=offset)
fit = model.fit()
print("effects:", fit.params)
print("deviance:", fit.deviance)
