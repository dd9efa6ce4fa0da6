"""Choose how many neighbours to ask about a wine, and say how often the answer is right.

Symptom: With new wines it is right less often.
Culprit: The number of neighbours is chosen by the rows that the result is judged by.
Report: none
"""

import numpy as np
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier

rng = np.random.default_rng(13)
wines = rng.normal(size=(120, 5))
good = (wines[:, 0] + rng.normal(0, 1.5, 120) > 0).astype(int)
train, test, y_train, y_test = train_test_split(wines, good, test_size=0.3, random_state=0)
scores = {}
for neighbours in range(1, 30):
    model = KNeighborsClassifier(neighbours).fit(train, y_train)
    scores[neighbours] = model.score(test, y_test)  # culprit
best = max(scores, key=scores.get)
print("neighbours:", best, "right:", scores[best])
