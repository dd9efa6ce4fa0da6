"""Rate spa reviews with a tiny self-attention encoder over word ids (PyTorch).

Reviews are padded to a common length; the padding is masked in the attention.
Symptom: the loss is nan from the first batch on, because some reviews are encoded as nan.
Culprit: the mask is True at the real words (position < length), but key_padding_mask must be True at the padding, so a
review without padding is masked completely.
Report: pytorch/pytorch#41508
"""

import torch
from torch import nn

VOCAB, DIM, MAX_LEN, PAD = 50, 16, 9, 0


def reviews(n=64, seed=14):
    g = torch.Generator().manual_seed(seed)
    lengths = torch.randint(3, MAX_LEN + 1, (n,), generator=g)
    words = torch.randint(1, VOCAB, (n, MAX_LEN), generator=g)
    inside = torch.arange(MAX_LEN)[None, :] < lengths[:, None]
    words = torch.where(inside, words, torch.full_like(words, PAD))
    stars = ((words > 25) & inside).float().sum(1) / lengths
    return words, lengths, stars


def attention_mask(lengths):
    position = torch.arange(MAX_LEN)[None, :]
    return position < lengths[:, None]  # culprit


class ReviewRater(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(VOCAB, DIM, padding_idx=PAD)
        self.attend = nn.MultiheadAttention(DIM, num_heads=2, batch_first=True)
        self.norm = nn.LayerNorm(DIM)
        self.head = nn.Linear(DIM, 1)

    def forward(self, words, lengths):
        x = self.embed(words)
        y, _ = self.attend(x, x, x, key_padding_mask=attention_mask(lengths))
        x = self.norm(x + y)
        keep = (words != PAD).unsqueeze(-1)
        pooled = (x * keep).sum(1) / keep.sum(1)
        return self.head(pooled).squeeze(-1)


def run(epochs=5, batch_size=16):
    torch.manual_seed(2)
    words, lengths, stars = reviews()
    model = ReviewRater()
    optimiser = torch.optim.AdamW(model.parameters(), lr=3e-3)
    for epoch in range(epochs):
        total = 0.0
        for start in range(0, len(words), batch_size):
            part = slice(start, start + batch_size)
            optimiser.zero_grad()
            loss = nn.functional.mse_loss(model(words[part], lengths[part]), stars[part])
            loss.backward()
            optimiser.step()
            total += loss.item()
        print(f"epoch {epoch}: mean loss {total / (len(words) / batch_size):.4f}")
    model.eval()
    with torch.no_grad():
        print("mean predicted stars:", model(words, lengths).mean().item())


if __name__ == "__main__":
    run()
