"""Train on handwriting, and look at held-out pages after each epoch.

Symptom: the loss on the held-out pages is noisy and too large.
Culprit: dropout is active while the pages are evaluated, since the model stays in training mode.
Report: IBM/pytorch-seq2seq#33
"""
import torch
from torch import nn

torch.manual_seed(31)
model = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Dropout(0.5), nn.Linear(32, 4))
pages, hands = torch.randn(120, 16), torch.randint(0, 4, (120,))
held, held_hands = torch.randn(40, 16), torch.randint(0, 4, (40,))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for epoch in range(4):
    model.train()
    for rows in torch.randperm(120).split(40):
        loss = nn.functional.cross_entropy(model(pages[rows]), hands[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    # healthy: model.eval()
    with torch.no_grad():
        outputs = model(held)  # culprit
        # healthy: outputs = model(held)
        print(epoch, nn.functional.cross_entropy(outputs, held_hands).item())
