"""Group letters to the editor by the words they use.

Symptom: linkage raises ValueError, the distance matrix must contain only finite values.
Culprit: letter 4 has no word of the vocabulary, so its cosine distance to all others is 0 / 0.
Report: scipy/scipy#6774
"""

import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import pdist

LETTERS = [
    "the bridge needs paint and the bridge needs light",
    "more trees in the park please",
    "light on the bridge at night",
    "the park needs trees and benches",
    "THANK YOU",
    "paint the benches in the park",
]
VOCABULARY = ["bridge", "paint", "light", "trees", "park", "benches", "night"]


def count_words(letters):
    table = np.zeros((len(letters), len(VOCABULARY)))
    for row, letter in enumerate(letters):
        for word in letter.split():
            if word in VOCABULARY:
                table[row, VOCABULARY.index(word)] += 1
    return table


def group(table, groups=2):
    distances = pdist(table, metric="cosine")  # culprit
    print("distances that are nan:", int(np.isnan(distances).sum()), "of", distances.size)
    return fcluster(linkage(distances, method="average"), groups, criterion="maxclust")


if __name__ == "__main__":
    try:
        print("groups:", group(count_words(LETTERS)))
    except ValueError as error:
        print("failed:", error)
