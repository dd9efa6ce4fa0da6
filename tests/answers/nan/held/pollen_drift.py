"""How far has each site's pollen mix moved from the reference core?

Culprit: 0*log(0) in relative entropy
Report: TheAlgorithms/Python#12233, Lightning-AI/torchmetrics#1029
"""

import csv
import io

import numpy as np

COUNTS = """sample,pine,birch,oak,hazel,grass,heather
reference,210,160,95,40,120,15
lake_0cm,60,44,80,21,190,9
lake_20cm,88,71,77,30,102,4
lake_40cm,131,120,45,18,60,0
bog_0cm,34,60,12,8,88,140
bog_30cm,70,90,20,11,52,61
"""


class Core:
    def __init__(self, text):
        rows = list(csv.reader(io.StringIO(text)))
        self.taxa = rows[0][1:]
        self.names = [r[0] for r in rows[1:]]
        self.counts = np.array([[int(v) for v in r[1:]] for r in rows[1:]])

    def fractions(self):
        return self.counts / self.counts.sum(axis=1, keepdims=True)


def relative_entropy(p, q):
    return np.sum(p * np.log(p / q), axis=-1)  # culprit


def js_distance(p, q):
    middle = 0.5 * (p + q)
    js = 0.5 * relative_entropy(p, middle) + 0.5 * relative_entropy(q, middle)
    return np.sqrt(js)


def distance_table(fractions):
    n = len(fractions)
    table = np.zeros((n, n))
    for i in range(n):
        for j in range(i):
            table[i, j] = table[j, i] = js_distance(fractions[i], fractions[j])
    return table


def classical_scaling(table, dims=2):
    n = len(table)
    centre = np.eye(n) - 1.0 / n
    gram = -0.5 * centre @ table**2 @ centre
    scale = np.sqrt(np.abs(gram).sum())
    return gram[:, :dims] / scale


def main():
    core = Core(COUNTS)
    table = distance_table(core.fractions())
    for name, d in zip(core.names[1:], table[0, 1:]):
        print(f"{name:10s} {d:.4f}")
    spread = classical_scaling(table)
    print("map coordinates")
    for name, xy in zip(core.names, spread):
        print(f"{name:10s} {xy[0]:7.4f} {xy[1]:7.4f}")
    print("mean distance", table[0, 1:].mean())


if __name__ == "__main__":
    main()
