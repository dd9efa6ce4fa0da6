"""Seeds by size, by a tree.

Symptom: As chance does.
Culprit: The sizes are shuffled, the kinds are not.
Report: none
"""

import numpy as np
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils import shuffle

rng = np.random.default_rng(8)
size = rng.normal(size=(80, 4))
kind = (size[:, 0] + size[:, 1] > 0).astype(int)
size = shuffle(size, random_state=1)  # culprit
tree = DecisionTreeClassifier(max_depth=3, random_state=0).fit(size[:60], kind[:60])
print(tree.score(size[60:], kind[60:]))
