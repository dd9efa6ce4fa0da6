"""Find the recipe that is most like another, by the cosine of their embeddings.

Symptom: the likeness of every recipe to the empty one is nan, and so is the mean.
Culprit: the padding row of the embedding is zero, and each vector is divided by its length.
Report: none
"""

import torch
from torch import nn


def embed(recipes, table):
    return table(recipes).sum(dim=1)


def unit(vectors):
    length = vectors.norm(dim=1, keepdim=True)
    return vectors / length  # culprit


def main():
    torch.manual_seed(2)
    table = nn.Embedding(20, 6, padding_idx=0)
    recipes = torch.tensor([[3, 4, 5], [3, 4, 7], [0, 0, 0], [11, 12, 0]])
    with torch.no_grad():
        vectors = unit(embed(recipes, table))
        likeness = vectors @ vectors.T
    print("shape:", tuple(likeness.shape))
    print("mean likeness:", likeness.mean().item())


main()
