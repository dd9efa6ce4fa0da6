"""Train a tagger of words; padding has the label -100, which the loss ignores."""

import torch
from torch import nn

torch.manual_seed(0)
PADDING = -100
sentences = torch.randint(1, 50, (12, 6))
labels = torch.randint(0, 5, (12, 6))
labels[7] = PADDING  # an empty line of the file
model = nn.Sequential(nn.Embedding(50, 16), nn.Linear(16, 5))
criterion = nn.CrossEntropyLoss(ignore_index=PADDING)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
total = 0.0
for epoch in range(2):
    for words, tags in zip(sentences, labels):
        optimizer.zero_grad()
        loss = criterion(model(words), tags)
        loss.backward()
        optimizer.step()
        total += loss.item()
print("mean loss:", total / 24)
