"""Tell from a pupil's handwriting whether he is left-handed; each wrote ten pages.

Symptom: It is right for pages of known pupils, and no better than chance for others.
Culprit: Pages of one pupil are on both sides of the split.
Report: none
"""

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import train_test_split

rng = np.random.default_rng(34)
pupil = np.repeat(np.arange(30), 10)
left = rng.integers(0, 2, 30)[pupil]
style = rng.normal(size=(30, 6))[pupil]
pages = np.column_stack([style, rng.normal(size=(300, 2))])
parts = train_test_split(pages, left, random_state=0)  # culprit
train, test, y_train, y_test = parts
print(RandomForestClassifier(30, random_state=0).fit(train, y_train).score(test, y_test))
