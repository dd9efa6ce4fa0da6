"""Markov chain of dialect forms between generations in a village survey.

Estimates the transition matrix, projects the shares and prints the forms.

Symptom: the projected shares of the forms add up to less than 1 and shrink with each generation
Culprit: the smoothing adds 0.5 to each count but the rows are divided by the sum plus 1.0 * forms instead of 0.5 * forms, so each row of the matrix sums to less than 1.
Report: none
"""

import numpy as np

FORMS = ["haus", "hus", "huus", "hous"]
PSEUDO = 0.5


class Chain:
    def __init__(self, forms):
        self.forms = forms
        self.counts = np.zeros((len(forms), len(forms)))

    def observe(self, parents, children):
        np.add.at(self.counts, (parents, children), 1.0)

    def transition(self):
        """Smoothed probability of the child's form by the parent's form."""
        total = self.counts.sum(axis=1, keepdims=True) + len(self.forms)  # culprit
        return (self.counts + PSEUDO) / total

    def project(self, share, generations):
        matrix = self.transition()
        path = [share]
        for _ in range(generations):
            path.append(path[-1] @ matrix)
        return np.array(path)


def survey(rng, families=160):
    truth = np.array(
        [
            [0.88, 0.04, 0.03, 0.05],
            [0.18, 0.70, 0.10, 0.02],
            [0.12, 0.16, 0.66, 0.06],
            [0.30, 0.02, 0.04, 0.64],
        ]
    )
    parents = rng.choice(4, families, p=[0.25, 0.35, 0.25, 0.15])
    children = np.array([rng.choice(4, p=truth[p]) for p in parents])
    return parents, children


def main():
    parents, children = survey(np.random.default_rng(29))
    chain = Chain(FORMS)
    chain.observe(parents, children)
    start = np.bincount(children, minlength=4) / children.size
    path = chain.project(start, 8)
    for g in (0, 1, 2, 4, 8):
        text = "  ".join(f"{f} {s:.4f}" for f, s in zip(FORMS, path[g]))
        print(f"generation {g}: {text}")
    print("loss of local forms in 8 generations: %.4f" % (1 - path[8][1:].sum() / path[0][1:].sum()))
    change = np.abs(np.diff(path, axis=0)).sum(axis=1)
    print("change per generation:", np.round(change, 4))


if __name__ == "__main__":
    main()
