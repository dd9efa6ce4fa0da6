"""Write names by drawing each letter from the five that are most probable.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the -inf of all letters but five and 0 * log(0), which `torch.special.entr` defines.
Report: none
"""

import torch
from torch import nn

NAMES = ["anna", "hanna", "anton", "nora", "tom", "noah", "tora", "martha", "maron", "thor", "orna", "marta"]
LETTERS = ".ahmnort"  # the dot begins and ends a name


def pairs():
    """Return each letter of the names with the letter that follows it."""
    text = "." + ".".join(NAMES) + "."
    codes = torch.tensor([LETTERS.index(letter) for letter in text])
    return codes[:-1], codes[1:]


def only_best(logits, keep):
    """Return the logits with -inf for all but the best."""
    limit = logits.topk(keep, dim=-1).values[..., -1:]
    return logits.masked_fill(logits < limit, float("-inf"))


def write(chances, longest=8):
    """Draw letters until the dot comes."""
    name, letter = "", 0
    while len(name) < longest:
        letter = torch.multinomial(chances[letter], 1).item()
        if letter == 0 and name:
            break
        name += LETTERS[letter] if letter else ""
    return name


def main():
    torch.manual_seed(1)
    first, second = pairs()
    table = nn.Embedding(len(LETTERS), len(LETTERS))
    optimizer = torch.optim.Adam(table.parameters(), lr=0.1)
    for _ in range(60):
        loss = nn.functional.cross_entropy(table(first), second)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    chances = torch.softmax(only_best(table.weight.detach(), keep=5), dim=-1)
    names = [write(chances) for _ in range(6)]
    entropy = torch.special.entr(chances).sum(dim=-1)
    print(f"loss {loss.item():.4f}; {torch.count_nonzero(chances == 0.0).item()} letters are never drawn")
    print("new names:", " ".join(names))
    print(f"surest letter follows {LETTERS[entropy.argmin().item()]}, entropy {entropy.min().item():.4f}")


if __name__ == "__main__":
    main()
