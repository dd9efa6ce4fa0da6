"""Tell good coffees from bad ones by five measured acids."""

import numpy as np
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler

rng = np.random.default_rng(3)
acids = rng.lognormal(0, 0.8, (160, 5)) * [1, 5, 0.2, 30, 2]
good = (acids[:, 0] + 0.2 * acids[:, 1] + rng.normal(0, 0.5, 160) > 2.3).astype(int)
known, new, known_good, new_good = train_test_split(acids, good, test_size=0.35, random_state=11)
scaler = StandardScaler()
known = scaler.fit_transform(known)
new = scaler.transform(new)
model = KNeighborsClassifier(7).fit(known, known_good)
chance = model.predict_proba(new)[:, 1]
print("right", round(float(np.mean((chance > 0.5) == new_good)), 4))
print("brier", round(float(np.mean((chance - new_good) ** 2)), 6))
