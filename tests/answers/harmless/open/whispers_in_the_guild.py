"""Ranks the members of a traders' guild by Katz centrality: whoever is trusted
by the trusted counts more. Prints the leading members and their shares.

Symptom: none
Culprit: none
Tempts: an iteration whose scores rise at first, and a division by the sum at the end
"""

import numpy as np
import scipy.sparse as sp

N_MEMBERS = 160
SWEEPS = 80


def trust_graph(rng, n, groups=4):
    """Directed trust between members, denser inside a group."""
    group = rng.integers(0, groups, n)
    prob = np.where(group[:, None] == group[None, :], 0.24, 0.05)
    fame = rng.uniform(0.5, 1.9, n)
    links = rng.random((n, n)) < prob * fame[None, :]
    np.fill_diagonal(links, False)
    return sp.csr_matrix(links.astype(float)), group


class Katz:
    def __init__(self, graph, damping, base=1.0):
        self.incoming = graph.T.tocsr()
        self.damping = damping
        self.base = base

    def run(self, sweeps):
        score = np.zeros(self.incoming.shape[0])
        for _ in range(sweeps):
            score = self.base + self.damping * (self.incoming @ score)
        return score / score.sum()


def gini(share):
    s = np.sort(share)
    n = len(s)
    return (2 * np.arange(1, n + 1) - n - 1) @ s / (n * s.sum())


def main():
    rng = np.random.default_rng(17)
    graph, group = trust_graph(rng, N_MEMBERS)
    ranking = Katz(graph, damping=0.03)
    share = ranking.run(SWEEPS)
    order = np.argsort(-share)
    print(f"{N_MEMBERS} members, {graph.nnz} links of trust")
    for place, m in enumerate(order[:6], 1):
        trusted_by = int(graph[:, m].sum())
        print(f"{place}. member {m:3d} group {group[m]} share {share[m]:.4f} trusted by {trusted_by}")
    by_group = np.bincount(group, weights=share)
    print("share by group", np.round(by_group, 4))
    print(f"inequality {gini(share):.4f}")


if __name__ == "__main__":
    main()
