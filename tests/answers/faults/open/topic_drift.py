"""Measures how the topics of a newspaper drift away from the first month.

Symptom: the divergence of the first month from itself is -1.7414 nats, and all 12 months are flagged.
Culprit: F.kl_div wants logarithms of the reference but gets probabilities, so the values are about -1.7 in place of 0.00 to 0.35 nats.
Report: pytorch/pytorch#5282
"""

import torch
import torch.nn.functional as F

torch.set_num_threads(1)

TOPICS = ["economy", "health", "climate", "sport", "culture"]


def topic_shares(months=12, seed=5):
    """Share of each topic among the articles of a month, one row a month."""
    torch.manual_seed(seed)
    logits = torch.tensor([1.0, 0.4, 0.0, 0.6, -0.2]).repeat(months, 1)
    logits[:, 2] += torch.linspace(0.0, 1.8, months)
    logits += 0.1 * torch.randn(months, len(TOPICS))
    return torch.softmax(logits, dim=1)


def drift_from_start(shares):
    """Kullback-Leibler divergence of every month from the first one, in nats."""
    reference = shares[:1].expand_as(shares)
    terms = F.kl_div(reference, shares, reduction="none")  # culprit
    return terms.sum(dim=1)


def main():
    shares = topic_shares()
    drift = drift_from_start(shares)
    for topic, first, last in zip(TOPICS, shares[0], shares[-1]):
        print(f"  {topic:<8} {first:.1%} -> {last:.1%}")
    for month, value in enumerate(drift.tolist(), start=1):
        if month in (1, 4, 8, 12):
            print(f"month {month:2d}: divergence {value:+.4f} nats")
    print(f"mean divergence of the year: {drift.mean().item():+.4f} nats")
    flagged = int((drift.abs() > 0.1).sum())
    print(f"months flagged (more than 0.1 nats): {flagged} of {drift.numel()}")


if __name__ == "__main__":
    main()
