"""Attention pooling of token vectors into sentence vectors for a batch of reviews.

Symptom: The program prints NaN or inf.
Culprit: Softmax over a row masked entirely with -inf.
Report: allenai/allennlp#890
"""

import torch

torch.set_num_threads(1)


def make_batch(seed=5, n=16, max_len=9, dim=8):
    g = torch.Generator().manual_seed(seed)
    lengths = torch.randint(1, max_len + 1, (n,), generator=g)
    lengths[11] = 0
    tokens = torch.randn(n, max_len, dim, generator=g)
    mask = torch.arange(max_len)[None, :] < lengths[:, None]
    return tokens * mask[..., None], mask, lengths


class AttentionPool(torch.nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.query = torch.nn.Parameter(torch.randn(dim))

    def weights(self, tokens, mask):
        scores = tokens @ self.query / tokens.shape[-1] ** 0.5
        scores = scores.masked_fill(~mask, float("-inf"))
        return torch.softmax(scores, dim=1)  # culprit

    def forward(self, tokens, mask):
        w = self.weights(tokens, mask)
        return (w[..., None] * tokens).sum(dim=1)


def cosine_matrix(vectors):
    unit = torch.nn.functional.normalize(vectors, dim=1)
    return unit @ unit.T


torch.manual_seed(1)
tokens, mask, lengths = make_batch()
pool = AttentionPool(tokens.shape[-1])
with torch.no_grad():
    sentences = pool(tokens, mask)
    similarity = cosine_matrix(sentences)
print("lengths:", lengths.tolist())
print("first vector:", [round(v, 3) for v in sentences[0].tolist()])
off = similarity[~torch.eye(len(similarity), dtype=torch.bool)]
print(f"mean similarity between reviews: {off.mean().item():.4f}")
