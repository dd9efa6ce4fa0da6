"""Cross-validated accuracy for three species of mushrooms, five folds."""

import numpy as np
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

rng = np.random.default_rng(50)

parts, species = [], []
for k, (cap, stem) in enumerate([(6.0, 5.5), (7.5, 6.0), (6.5, 7.5)]):
    parts.append(rng.normal([cap, stem, 1.5], [1.0, 1.0, 0.4], size=(60, 3)))
    species += [k] * 60
X = np.vstack(parts)
y = np.array(species)
print("mushrooms:", len(y), " mean cap width:", X[:, 0].mean().round(2))

model = make_pipeline(StandardScaler(), KNeighborsClassifier(7))
# every fold gets its share of each species
folds = StratifiedKFold(n_splits=5)
scores = cross_val_score(model, X, y, cv=folds)
print("worst fold:", scores.min().round(3))
print("folds:", scores.round(2))
print("accuracy:", scores.mean())
