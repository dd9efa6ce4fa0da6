"""Learn vectors for the titles of old maps, so that titles of the same region lie close together.

A title's vector is the mean of its words' vectors; word 0 is padding and stays zero. Pairs of titles of the same region
are pulled together against the others of the batch. Titles are compared by the angle between their vectors.

Symptom: after a few batches the loss is nan, and the nearest titles have a likeness of nan
Culprit: a title of unknown words only has the vector 0, and dividing by its length 0 gives NaN
Report: none
"""

import random
from itertools import chain

import torch
from torch import nn

REGIONS = {
    "alps": ["pass", "glacier", "peak", "valley", "ridge", "alm"],
    "coast": ["harbour", "reef", "cape", "lagoon", "tide", "bay"],
    "plain": ["river", "ford", "mill", "marsh", "meadow", "dyke"],
}
COMMON = ["new", "exact", "map", "of", "the", "with", "all", "and"]
WORDS = {word: number for number, word in enumerate(chain(COMMON, *REGIONS.values()), start=1)}
LENGTH = 6


def title(draw, region):
    """Return the words of a title, now and then in an alphabet that the index does not know."""
    if draw.random() < 0.02:
        return ["карта"] * draw.randint(1, 3)
    return draw.sample(COMMON, 2) + draw.sample(REGIONS[region], draw.randint(2, 4))


def numbers(words):
    """Return the numbers of a title's known words, padded with 0."""
    known = [WORDS[word] for word in words if word in WORDS][:LENGTH]
    return known + [0] * (LENGTH - len(known))


class Titles(nn.Module):
    """Vectors of titles from vectors of words."""

    def __init__(self, size=12):
        super().__init__()
        self.words = nn.Embedding(len(WORDS) + 1, size, padding_idx=0)

    def forward(self, titles):
        """Return vectors (titles, size) of length 1."""
        count = (titles > 0).sum(dim=1, keepdim=True).clamp_min(1)
        mean = self.words(titles).sum(dim=1) / count
        return mean / mean.norm(dim=1, keepdim=True)  # culprit


def batch(draw, pairs):
    """Return two tensors (pairs, LENGTH): titles and partners of the same regions."""
    regions = [draw.choice(list(REGIONS)) for _ in range(pairs)]
    return tuple(torch.tensor([numbers(title(draw, region)) for region in regions]) for _ in range(2))


def contrast(first, second, sharpness=5.0):
    """Return the loss that wants partners closer than other titles."""
    likeness = sharpness * first @ second.T
    wanted = torch.arange(len(first))
    return 0.5 * (
        nn.functional.cross_entropy(likeness, wanted) + nn.functional.cross_entropy(likeness.T, wanted)
    )


def main():
    """Train and print the nearest titles."""
    torch.manual_seed(1)
    draw = random.Random(12)
    model = Titles()
    optimiser = torch.optim.Adam(model.parameters(), lr=0.02)
    for step in range(60):
        first, second = batch(draw, 24)
        loss = contrast(model(first), model(second))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % 15 == 0:
            print(f"batch {step:2d}: loss {loss.item():.3f}")
    shelf = [title(draw, region) for region in ("alps", "coast", "plain", "coast", "alps")]
    with torch.no_grad():
        vectors = model(torch.tensor([numbers(words) for words in shelf]))
        likeness = vectors @ vectors.T - 2 * torch.eye(len(shelf))
    for place, words in enumerate(shelf):
        value, nearest = likeness[place].max(dim=0)
        print(f"{' '.join(words):<45} {value.item():.2f} {' '.join(shelf[nearest])}")


if __name__ == "__main__":
    main()
