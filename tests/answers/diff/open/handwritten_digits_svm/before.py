"""Recognise handwritten digits with a support vector machine on the raw pixels."""

import argparse

import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from sklearn.svm import SVC


def classify(train, test, labels):
    machine = SVC(C=5.0, gamma="scale")
    machine.fit(train, labels)
    return machine.predict(test), int(machine.n_support_.sum())


def main(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--samples", type=int, default=700)
    options = parser.parse_args(argv)
    pixels, digits = load_digits(return_X_y=True)
    split = train_test_split(
        pixels[: options.samples], digits[: options.samples], test_size=0.3, random_state=0
    )
    found, vectors = classify(split[0], split[1], split[2])
    print(f"accuracy {np.mean(found == split[3]):.4f}")
    print("support vectors:", vectors)
    print("times each digit was found:", np.bincount(found, minlength=10).tolist())


if __name__ == "__main__":
    main([])
