"""Leaf disease classifier on spectral features.

Symptom: The last number is another one.
Culprit: Model.eval() lost: marked in before.py; in after.py the line is marked before which it belongs.
Report: BNUCNL/dnnbrain#72
"""

import logging

import torch
from torch import nn

logging.basicConfig(level=logging.WARNING)
log = logging.getLogger("leaf")

N, BANDS, CLASSES = 600, 20, 3


def make_data():
    centres = torch.randn(CLASSES, BANDS)
    y = torch.randint(CLASSES, (N,))
    x = centres[y] + 1.6 * torch.randn(N, BANDS)
    return (x[:400], y[:400]), (x[400:], y[400:])


def build():
    return nn.Sequential(nn.Linear(BANDS, 64), nn.ReLU(), nn.Dropout(0.6), nn.Linear(64, CLASSES))


def train(model, x, y, epochs=60):
    opt = torch.optim.Adam(model.parameters(), lr=0.01)
    loss_fn = nn.CrossEntropyLoss()
    model.train()
    for epoch in range(epochs):
        loss = loss_fn(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        log.info("epoch %d loss %.4f", epoch, loss.item())


def evaluate(model, x, y):
    with torch.no_grad():
        logits = model(x)
        loss = nn.functional.cross_entropy(logits, y).item()
        accuracy = (logits.argmax(1) == y).float().mean().item()
    return loss, accuracy


torch.manual_seed(5)
train_set, test_set = make_data()
model = build()
train(model, *train_set)
test_loss, accuracy = evaluate(model, *test_set)
print("test loss:", test_loss)
print("accuracy:", accuracy)
