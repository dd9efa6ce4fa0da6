"""Pools the words of padded sentences into one vector each by masked attention.

Symptom: the rows of the padding positions and, through the mean, the whole vector of the shorter sentences print nan
Culprit: a padding word is barred as a query as well, so its row of scores is all -inf and softmax gives nan; only the key positions must be masked
Report: https://ai.stackexchange.com/questions/41367/how-is-the-padding-mask-incorporated-in-the-attention-formula
"""

import math

import torch

torch.set_num_threads(1)
LENGTHS = [6, 4, 3, 6]
WIDTH = 8


def make_batch(generator):
    """Word vectors, padded with zeros, and which words are real."""
    longest = max(LENGTHS)
    words = torch.randn(len(LENGTHS), longest, WIDTH, generator=generator)
    real = torch.arange(longest)[None, :] < torch.tensor(LENGTHS)[:, None]
    return words * real[..., None], real


def attention_mask(real):
    """Which word may look at which."""
    return real[:, :, None] & real[:, None, :]  # culprit


def attend(queries, keys, values, allowed):
    """Scaled dot-product attention."""
    scores = queries @ keys.transpose(1, 2) / math.sqrt(queries.shape[-1])
    scores = scores.masked_fill(~allowed, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    return weights @ values, weights


def pool(mixed, real):
    """Mean over the real words of each sentence."""
    share = real.float() / real.sum(dim=1, keepdim=True)
    return (mixed * share[..., None]).sum(dim=1)


def main():
    generator = torch.Generator().manual_seed(5)
    words, real = make_batch(generator)
    projections = torch.randn(3, WIDTH, WIDTH, generator=generator) / math.sqrt(WIDTH)
    queries, keys, values = (words @ projection for projection in projections)
    mixed, weights = attend(queries, keys, values, attention_mask(real))
    vectors = pool(mixed, real)
    for length, vector in zip(LENGTHS, vectors):
        print(f"{length} words: {[round(value, 3) for value in vector[:4].tolist()]}")
    print(f"length of the mean vector: {vectors.mean(dim=0).norm().item():.4f}")
    print(f"largest weight: {weights.max().item():.3f}")


if __name__ == "__main__":
    main()
