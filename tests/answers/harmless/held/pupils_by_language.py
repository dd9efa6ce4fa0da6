"""Report which part of the pupils of each school speaks each language, with 0 for schools that are closed.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the division by schools without pupils, which `where` leaves out and `out` fills with 0.
Report: none (a question asked often: how to divide by zero and get zero)
"""

import numpy as np

LANGUAGES = ["Romansh", "German", "Italian", "Portuguese"]


def pupils(schools, seed):
    """Return how many pupils of each school speak each language; two schools are closed."""
    rng = np.random.default_rng(seed)
    table = rng.poisson([12, 30, 9, 5], (schools, len(LANGUAGES)))
    table[[3, 7]] = 0
    return table


def parts(table):
    totals = np.broadcast_to(table.sum(axis=1, keepdims=True), table.shape)
    return np.divide(table, totals, out=np.zeros(table.shape), where=totals > 0)


def entropy(shares):
    """Return the evenness of each school in bits; a share of 0 adds nothing."""
    logs = np.log2(shares, out=np.zeros_like(shares), where=shares > 0)
    return -(shares * logs).sum(axis=1) + 0.0


def main():
    table = pupils(10, seed=1)
    shares = parts(table)
    bits = entropy(shares)
    for school, (row, value) in enumerate(zip(shares, bits, strict=True)):
        print(f"school {school}: " + " ".join(f"{part:5.1%}" for part in row) + f"  {value:.3f} bits")
    open_schools = table.sum(axis=1) > 0
    print(f"mean of open schools {bits[open_schools].mean():.4f} bits")


main()
