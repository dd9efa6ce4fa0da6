"""Fill in the stars that viewers would give to films that they have not seen.

Symptom: the error is nan after a few rounds, and so is every predicted rating.
Culprit: with ratings up to 100 a rate of 0.02 makes each step of the factorisation overshoot.
Report: albertauyeung/matrix-factorization-in-python#5
"""

import numpy as np


class Factors:
    def __init__(self, ratings, parts=3, rate=0.002, rounds=60, seed=4):
        rng = np.random.default_rng(seed)
        self.ratings = ratings
        self.rate = rate
        self.rounds = rounds
        self.viewers = rng.normal(scale=0.5, size=(ratings.shape[0], parts))
        self.films = rng.normal(scale=0.5, size=(ratings.shape[1], parts))

    def fit(self):
        seen = self.ratings > 0
        for _ in range(self.rounds):
            error = np.where(seen, self.ratings - self.viewers @ self.films.T, 0.0)
            viewers = self.viewers + self.rate * error @ self.films
            self.films = self.films + self.rate * error.T @ self.viewers
            self.viewers = viewers
        return np.sqrt(np.mean(error[seen] ** 2))


rng = np.random.default_rng(0)
stars = rng.integers(0, 101, size=(12, 9)).astype(float)
model = Factors(stars, rate=0.02)  # culprit
print("error:", model.fit())
print("viewer 3, film 5:", model.viewers[3] @ model.films[5])
