"""Chooses the words of a plaque one after the other, with a small attention over the words so far.

Symptom: none
Culprit: none
Tempts: nan could accuse the -inf of the causal mask and of words already used; softmax turns each into a weight of 0
Report: none
"""

import math

import torch

torch.set_num_threads(1)

WORDS = ["here", "lived", "the", "first", "keeper", "of", "our", "lighthouse", "and", "garden"]


def attend(query, key, value):
    """Each place looks at itself and the places before it."""
    length = query.shape[0]
    scores = query @ key.T / math.sqrt(query.shape[1])
    later = torch.full((length, length), float("-inf")).triu(diagonal=1)
    return torch.softmax(scores + later, dim=-1) @ value


def next_weights(vectors, chosen):
    """The probabilities of the next word; a word is used once."""
    seen = vectors[chosen]
    context = attend(seen, seen, seen)[-1]
    scores = vectors @ context
    scores[chosen] = float("-inf")
    return torch.softmax(scores, dim=0)


def compose(vectors, length, generator):
    chosen, likelihood = [0], 0.0
    while len(chosen) < length:
        weights = next_weights(vectors, chosen)
        word = int(torch.multinomial(weights, 1, generator=generator))
        likelihood += math.log(weights[word].item())
        chosen.append(word)
    return chosen, likelihood


generator = torch.Generator().manual_seed(1857)
vectors = torch.randn(len(WORDS), 8, generator=generator)
chosen, likelihood = compose(vectors, 6, generator)
print(" ".join(WORDS[word] for word in chosen))
print("log likelihood", round(likelihood, 3))
