"""Propose names for villages, letter by letter, with a small recurrent network and a beam search.

Letters that may not stand at a place get the score -inf, and all beams but the first start at -inf, so that the first
step does not fill the beam with copies.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the scores of -inf, which rule letters and beams out and never win
Report: none
"""

import torch
from torch import nn

ALPHABET = ".abdeghiklmnorstuvw"
NAMES = [
    "aldern",
    "haldern",
    "brunow",
    "dalum",
    "elsten",
    "goldern",
    "hasel",
    "iburg",
    "kirdorf",
    "langwed",
    "lindau",
    "malente",
    "nordern",
    "oldern",
    "ruhla",
    "seesen",
    "stade",
    "talheim",
    "uelsen",
    "vlotho",
    "wahlen",
    "weimar",
    "wolgast",
    "altena",
    "ebern",
    "gehren",
]
LONGEST = 9
BEAMS = 4


def encoded(name):
    """Return the numbers of a name's letters between two full stops."""
    kept = [letter for letter in name if letter in ALPHABET]
    return torch.tensor([ALPHABET.index(letter) for letter in f".{''.join(kept)}."])


class Namer(nn.Module):
    """Scores the next letter from the letters so far."""

    def __init__(self):
        super().__init__()
        self.letters = nn.Embedding(len(ALPHABET), 12)
        self.memory = nn.GRU(12, 32, batch_first=True)
        self.scores = nn.Linear(32, len(ALPHABET))

    def forward(self, names):
        """Return scores (names, letters, alphabet)."""
        return self.scores(self.memory(self.letters(names))[0])


def forbidden(beams):
    """Return a mask (beams, alphabet) of letters that may not come next."""
    mask = torch.zeros(len(beams), len(ALPHABET), dtype=torch.bool)
    mask[torch.arange(len(beams)), beams[:, -1]] = True  # no letter twice in a row
    if beams.shape[1] < 5:
        mask[:, 0] = True  # not over yet
    return mask


def search(namer):
    """Return the best names with the mean log probability of a letter."""
    beams = torch.zeros(BEAMS, 1, dtype=torch.long)
    totals = torch.full((BEAMS,), -torch.inf)
    totals[0] = 0.0
    found = []
    for step in range(LONGEST):
        scores = namer(beams)[:, -1].masked_fill(forbidden(beams), -torch.inf)
        candidates = totals[:, None] + scores.log_softmax(-1)
        best, places = candidates.flatten().topk(BEAMS)
        parents, letters = places // len(ALPHABET), places % len(ALPHABET)
        beams, totals = torch.cat([beams[parents], letters[:, None]], dim=1), best
        for beam in torch.nonzero(letters == 0).flatten():
            name = "".join(ALPHABET[letter] for letter in beams[beam, 1:-1])
            found.append((float(totals[beam]) / (step + 1), name))
            totals[beam] = -torch.inf
    return sorted(found, reverse=True)


def main():
    """Train the network and print the proposals."""
    torch.manual_seed(17)
    namer = Namer()
    optimiser = torch.optim.AdamW(namer.parameters(), lr=2e-2)
    for epoch in range(12):
        total = 0.0
        for name in NAMES:
            letters = encoded(name)[None]
            loss = nn.functional.cross_entropy(namer(letters[:, :-1])[0], letters[0, 1:])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            total += loss.item()
        if epoch % 4 == 3:
            print(f"epoch {epoch}: loss {total / len(NAMES):.3f}")
    with torch.no_grad():
        for score, name in search(namer)[:5]:
            print(f"{name.capitalize():<10} {score:.3f}")


if __name__ == "__main__":
    main()
