"""Compare spectra of stars with a reference, each by the cosine between the two."""

import numpy as np

rng = np.random.default_rng(8)
stars = rng.gamma(3.0, 1.0, (9, 30))
reference = rng.gamma(3.0, 1.0, (9, 30))
cosines = []
for star, other in zip(stars, reference, strict=True):
    product = 0.0
    for a, b in zip(star, other, strict=True):
        product = product + a * b
    cosines.append(product / np.sqrt((star**2).sum() * (other**2).sum()))
cosines = np.array(cosines)
print("mean cosine:", cosines.mean())
print("most alike:", cosines.argmax(), cosines.max())
