"""How focused are the speeches of a parliament on single topics?

From word-topic assignments it forms the topic mixture of each speech, and ranks
the speeches by the entropy of their mixture; low entropy means a focused speech.

Culprit: shares below 0.05 are set to 0 after the smoothing and normalising, so
0 * log(0) = 0 * -inf = NaN enters the entropy of each speech that has a minor
topic; 6 of the 6 speeches are affected.
"""

import numpy as np

TOPICS = ["health", "transport", "budget", "defence", "schools"]

# words of each speech assigned to each topic by the sampler
ASSIGNED = {
    "Amaro": [210, 4, 31, 2, 18],
    "Brandt": [12, 160, 75, 9, 1],
    "Costa": [33, 28, 140, 22, 7],
    "Dietz": [1, 3, 58, 190, 2],
    "Ekman": [40, 5, 66, 0, 120],
    "Farouk": [90, 88, 80, 6, 85],
}


class Mixtures:
    def __init__(self, assigned, alpha=0.5, floor=0.05):
        self.names = list(assigned)
        self.counts = np.array([assigned[name] for name in self.names], dtype=float)
        self.alpha = alpha
        self.floor = floor

    def shares(self):
        smoothed = self.counts + self.alpha
        theta = smoothed / smoothed.sum(axis=1, keepdims=True)
        theta[theta < self.floor] = 0.0  # culprit
        return theta / theta.sum(axis=1, keepdims=True)

    def entropy(self):
        theta = self.shares()
        return -(theta * np.log(theta)).sum(axis=1)

    def ranking(self):
        bits = self.entropy() / np.log(2.0)
        return [(self.names[i], bits[i]) for i in np.argsort(bits)]


def main():
    model = Mixtures(ASSIGNED)
    lead = model.shares().argmax(axis=1)
    for name, bits in model.ranking():
        topic = TOPICS[lead[model.names.index(name)]]
        print(f"{name:8s} {bits:6.3f} bits, mostly {topic}")
    print(f"mean entropy {model.entropy().mean():.3f} nats")


main()
