"""Telling a worn hip joint from gait recordings, several recordings a patient.

Symptom: The number is wrong.
Culprit: Recordings of one patient in training and test.
Report: UCSD-AI4H/COVID-CT#11
"""

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import accuracy_score
from sklearn.model_selection import train_test_split

N_PATIENTS, VISITS, FEATURES = 60, 8, 12


def recordings(rng):
    worn = rng.integers(0, 2, size=N_PATIENTS)
    manner = rng.normal(0, 1, size=(N_PATIENTS, FEATURES))  # each walks in an own way
    manner[:, 0] += 0.9 * worn
    patient = np.repeat(np.arange(N_PATIENTS), VISITS)
    features = manner[patient] + rng.normal(0, 0.35, size=(len(patient), FEATURES))
    return features, worn[patient], patient


def main():
    features, label, patient = recordings(np.random.default_rng(44))
    rows = np.arange(len(label))
    train, test = train_test_split(rows, test_size=0.25, random_state=1)  # culprit

    forest = RandomForestClassifier(n_estimators=80, random_state=0)
    forest.fit(features[train], label[train])
    predicted = forest.predict(features[test])

    print(f"{len(np.unique(patient))} patients, {len(rows)} recordings")
    print(f"trained on {len(train)}, tested on {len(test)}")
    print(f"accuracy: {accuracy_score(label[test], predicted):.3f}")


if __name__ == "__main__":
    main()
