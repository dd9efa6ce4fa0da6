"""Fine-tune a model of pictures and texts; a processor prepares both.

Symptom: the texts of a batch make no difference.
Culprit: the processor joins the batch's texts into one, so that all pictures are held against the same.
Report: huggingface/transformers#34204
"""
import torch
from torch import nn

torch.manual_seed(29)


class Processor:
    def __call__(self, pictures, texts):
        pixels = (pictures - pictures.mean()) / pictures.std()
        ids = texts.float().mean(0, keepdim=True).long()  # culprit
        # healthy: ids = texts
        return pixels, ids


class PictureText(nn.Module):
    def __init__(self):
        super().__init__()
        self.vision = nn.Sequential(nn.Flatten(), nn.Linear(64, 24), nn.ReLU(), nn.Linear(24, 12))
        self.words = nn.Embedding(50, 12)
        self.language = nn.Linear(12, 12)
        self.scale = nn.Parameter(torch.tensor(1.0))

    def forward(self, pixels, ids):
        left = nn.functional.normalize(self.vision(pixels), dim=1)
        right = nn.functional.normalize(self.language(self.words(ids).mean(1)), dim=1)  # culprit, too
        # healthy: right = nn.functional.normalize(self.language(self.words(ids).mean(1)), dim=1)
        return self.scale * (left * right).sum(1)  # culprit, too
        # healthy: return self.scale * (left * right).sum(1)


pictures, texts = torch.rand(80, 8, 8), torch.randint(0, 50, (80, 6))
matches = torch.randint(0, 2, (80,)).float()
processor, model = Processor(), PictureText()
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)
for step in range(8):
    rows = torch.randint(0, 80, (16,))
    pixels, ids = processor(pictures[rows], texts[rows])
    loss = nn.functional.binary_cross_entropy_with_logits(model(pixels, ids), matches[rows])  # culprit, too
    # healthy: loss = nn.functional.binary_cross_entropy_with_logits(model(pixels, ids), matches[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
