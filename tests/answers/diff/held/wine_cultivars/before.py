"""Recognise three wine cultivars from six chemical measurements."""

import torch
import torch.nn.functional as F
from torch import nn

torch.set_num_threads(1)
torch.manual_seed(3)
centres = 1.1 * torch.randn(3, 6)
label = torch.randint(0, 3, (360,))
x = centres[label] + torch.randn(360, 6)
x_train, y_train = x[:240], label[:240]
x_test, y_test = x[240:], label[240:]

torch.manual_seed(5)
hidden = nn.Linear(6, 16)
out = nn.Linear(16, 3)
parameters = list(hidden.parameters()) + list(out.parameters())
rate = 0.2

for epoch in range(60):
    logits = out(torch.relu(hidden(x_train)))
    loss = F.cross_entropy(logits, y_train)
    gradients = torch.autograd.grad(loss, parameters)
    with torch.no_grad():
        for p, g in zip(parameters, gradients):
            p -= rate * g

with torch.no_grad():
    logits = out(torch.relu(hidden(x_test)))
    test_loss = F.cross_entropy(logits, y_test).item()
    confidence = F.softmax(logits, dim=1).max(dim=1).values.mean().item()
    accuracy = (logits.argmax(dim=1) == y_test).float().mean().item()

print(f"test accuracy  : {accuracy:.3f}")
print(f"test loss      : {test_loss:.4f}")
print(f"mean confidence: {confidence:.4f}")
