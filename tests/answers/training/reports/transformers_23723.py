"""Train a small decoder, and continue prompts with it.

Symptom: long prompts give more new words than were asked for.
Culprit: how many words there may be is computed from the whole prompt, before it is cut to the model's length (from step 6 on, counted from 0).
Report: huggingface/transformers#23723
"""
import torch
from torch import nn

torch.manual_seed(19)
LENGTH = 24


class Decoder(nn.Module):
    def __init__(self, words=30, size=16):
        super().__init__()
        self.words = nn.Embedding(words, size)
        self.places = nn.Embedding(LENGTH, size)
        self.mixed = nn.Linear(size, size)
        self.head = nn.Linear(size, words)

    def forward(self, words):
        places = torch.arange(words.shape[1]).clamp(max=LENGTH - 1)  # culprit, too
        # healthy: places = torch.arange(words.shape[1]).clamp(max=LENGTH - 1)
        x = self.words(words) + self.places(places)
        return self.head(torch.relu(self.mixed(x)).cumsum(1) / (places + 1).unsqueeze(1))


def generate(model, prompt, new):
    # healthy: prompt = prompt[:, -LENGTH // 2 :]
    most = prompt.shape[1] + new  # culprit
    # healthy: most = prompt.shape[1] + new
    words = prompt[:, -LENGTH // 2 :]
    while words.shape[1] < most:  # culprit, too
    # healthy: while words.shape[1] < most:
        following = model(words)[:, -1].argmax(1, keepdim=True)
        words = torch.cat([words, following], 1)
    return words


model = Decoder()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
text = torch.randint(0, 30, (50, LENGTH + 1))
for step in range(6):
    rows = torch.randint(0, 50, (10,))
    logits = model(text[rows, :-1])
    loss = nn.functional.cross_entropy(logits.flatten(0, 1), text[rows, 1:].flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
model.eval()
with torch.no_grad():
    for prompt in torch.randint(0, 30, (2, 2, 2 * LENGTH)):
        print(generate(model, prompt, 8).shape)
