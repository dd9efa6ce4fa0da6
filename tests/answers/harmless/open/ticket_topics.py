"""Trains a small classifier of support tickets by topic from their word counts and reports its loss.

Symptom: none
Culprit: none
Tempts: `check-up` could accuse what its twin of `faults/` does wrong, and this does right.
Report: none
"""

import torch
from torch import nn

TOPICS = ["billing", "login", "delivery", "refund"]
WORDS = 24

torch.set_num_threads(1)


def make_tickets(count, generator):
    """Word counts and topics; each topic favours six of the words."""
    topics = torch.randint(0, len(TOPICS), (count,), generator=generator)
    rates = torch.full((count, WORDS), 0.4)
    for topic in range(len(TOPICS)):
        rates[topics == topic, 6 * topic : 6 * topic + 6] = 1.6
    return torch.poisson(rates, generator=generator), topics


def build_model():
    model = nn.Sequential(nn.Linear(WORDS, 16), nn.ReLU(), nn.Linear(16, len(TOPICS)))
    return model


def train(model, counts, topics, epochs):
    """Adam on batches of 50 tickets; returns the last mean loss."""
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(epochs):
        total = 0.0
        for start in range(0, len(topics), 50):
            optimizer.zero_grad()
            scores = model(counts[start : start + 50])
            loss = criterion(scores, topics[start : start + 50])
            loss.backward()
            optimizer.step()
            total += loss.item() * len(scores)
    return total / len(topics)


def evaluate(model, counts, topics):
    """Held-out loss and share of tickets put under their topic."""
    with torch.no_grad():
        scores = model(counts)
        loss = nn.functional.cross_entropy(scores, topics).item()
        accuracy = (scores.argmax(dim=1) == topics).float().mean().item()
    return loss, accuracy


def main():
    torch.manual_seed(0)
    generator = torch.Generator().manual_seed(4)
    model = build_model()
    last = train(model, *make_tickets(600, generator), epochs=20)
    loss, accuracy = evaluate(model, *make_tickets(500, generator))
    print(f"last training loss: {last:.3f}")
    print(f"held-out loss: {loss:.3f}, perplexity {2.718281828**loss:.2f}")
    print(f"accuracy: {accuracy:.1%}")


if __name__ == "__main__":
    main()
