"""Tell iris species apart with scaled features and nearest neighbours.

Symptom: Scaling and classifying moved into a pipeline; all probabilities are the same.
Culprit: none: equal
Report: none
"""

from sklearn.datasets import load_iris
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler


def build(neighbours):
    return make_pipeline(StandardScaler(), KNeighborsClassifier(n_neighbors=neighbours, weights="distance"))


def main():
    features, species = load_iris(return_X_y=True)
    train_x, test_x, train_y, test_y = train_test_split(
        features, species, test_size=0.4, random_state=5, stratify=species
    )
    classifier = build(neighbours=7).fit(train_x, train_y)
    probability = classifier.predict_proba(test_x)
    print(confusion_matrix(test_y, classifier.predict(test_x)).tolist())
    print(f"mean certainty {probability.max(axis=1).mean():.16f}")
    print(f"least certain  {probability.max(axis=1).min():.16f}")


main()
