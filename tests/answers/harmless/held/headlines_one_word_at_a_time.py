"""Write headlines with a beam search over a small table of words, where finished headlines must stay as they are.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the scores -inf of words that may not follow and of finished beams; they always lose.
Report: none
"""

import torch

WORDS = ["<end>", "storm", "calms", "city", "wakes", "after", "long", "night", "river", "rises"]
END = 0
torch.manual_seed(12)


class Writer(torch.nn.Module):
    def __init__(self, words, size=8):
        super().__init__()
        self.embedding = torch.nn.Embedding(words, size)
        self.output = torch.nn.Linear(size, words)
        with torch.no_grad():
            self.output.bias[END] += 1.2

    def forward(self, last):
        return self.output(torch.tanh(self.embedding(last)))


def allowed(last, length, shortest=4):
    """Return a mask that is 0 where a word may follow and -inf where it may not."""
    mask = torch.zeros(len(last), len(WORDS))
    mask[torch.arange(len(last)), last] = -torch.inf
    if length < shortest:
        mask[:, END] = -torch.inf
    return mask


def keep_finished(scores, finished):
    only_end = torch.full_like(scores[0], -torch.inf)
    only_end[END] = 0.0
    return torch.where(finished[:, None], only_end, scores)


@torch.no_grad()
def search(writer, first, beams=3, longest=8):
    sequences = torch.full((beams, 1), first)
    total = torch.full((beams,), -torch.inf)
    total[0] = 0.0
    finished = torch.zeros(beams, dtype=torch.bool)
    for length in range(1, longest):
        last = sequences[:, -1]
        scores = torch.log_softmax(writer(last) + allowed(last, length), dim=-1)
        scores = total[:, None] + keep_finished(scores, finished)
        total, flat = scores.flatten().topk(beams)
        beam, word = flat // len(WORDS), flat % len(WORDS)
        sequences = torch.cat([sequences[beam], word[:, None]], dim=1)
        finished = finished[beam] | (word == END)
        if finished.all():
            break
    return sequences, total


def main():
    writer = Writer(len(WORDS)).eval()
    for first in (1, 3, 8):
        sequences, total = search(writer, first)
        for sequence, score in zip(sequences, total, strict=True):
            words = [WORDS[word] for word in sequence.tolist() if word != END]
            print(f"{score.item():8.4f} {' '.join(words)}")


main()
