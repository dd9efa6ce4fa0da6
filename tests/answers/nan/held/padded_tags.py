"""Computes the validation loss of a word tagger on padded sentences.

Symptom: the first batches have losses near 1.4 but the mean validation loss is nan.
Culprit: the last batch has 4 empty sentences, all labels are the ignored -100, and the mean over 0 words is nan.
Report: pytorch/pytorch#116349
"""

import torch
from torch import nn

torch.set_num_threads(1)

PADDING = -100


def make_corpus(sentences=36, longest=9, words=50, tags=4, seed=10):
    """Word numbers and tags, padded at the end; the last lines of the file are empty."""
    torch.manual_seed(seed)
    tokens = torch.randint(1, words, (sentences, longest))
    labels = (tokens * 7 + 3) % tags
    lengths = torch.randint(3, longest + 1, (sentences,))
    lengths[-4:] = 0
    padded = torch.arange(longest) >= lengths[:, None]
    tokens[padded] = 0
    labels[padded] = PADDING
    return tokens, labels


class Tagger(nn.Module):
    def __init__(self, words=50, tags=4):
        super().__init__()
        self.embedding = nn.Embedding(words, 16)
        self.output = nn.Linear(16, tags)

    def forward(self, tokens):
        return self.output(self.embedding(tokens))


def batches(tokens, labels, size=4):
    for start in range(0, tokens.shape[0], size):
        yield tokens[start : start + size], labels[start : start + size]


def validation_loss(model, tokens, labels):
    criterion = nn.CrossEntropyLoss(ignore_index=PADDING)
    losses = []
    with torch.no_grad():
        for words, targets in batches(tokens, labels):
            scores = model(words)
            losses.append(criterion(scores.flatten(0, 1), targets.flatten()))  # culprit
    return torch.stack(losses)


def main():
    tokens, labels = make_corpus()
    model = Tagger()
    losses = validation_loss(model, tokens, labels)
    tagged = int((labels != PADDING).sum())
    print(f"{tokens.shape[0]} sentences, {tagged} tagged words")
    print(f"first batches: {', '.join(f'{value:.3f}' for value in losses[:3].tolist())}")
    print(f"mean validation loss: {losses.mean().item():.4f}")
    print(f"perplexity: {losses.mean().exp().item():.3f}")


if __name__ == "__main__":
    main()
