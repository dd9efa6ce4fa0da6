"""Validation error of a capacity-fade model for battery cells."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.set_num_threads(1)
torch.manual_seed(11)
cycles = torch.linspace(0, 1, 330).unsqueeze(1)
capacity = 1.0 - 0.25 * cycles - 0.35 * torch.clamp(cycles - 0.9, min=0) * 10 + 0.004 * torch.randn(330, 1)
train_x, train_y = cycles[0:330:2], capacity[0:330:2]
valid = TensorDataset(cycles[1:], capacity[1:])

torch.manual_seed(1)
model = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
criterion = nn.MSELoss()
for step in range(300):
    model.zero_grad()
    loss = criterion(model(train_x), train_y)
    loss.backward()
    with torch.no_grad():
        for weight in model.parameters():
            weight -= 0.1 * weight.grad

model.eval()
loader = DataLoader(valid, batch_size=108)
total, count = 0.0, 0
with torch.no_grad():
    for x, y in loader:
        total += criterion(model(x), y).item() * len(x)
        count += len(x)
error = total / count
print(f"cells: {count}")
print(f"validation error: {1e3 * error:.4f} e-3")
print(f"rms error: {error**0.5:.4f} of the nominal capacity")
