"""Compare spectra of stars with a reference, each by the cosine between the two.

Symptom: the mean cosine differs since the loops are gone.
Culprit: the norms are taken over stars and not over wavelengths, by axis 0 with its dimension kept.
Report: numpy/numpy#20775
"""

import numpy as np


def load(seed=8, shape=(9, 30)):
    rng = np.random.default_rng(seed)
    return rng.gamma(3.0, 1.0, shape), rng.gamma(3.0, 1.0, shape)


def normed(spectra):
    sizes = np.sqrt((spectra**2).sum(axis=0, keepdims=True))  # culprit
    return spectra / sizes


def cosine(stars, reference):
    return np.einsum("ij,ij->i", normed(stars), normed(reference))


def main():
    stars, reference = load()
    cosines = cosine(stars, reference)
    print("mean cosine:", cosines.mean())
    print("most alike:", cosines.argmax(), cosines.max())


main()
