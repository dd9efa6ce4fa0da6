"""Read the words on shop signs, letter by letter, without knowing where each letter stands.

Symptom: the loss is inf, and the weights are nan after a step
Culprit: pooling leaves 6 columns of a picture, and words of more letters can't be aligned with them
Report: ypwhs/captcha_break#29
"""

import torch
from torch import nn

ALPHABET = "abcdefghijklmnopqrstuvwxyz"


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv1d(8, 16, 3, padding=1),
            nn.ReLU(),
            nn.MaxPool1d(2),
            nn.Conv1d(16, 32, 3, padding=1),
            nn.ReLU(),
            nn.MaxPool1d(4),
        )
        self.letters = nn.Linear(32, len(ALPHABET) + 1)

    def forward(self, pictures):
        columns = self.features(pictures).permute(2, 0, 1)
        return self.letters(columns).log_softmax(dim=2)


def batch(words):
    generator = torch.Generator().manual_seed(3)
    pictures = torch.randn(len(words), 8, 48, generator=generator)
    targets = torch.tensor([ALPHABET.index(letter) + 1 for word in words for letter in word])
    lengths = torch.tensor([len(word) for word in words])
    return pictures, targets, lengths


def main():
    torch.manual_seed(1)
    model, loss_of = Reader(), nn.CTCLoss()
    optimiser = torch.optim.SGD(model.parameters(), lr=0.1)
    pictures, targets, lengths = batch(["bread", "tea", "books", "ironmonger"])
    for step in range(3):
        optimiser.zero_grad()
        guess = model(pictures)
        columns = torch.full((guess.shape[1],), guess.shape[0])
        loss = loss_of(guess, targets, columns, lengths)  # culprit
        loss.backward()
        optimiser.step()
        print(step, loss.item())


main()
