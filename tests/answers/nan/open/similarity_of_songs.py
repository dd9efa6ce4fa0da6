"""Find the most similar songs from how often each is played by the hour.

Symptom: song 4 is found most similar to song 0, with similarity nan.
Culprit: the song that is played five times in each hour has no variance, so corrcoef divides 0 by 0.
Report: scipy/scipy#9406
"""

import numpy as np

HOURS = 24


def plays(songs, seed):
    rng = np.random.default_rng(seed)
    table = rng.poisson(rng.uniform(2, 9, (songs, 1)), (songs, HOURS)).astype(float)
    table[4] = 5.0
    return table


def similarity(table):
    matrix = np.corrcoef(table)  # culprit
    np.fill_diagonal(matrix, -1.0)
    return matrix


def main():
    matrix = similarity(plays(9, seed=21))
    one, other = np.unravel_index(matrix.argmax(), matrix.shape)
    print(f"songs {one} and {other}: {matrix[one, other]:.4f}")


main()
