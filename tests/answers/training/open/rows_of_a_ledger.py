"""Encode the rows of tables with a transformer.

Symptom: the result of a row depends on the other rows of its batch.
Culprit: the encoder takes the first axis as the sequence, and is given the batch first.
Report: IBM/TabFormer#14
"""
import torch
from torch import nn

torch.manual_seed(307)


class Rows(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(30, 16)
        layer = nn.TransformerEncoderLayer(16, 2, 32, dropout=0.0)  # culprit, too
        # healthy: layer = nn.TransformerEncoderLayer(16, 2, 32, dropout=0.0, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, 1)
        self.head = nn.Linear(16, 3)

    def forward(self, x):
        encoded = self.encoder(self.embed(x))  # culprit
        # healthy: encoded = self.encoder(self.embed(x))
        return self.head(encoded.mean(1))


rows, kinds = torch.randint(0, 30, (90, 5)), torch.randint(0, 3, (90,))
model = Rows()
optimizer = torch.optim.Adam(model.parameters(), lr=0.005)
for step in range(8):
    some = torch.randint(0, 90, (18,))
    loss = nn.functional.cross_entropy(model(rows[some]), kinds[some])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
