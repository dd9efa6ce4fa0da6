"""Tell mints of old coins apart by the metals in them.

Symptom: the loss on the test changed a little
Culprit: the scaler is fitted to all coins, those of the test included
Report: none
"""

import numpy as np
from sklearn.decomposition import PCA
from sklearn.metrics import accuracy_score, log_loss
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

MINTS = ["Lyon", "Rome", "Trier"]
CENTRES = np.array([[92.0, 5.0, 1.2, 0.4], [90.0, 6.1, 1.9, 0.5], [88.5, 6.6, 2.3, 0.3]])
SPREAD = np.array([2.0, 1.0, 0.6, 0.15])


def coins(per_mint, seed):
    rng = np.random.default_rng(seed)
    metals = np.concatenate([rng.normal(centre, SPREAD, (per_mint, 4)) for centre in CENTRES])
    return metals, np.repeat(np.arange(len(CENTRES)), per_mint)


def prepared(seed):
    metals, mint = coins(60, seed)
    scaled = StandardScaler().fit_transform(metals)  # culprit
    return train_test_split(scaled, mint, test_size=0.25, random_state=4, stratify=mint)


x_train, x_test, y_train, y_test = prepared(seed=30)
model = make_pipeline(PCA(n_components=3), KNeighborsClassifier(n_neighbors=7, weights="distance"))
model.fit(x_train, y_train)
probability = model.predict_proba(x_test)
print(f"accuracy {accuracy_score(y_test, model.predict(x_test)):.4f}")
print(f"log loss {log_loss(y_test, np.clip(probability, 1e-3, 1)):.5f}")
for number, name in enumerate(MINTS):
    print(f"{name:6s} {probability[y_test == number, number].mean():.4f}")
