"""Continue a sequence, token by token.

Symptom: after 16 tokens the text repeats itself.
Culprit: the length is not limited: positions beyond the last are clamped to it.
Report: huggingface/transformers#23723
"""
import torch
from torch import nn

torch.manual_seed(163)


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(20, 8)
        self.positions = nn.Embedding(16, 8)
        self.output = nn.Linear(8, 20)

    def forward(self, words):
        at = torch.arange(words.shape[1]).clamp(max=15)  # culprit, too
        # healthy: at = torch.arange(words.shape[1]).clamp(max=15)
        return self.output((self.words(words) + self.positions(at)).cumsum(1))


model = Decoder().eval()
words = torch.randint(0, 20, (2, 10))
with torch.no_grad():
    for _ in range(12):  # culprit
    # healthy: for _ in range(6):
        logits = model(words)[:, -1]
        words = torch.cat([words, logits.argmax(1, keepdim=True)], 1)
print(words.shape)
