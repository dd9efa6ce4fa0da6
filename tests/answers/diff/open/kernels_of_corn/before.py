"""Tell sorts of corn apart by their kernels with a nearest-neighbour classifier."""

import numpy as np
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler

rng = np.random.default_rng(30)
sorts = np.repeat([0, 1, 2], 40)
kernels = rng.normal(size=(120, 3)) * [1.0, 20.0, 0.1] + sorts[:, None] * [1.0, 10.0, 0.05]
train_x, test_x, train_y, test_y = train_test_split(kernels, sorts, random_state=1)
scaler = StandardScaler().fit(train_x)
model = KNeighborsClassifier(5).fit(scaler.transform(train_x), train_y)
print("chances:", model.predict_proba(scaler.transform(test_x)).mean(axis=0).round(4))
print("accuracy:", model.score(scaler.transform(test_x), test_y))
