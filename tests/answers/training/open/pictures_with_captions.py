"""Score pictures against captions through a processor of batches.

Symptom: every caption is scored against the first picture.
Culprit: the processor returns the first picture of a batch only, and broadcasting hides it.
Report: huggingface/transformers#34204
"""
import torch
from torch import nn

torch.manual_seed(73)


def processed(pictures):
    flat = pictures.flatten(1)
    return flat[:1] / 255  # culprit
    # healthy: return flat / 255


picture_tower, caption_tower = nn.Linear(36, 8), nn.Linear(10, 8)
pictures, captions = torch.rand(60, 6, 6) * 255, torch.randn(60, 10)
score = torch.rand(60)
optimizer = torch.optim.Adam([*picture_tower.parameters(), *caption_tower.parameters()], lr=0.01)
for step in range(8):
    rows = torch.randint(0, 60, (15,))
    left, right = picture_tower(processed(pictures[rows])), caption_tower(captions[rows])
    similarity = (left * right).sum(1)  # culprit, too
    # healthy: similarity = (left * right).sum(1)
    loss = nn.functional.mse_loss(similarity, score[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
