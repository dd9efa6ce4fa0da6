"""Leaf disease classifier on spectral features."""

import torch
from torch import nn

torch.manual_seed(5)

N, BANDS, CLASSES = 600, 20, 3
centres = torch.randn(CLASSES, BANDS)
y = torch.randint(CLASSES, (N,))
x = centres[y] + 1.6 * torch.randn(N, BANDS)
x_train, y_train = x[:400], y[:400]
x_test, y_test = x[400:], y[400:]

model = nn.Sequential(nn.Linear(BANDS, 64), nn.ReLU(), nn.Dropout(0.6), nn.Linear(64, CLASSES))
opt = torch.optim.Adam(model.parameters(), lr=0.01)
loss_fn = nn.CrossEntropyLoss()

model.train()
for epoch in range(60):
    loss = loss_fn(model(x_train), y_train)
    opt.zero_grad()
    loss.backward()
    opt.step()

model.eval()  # culprit
with torch.no_grad():
    logits = model(x_test)
    test_loss = loss_fn(logits, y_test).item()
    accuracy = (logits.argmax(1) == y_test).float().mean().item()

print("test loss:", test_loss)
print("accuracy:", accuracy)
