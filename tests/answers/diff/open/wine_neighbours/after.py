"""Tell wines apart by their nearest neighbours, with scaled features.

Symptom: the chances differ since the steps are in a function of their own.
Culprit: the test wines are scaled by their own mean and spread: fit_transform in place of transform.
Report: none
"""

from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler


def split():
    wines = load_wine()
    return train_test_split(wines.data, wines.target, test_size=0.4, random_state=3)


def scaled(train, test):
    scaler = StandardScaler()
    return scaler.fit_transform(train), scaler.fit_transform(test)  # culprit


train, test, kind, wanted = split()
train, test = scaled(train, test)
model = KNeighborsClassifier(7, weights="distance").fit(train, kind)
chance = model.predict_proba(test)
print("right:", round(float(model.score(test, wanted)), 4))
print("first:", chance[:2].round(4).tolist())
