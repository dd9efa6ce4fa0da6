"""Decode the light characteristics of lighthouses from noisy recordings with a hidden Markov model.

Probabilities are kept as logarithms. A change that cannot happen has the logarithm minus infinity, and so has every
state but the first one at the start; sums over states use logaddexp, which takes it as nothing.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the logarithms of zero, which are impossible changes and never the best path
Report: none
"""

import numpy as np
from scipy.special import logsumexp

STATES = ["dark", "flash", "pause"]


def characteristic(dark, flash):
    """Return the log probabilities of changes (from, to), for mean lengths in samples."""
    change = np.array(
        [
            [1 - 1 / dark, 1 / dark, 0.0],
            [0.0, 1 - 1 / flash, 1 / flash],
            [1 / (3 * dark), 0.0, 1 - 1 / (3 * dark)],
        ]
    )
    with np.errstate(divide="ignore"):
        return np.log(change)


def recording(rng, change, samples):
    """Return the states and the brightness of a recording; samples hidden by a ship are missing."""
    states = np.zeros(samples, dtype=int)
    for sample in range(1, samples):
        states[sample] = rng.choice(len(STATES), p=np.exp(change[states[sample - 1]]))
    brightness = np.array([0.1, 1.0, 0.0])[states] + rng.normal(0, 0.15, samples)
    brightness[rng.random(samples) < 0.05] = np.nan
    return states, brightness


def evidence(brightness):
    """Return log densities (samples, states), 0 for all states where a sample is missing."""
    offset = (brightness[:, None] - np.array([0.1, 1.0, 0.0])) / 0.15
    return np.where(np.isnan(brightness)[:, None], 0.0, -0.5 * offset**2)


def best_path(change, density):
    """Return the most likely states and their log probability."""
    score = np.array([0.0, -np.inf, -np.inf]) + density[0]
    came_from = []
    for row in density[1:]:
        candidates = score[:, None] + change
        came_from.append(candidates.argmax(axis=0))
        score = candidates.max(axis=0) + row
    path = [int(score.argmax())]
    for previous in reversed(came_from):
        path.append(int(previous[path[-1]]))
    return np.array(path[::-1]), score.max()


def total(change, density):
    """Return the log probability of the recording over all paths."""
    score = np.array([0.0, -np.inf, -np.inf]) + density[0]
    for row in density[1:]:
        score = logsumexp(score[:, None] + change, axis=0) + row
    return logsumexp(score)


def main():
    """Decode recordings of three lighthouses and tell them apart."""
    rng = np.random.default_rng(63)
    lights = {"Roter Sand": (10, 2), "Alte Weser": (30, 12), "Hohe Weg": (4, 25)}
    models = {name: characteristic(*lengths) for name, lengths in lights.items()}
    for name, change in models.items():
        states, brightness = recording(rng, change, 400)
        density = evidence(brightness)
        path, score = best_path(change, density)
        scores = {other: total(model, density) for other, model in models.items()}
        print(
            f"{name:<10} {int(np.isnan(brightness).sum()):2d} hidden, {100 * (path == states).mean():.1f} % right, "
            f"best path {score:.1f}, taken for {max(scores, key=scores.get)}"
        )


if __name__ == "__main__":
    main()
