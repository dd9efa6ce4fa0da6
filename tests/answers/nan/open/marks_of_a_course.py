"""How well the hours of practice foretell the marks of a course.

Holds a part of the students back, fits a ridge regression to the others, and prints how much of the variance of the
marks it explains for those held back.

Symptom: the share of explained variance is NaN.
Culprit: `test_size=1` is meant as a share of all but holds back a single student, for whom R² is not defined.
Report: none
"""

import warnings

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.metrics import r2_score
from sklearn.model_selection import train_test_split

rng = np.random.default_rng(2)


def course(students):
    practice = rng.gamma(3.0, 4.0, (students, 4))
    marks = 40 + practice @ np.array([1.2, 0.4, 0.9, 0.1]) + rng.normal(0, 5, students)
    return practice, np.clip(marks, 0, 100)


def held_back(practice, marks):
    return train_test_split(practice, marks, test_size=1, random_state=0)  # culprit


def explained(practice, marks):
    learn, test, learn_marks, test_marks = held_back(practice, marks)
    model = Ridge(alpha=1.0).fit(learn, learn_marks)
    return r2_score(test_marks, model.predict(test))


warnings.simplefilter("ignore")
share = explained(*course(80))
print(f"explained: {100 * share:.1f} %")
print(f"not explained: {100 * (1 - share):.1f} %")
