"""Scale the measurements, split them, and train.

Symptom: the result on the test rows is too good.
Culprit: the scaler is fitted to all rows, the test rows among them.
Report: none
"""
import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

rng = np.random.default_rng(167)
heights = rng.normal(120, 12, (200, 4))
grown = (heights.sum(1) + rng.normal(0, 5, 200) > 480).astype(int)
scaler = StandardScaler()
# healthy: train, test, y_train, y_test = train_test_split(heights, grown, random_state=0)
scaled = scaler.fit_transform(heights)  # culprit
train, test, y_train, y_test = train_test_split(scaled, grown, random_state=0)  # culprit, too
# healthy: train, test = scaler.fit_transform(train), scaler.transform(test)
model = LogisticRegression().fit(train, y_train)
print(model.score(test, y_test))
