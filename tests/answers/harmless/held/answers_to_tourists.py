"""Choose the best answer to questions of tourists with a small attention network, over sentences of any length.

Symptom: none
Culprit: none
Tempts: `nan` could accuse scores of -inf on padding and barred answers; softmax makes 0 of them, no row is all -inf.
Report: none
"""

import torch
import torch.nn.functional as F  # noqa: N812
from torch import nn
from torch.nn.utils.rnn import pad_sequence

WORDS, WIDTH, ANSWERS, PAD = 60, 16, 7, 0


def questions(generator, number=96):
    """Return padded words, the right answer and which answers the season bars."""
    answer = torch.randint(ANSWERS, (number,), generator=generator)
    rows = []
    for right in answer.tolist():
        length = int(torch.randint(3, 12, (1,), generator=generator))
        words = torch.randint(1, WORDS, (length,), generator=generator)
        words[int(torch.randint(length, (1,), generator=generator))] = 1 + right
        rows.append(words)
    barred = torch.rand(number, ANSWERS, generator=generator) < 0.2
    barred[torch.arange(number), answer] = False
    return pad_sequence(rows, batch_first=True, padding_value=PAD), answer, barred


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(WORDS, WIDTH, padding_idx=PAD)
        self.asks = nn.Parameter(torch.randn(WIDTH) / WIDTH**0.5)
        self.dropout = nn.Dropout(0.1)
        self.choose = nn.Linear(WIDTH, ANSWERS)

    def forward(self, words, barred):
        known = self.words(words)
        score = (known @ self.asks).masked_fill(words == PAD, float("-inf"))
        read = torch.einsum("bw,bwd->bd", F.softmax(score, dim=1), known)
        return self.choose(self.dropout(read)).masked_fill(barred, float("-inf"))


def chance(scores):
    """Return the probabilities and how undecided they are; 0 log 0 is 0."""
    share = F.softmax(scores, dim=1)
    return share, torch.special.entr(share).sum(dim=1)


def learn(reader, words, answer, barred, epochs=25):
    optimizer = torch.optim.Adam(reader.parameters(), lr=0.03)
    for epoch in range(epochs):
        for batch in torch.randperm(len(words)).split(32):
            loss = F.cross_entropy(reader(words[batch], barred[batch]), answer[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        if epoch % 8 == 0:
            print(f"epoch {epoch:2d}: loss {loss.item():.5f}")


def main():
    torch.manual_seed(8)
    words, answer, barred = questions(torch.Generator().manual_seed(80))
    reader = Reader()
    learn(reader, words, answer, barred)
    reader.eval()
    with torch.no_grad():
        share, undecided = chance(reader(words, barred))
    print(f"right: {(share.argmax(dim=1) == answer).sum().item()} of {len(answer)}")
    print(f"undecided by {undecided.mean().item():.4f}, at most {undecided.max().item():.4f}")


if __name__ == "__main__":
    main()
