"""Sort frog calls into species by their spectra.

Symptom: the margins are others, and so is the number of support vectors
Culprit: the components of the PCA are not whitened any more
Report: none
"""

from dataclasses import dataclass

import numpy as np
from sklearn.decomposition import PCA
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import train_test_split
from sklearn.pipeline import Pipeline
from sklearn.svm import SVC

CENTRES = np.array([6, 9, 14])


@dataclass(frozen=True)
class Settings:
    components: int = 6
    penalty: float = 2.0

    def pipeline(self):
        reduce = PCA(self.components)  # culprit
        return Pipeline([("reduce", reduce), ("classify", SVC(C=self.penalty))])


def spectra(count, seed):
    rng = np.random.default_rng(seed)
    kind = rng.integers(0, len(CENTRES), count)
    centre = CENTRES[kind] + rng.normal(0, 1.5, count)
    shape = np.exp(-(((np.arange(24) - centre[:, None]) / 3) ** 2))
    power = shape * rng.uniform(0.5, 3, (count, 1))
    return power + rng.normal(0, 0.15, power.shape), kind


def main():
    x_train, x_test, y_train, y_test = train_test_split(*spectra(240, seed=23), test_size=0.4, random_state=7)
    model = Settings().pipeline().fit(x_train, y_train)
    guess = model.predict(x_test)
    print(f"balanced accuracy {balanced_accuracy_score(y_test, guess):.5f}")
    print(f"support vectors {model['classify'].n_support_.sum()}")
    print(f"largest margin {model.decision_function(x_test).max():.5f}")
    print(f"variance kept {model['reduce'].explained_variance_ratio_.sum():.5f}")


main()
