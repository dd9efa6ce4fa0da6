"""Delays of buses by line, learnt in spring and predicted in autumn.

Symptom: Delays of other lines are predicted.
Culprit: Lines are numbered anew for the autumn.
Report: none
"""

import numpy as np
from sklearn.preprocessing import LabelEncoder
from sklearn.tree import DecisionTreeRegressor

spring = np.array(["A", "B", "C", "D"] * 10)
delay = np.array([2.0, 5.0, 9.0, 1.0] * 10)
autumn = np.array(["B", "D", "C"] * 4)
encoder = LabelEncoder()
model = DecisionTreeRegressor().fit(encoder.fit_transform(spring)[:, None], delay)
codes = encoder.fit_transform(autumn)  # culprit
print(model.predict(codes[:, None])[:3])
