"""Kinds of fish in a catch by length, height and weight.

Brings the measures to a common scale, clusters them, and prints the centre of each kind on the scale of the model.

Symptom: the centres are NaN.
Culprit: the logarithm comes after the standardisation in the pipeline, so it gets numbers around 0, half of them
negative.
Report: none
"""

import warnings

import numpy as np
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler

rng = np.random.default_rng(21)


def catch(count):
    kind = rng.integers(0, 3, count)
    length = np.array([18.0, 31.0, 46.0])[kind] * np.exp(rng.normal(0, 0.08, count))
    height = length * np.array([0.38, 0.27, 0.19])[kind] * np.exp(rng.normal(0, 0.06, count))
    weight = 0.02 * length**2 * height * np.exp(rng.normal(0, 0.1, count))
    return kind, np.column_stack([length, height, weight])


def scaling():
    return make_pipeline(StandardScaler(), FunctionTransformer(np.log))  # culprit


warnings.simplefilter("ignore")
kind, measures = catch(120)
scaled = scaling().fit_transform(measures)
for number in range(3):
    centre = scaled[kind == number].mean(axis=0)
    print(f"kind {number}: " + "  ".join(f"{value:6.2f}" for value in centre))
print(f"spread {scaled.std():.3f}")
