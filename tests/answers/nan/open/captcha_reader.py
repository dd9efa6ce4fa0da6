"""Train a network that reads captchas of four to seven characters.

Symptom: the loss of batch 3 is inf, the loss after it and all weights are nan.
Culprit: the label 7700771 needs ten output steps (seven characters, three repeats), there are eight: the loss is inf.
Report: ypwhs/captcha_break#29
"""

import torch
from torch import nn

STEPS, CLASSES = 8, 11


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.columns = nn.Linear(20, CLASSES)

    def forward(self, picture):
        return self.columns(picture).log_softmax(dim=-1).transpose(0, 1)


def batches():
    words = ["3141", "2718", "9053", "16180", "5772", "40312", "7700771", "1234", "8642", "97531"]
    for start in range(0, len(words), 2):
        labels = [torch.tensor([int(digit) + 1 for digit in word]) for word in words[start : start + 2]]
        yield torch.randn(len(labels), STEPS, 20), labels


def train():
    reader = Reader()
    criterion = nn.CTCLoss(blank=0)  # culprit, too
    optimizer = torch.optim.SGD(reader.parameters(), lr=0.1)
    for number, (pictures, labels) in enumerate(batches()):
        outputs = reader(pictures)
        lengths = torch.tensor([len(label) for label in labels])
        steps = torch.full((len(labels),), STEPS)
        loss = criterion(outputs, torch.cat(labels), steps, lengths)  # culprit
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"batch {number}: loss {loss.item():.3f}")
    return reader


if __name__ == "__main__":
    torch.manual_seed(10)
    weights = train().columns.weight
    print("weights that are nan:", int(weights.isnan().sum()), "of", weights.numel())
