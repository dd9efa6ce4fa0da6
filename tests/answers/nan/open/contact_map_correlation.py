"""Find which stretches of a chromosome touch each other in a similar pattern.

Symptom: the network strength is nan and two bins have no partner.
Culprit: bins 5 and 11 have no contact at all, so corrcoef divides by their standard deviation of 0.
Report: deeptools/HiCExplorer#238
"""

import numpy as np


def simulate_contacts(bins, rng):
    distance = np.abs(np.subtract.outer(np.arange(bins), np.arange(bins)))
    contacts = rng.poisson(40 / (1 + distance)).astype(float)
    contacts = (contacts + contacts.T) / 2
    for unmapped in (5, 11):
        contacts[unmapped, :] = 0
        contacts[:, unmapped] = 0
    return contacts


def observed_over_expected(contacts):
    """Divide every diagonal by its mean."""
    out = contacts.copy()
    for offset in range(len(contacts)):
        mean = np.diagonal(contacts, offset).mean()
        if mean == 0:
            continue
        rows = np.arange(len(contacts) - offset)
        out[rows, rows + offset] /= mean
        if offset:
            out[rows + offset, rows] /= mean
    return out


def partners(similarity, threshold=0.3):
    strong = np.where(similarity > threshold, similarity, 0)
    np.fill_diagonal(strong, 0)
    return np.count_nonzero(strong, axis=1)


contacts = simulate_contacts(16, np.random.default_rng(1))
similarity = np.corrcoef(observed_over_expected(contacts))  # culprit
print("partners of each bin:", partners(similarity))
print("network strength:", np.abs(similarity).sum() / similarity.size)
