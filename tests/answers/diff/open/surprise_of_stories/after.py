"""How much a letter model is surprised by stories of several lengths, per letter.

Symptom: another perplexity, though the same letters are counted
Culprit: the mean of the batches' means stands for the mean of all letters
Report: pytorch/torchtune#1875 (the loss of a batch by its tokens)
"""

import numpy as np

LETTERS = 27


def padded(batch):
    """Return stories as rows of one array, and where it holds letters."""
    longest = max(map(len, batch))
    letters = np.zeros((len(batch), longest), int)
    mask = np.zeros((len(batch), longest), bool)
    for row, story in enumerate(batch):
        letters[row, : len(story)] = story
        mask[row, : len(story)] = True
    return letters, mask


class LetterModel:
    def __init__(self, table, floor=1e-12):
        self.table = table
        self.floor = floor

    def surprise(self, letters):
        chance = self.table[letters[:, :-1], letters[:, 1:]]
        return -np.log(np.maximum(chance, self.floor))

    def evaluate(self, stories, size=6):
        means, worst, count = [], 0.0, 0
        for start in range(0, len(stories), size):
            letters, mask = padded(stories[start : start + size])
            told = mask[:, 1:]
            surprise = self.surprise(letters)
            means.append(surprise[told].mean())
            worst = max(worst, surprise[told].max())
            count += told.sum()
        return np.mean(means), worst, count  # culprit


def main():
    rng = np.random.default_rng(17)
    table = rng.dirichlet(np.full(LETTERS, 0.4), LETTERS)
    stories = [rng.integers(0, LETTERS, length) for length in rng.integers(20, 400, 24)]
    mean, worst, count = LetterModel(table).evaluate(stories)
    print(f"letters {count}")
    print(f"surprise per letter {mean:.6f}")
    print(f"perplexity {np.exp(mean):.5f}")
    print(f"worst {worst:.4f}")


main()
