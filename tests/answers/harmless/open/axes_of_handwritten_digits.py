"""Compress handwritten digits to a few axes and rebuild them.

Symptom: none
Culprit: none
Tempts: `diff` and `precision` could accuse the signs of the axes, which mean nothing, and the singular values near 0.
Report: scikit-learn/scikit-learn#9692
"""

import numpy as np
from sklearn.datasets import load_digits
from sklearn.decomposition import PCA

AXES = 16


def learn(images):
    """Return the fitted axes; three pixels of the corners are always white."""
    return PCA(n_components=AXES, svd_solver="full").fit(images)


def rebuilt(model, images):
    """Return the images from their compressed form and the mean error of a pixel."""
    copies = model.inverse_transform(model.transform(images))
    return copies, np.abs(copies - images).mean()


def orthonormal(axes):
    return bool(np.allclose(axes @ axes.T, np.eye(len(axes)), atol=1e-10))


def main():
    images = load_digits().data
    train, test = images[:1_400], images[1_400:]
    model = learn(train)
    constant = np.count_nonzero(np.ptp(train, axis=0) == 0.0)
    print(f"{images.shape[1]} pixels, {constant} of them always the same, {AXES} axes")
    print(f"variance explained: {model.explained_variance_ratio_.sum():.2%}")
    print(f"axes are orthonormal: {orthonormal(model.components_)}")
    copies, error = rebuilt(model, test)
    print(f"mean error of a pixel of unseen digits: {error:.4f} of 16 shades")
    worst = np.linalg.norm(copies - test, axis=1).argmax()
    print(f"hardest digit: number {worst}")


if __name__ == "__main__":
    main()
