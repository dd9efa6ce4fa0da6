"""Compare tree species diversity of forest plots.

Counts are turned into shares; prints Shannon diversity, evenness and the
Jensen-Shannon distance of each plot to the region.

Symptom: the mean Shannon index is nan
Culprit: the shares of absent species are 0 and p * log(p) = 0 * -inf gives nan for 3 of 5 plots; zeros have to be left out or xlogy used.
Report: none
"""

import numpy as np

SPECIES = ["beech", "oak", "spruce", "fir", "ash", "lime"]
PLOTS = {
    "ridge": [41, 3, 17, 9, 0, 2],
    "valley": [12, 28, 2, 1, 14, 9],
    "north slope": [8, 0, 63, 21, 1, 0],
    "creek": [5, 11, 4, 2, 31, 13],
    "plateau": [22, 19, 25, 0, 6, 3],
}


def shares(counts):
    counts = np.asarray(counts, dtype=float)
    return counts / counts.sum()


def shannon(p):
    return -np.sum(p * np.log(p))  # culprit


def evenness(p):
    return shannon(p) / np.log(np.count_nonzero(p))


def kl(p, q):
    present = p > 0
    return np.sum(p[present] * np.log(p[present] / q[present]))


def js_distance(p, q):
    m = 0.5 * (p + q)
    return np.sqrt(0.5 * kl(p, m) + 0.5 * kl(q, m))


def main():
    table = np.array(list(PLOTS.values()))
    region = shares(table.sum(axis=0))
    diversity = []
    with np.errstate(divide="ignore", invalid="ignore"):
        for name, counts in PLOTS.items():
            p = shares(counts)
            diversity.append(shannon(p))
            print(
                f"{name:12s} H {diversity[-1]:6.3f}  J {evenness(p):6.3f}"
                f"  JS to region {js_distance(p, region):.3f}"
            )
    print("dominant species of the region:", SPECIES[int(np.argmax(region))])
    print("mean diversity:", np.mean(diversity))


if __name__ == "__main__":
    main()
