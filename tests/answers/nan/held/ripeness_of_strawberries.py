"""Sort strawberries by ripeness with a chain of very small trees, each one paying more heed to what went wrong before.

Every berry has four colours and a firmness. The weight of a tree in the vote depends on its error; berries with a
blurred picture are left out. The report gives the vote's error and the weight of each tree.

Symptom: the weights of the trees print inf, and the mean margin nan
Culprit: log((1 - error) / error) is infinite when a tree makes no error, and the berries' weights become 0 / 0
Report: none
"""

import numpy as np
from sklearn.model_selection import train_test_split
from sklearn.tree import DecisionTreeClassifier


def berries(seed, count):
    """Return features (count, 5) and ripeness (count,) of -1 or 1; blurred pictures are missing."""
    rng = np.random.default_rng(seed)
    ripe = rng.random(count) < 0.6
    red = np.where(ripe, rng.normal(190, 14, count), rng.normal(120, 14, count))
    green = np.where(ripe, rng.normal(50, 14, count), rng.normal(110, 18, count))
    blue = rng.normal(60, 15, count)
    gloss = rng.normal(0.5, 0.1, count) + 0.1 * ripe
    firm = np.where(ripe, rng.normal(4, 0.8, count), rng.normal(6.5, 0.9, count))
    features = np.column_stack([red, green, blue, gloss, firm])
    features[rng.random(count) < 0.05, :4] = np.nan
    return features, np.where(ripe, 1, -1)


class Chain:
    """Trees of small depth whose votes are weighted by their success."""

    def __init__(self, trees=8, depth=2):
        self.trees = [DecisionTreeClassifier(max_depth=depth, random_state=number) for number in range(trees)]
        self.votes = []

    def fit(self, features, ripeness):
        """Train one tree after the other."""
        weights = np.full(len(ripeness), 1.0 / len(ripeness))
        for tree in self.trees:
            tree.fit(features, ripeness, sample_weight=np.nan_to_num(weights, nan=1.0 / len(ripeness)))
            guess = tree.predict(features)
            error = weights[guess != ripeness].sum()
            with np.errstate(divide="ignore", invalid="ignore"):
                vote = 0.5 * np.log((1 - error) / error)  # culprit
                weights = weights * np.exp(-vote * ripeness * guess)
                weights /= weights.sum()
            self.votes.append(vote)
        return self

    def margin(self, features):
        """Return the weighted vote of all trees, from -1 to 1."""
        votes = np.array(self.votes)
        guesses = np.array([tree.predict(features) for tree in self.trees])
        return votes @ guesses / np.abs(votes).sum()


def main():
    """Train the chain on one half of the berries and judge it by the other half."""
    features, ripeness = berries(40, 300)
    clear = ~np.isnan(features).any(axis=1)
    print(f"{len(features)} berries, {int((~clear).sum())} blurred")
    train, test, wanted, truth = train_test_split(
        features[clear], ripeness[clear], test_size=0.5, random_state=3
    )
    chain = Chain().fit(train, wanted)
    print("votes:", " ".join(f"{vote:.2f}" for vote in chain.votes))
    margin = chain.margin(test)
    print(f"error {np.mean(np.sign(margin) != truth):.3f}, mean margin {np.mean(margin * truth):.3f}")


if __name__ == "__main__":
    main()
