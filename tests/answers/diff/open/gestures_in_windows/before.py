"""Tell gestures apart from the sensors of a watch: windows, three heads of attention, a linear layer."""

import torch
from torch import nn

torch.manual_seed(21)
HEADS, WIDTH = 3, 12


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        b, t, _ = x.shape
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        q = q.view(b, t, HEADS, -1).transpose(1, 2)
        k = k.view(b, t, HEADS, -1).transpose(1, 2)
        v = v.view(b, t, HEADS, -1).transpose(1, 2)
        score = q @ k.transpose(-1, -2) / (WIDTH // HEADS) ** 0.5
        mixed = score.softmax(dim=-1) @ v
        return self.out(mixed.transpose(1, 2).reshape(b, t, WIDTH))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inp = nn.Linear(6, WIDTH)
        self.attention = Attention()
        self.head = nn.Linear(WIDTH, 4)

    def forward(self, x):
        x = self.inp(x)
        x = x + self.attention(x)
        return self.head(x.mean(dim=1))


net = Net()
x = torch.randn(64, 20, 6)
y = torch.randint(4, (64,))
x[torch.arange(64), y * 4, :3] += 4.0
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for epoch in range(15):
    loss = nn.functional.cross_entropy(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if epoch % 5 == 0:
        print(f"epoch {epoch}: {loss.item():.5f}")
print(f"loss {nn.functional.cross_entropy(net(x), y).item():.5f}")
